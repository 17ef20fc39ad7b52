package cli

import (
	"context"
	"runtime"
	"runtime/debug"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/cli/internal/console"
)

// Version is set at release by -ldflags "-X github.com/bridgehop/bridgehop/cli.Version=…".
var Version = "0.1.0-dev"

func versionCommand() *urfave.Command {
	return console.Command("version", &urfave.Command{
		Flags:  console.Flags(),
		Action: console.WithoutArgs(version),
	})
}

// versionRecord is the output of version --json.
type versionRecord struct {
	Version string `json:"version"`
	Commit  string `json:"commit,omitempty"`
	Go      string `json:"go"`
	System  string `json:"system"`
}

func version(_ context.Context, c *console.Console) error {
	r := versionRecord{Version: Version, Commit: commit(), Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH}
	return c.Print(r, func(out *console.Text) {
		out.Printf("bridgehop %s", r.Version)
		if r.Commit != "" && !c.Quiet {
			out.Printf(" (%s)", r.Commit)
		}
		if !c.Quiet {
			out.Printf(", %s, %s", r.Go, r.System)
		}
		out.Printf("\n")
	})
}

// commit returns the git commit the binary was built from, empty when it is not known.
func commit() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return s.Value[:min(12, len(s.Value))]
		}
	}
	return ""
}
