package cli_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/bridgehop/bridgehop/cli"
	"github.com/bridgehop/bridgehop/graph/neo4j/server/servertest"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

func TestMain(m *testing.M) {
	testscript.Main(stopping{m}, map[string]func(){"bridgehop": cli.Main})
}

// stopping runs the tests and stops the Neo4j server that they may have started.
type stopping struct{ m *testing.M }

func (s stopping) Run() int { return servertest.Main(s.m) }

// tinyModel is a model for tests that aren't about verdicts: it opens at once, and knows no word.
func tinyModel(t *testing.T) string {
	t.Helper()
	return filepath.Join(repoRoot(t), "verify", "onnx", "testdata", "tiny")
}

// Every command is a script in testdata/script, bad input included. A script whose condition [runtime] is not met
// skips what needs a model: `bridgehop setup` fetches the runtime; with CI set it is an error.
func TestScript(t *testing.T) {
	root := repoRoot(t)
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Setup: func(e *testscript.Env) error {
			e.Setenv("XDG_CACHE_HOME", cache)
			e.Setenv("BRIDGEHOP_STORE", "")
			if lib, err := onnx.FindLibrary(); err == nil {
				e.Setenv("ORT", lib)
			}
			e.Setenv("TINY", tinyModel(t))
			e.Setenv("WIKI", filepath.Join(root, "testdata", "wiki"))
			e.Setenv("DATA", dataFolder(root))
			e.Setenv("SCORERS", filepath.Join(dataFolder(root), "..", "fixtures", "scorers"))
			return nil
		},
		Condition: func(name string) (bool, error) {
			switch name {
			case "runtime":
				return hasRuntime(t), nil
			case "nogpu":
				_, err := os.Stat("/dev/nvidiactl")
				return err != nil, nil
			case "data":
				return hasData(t, root), nil
			}
			return false, nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "fields": fields, "killat": killat, "gzip": gzipFile, "cut": cut, "noise": noise, "longclaim": longClaim,
			"manypages": manyPages, "sameend": sameEnd,
		},
		UpdateScripts: *update,
	})
}
