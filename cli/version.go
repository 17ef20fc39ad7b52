package cli

import (
	"runtime"
	"runtime/debug"

	urfave "github.com/urfave/cli/v2"
)

// Version is set at release by -ldflags "-X github.com/bridgehop/bridgehop/cli.Version=…".
var Version = "0.1.0-dev"

func versionCommand() *urfave.Command {
	return &urfave.Command{
		Name:  "version",
		Usage: "the version of bridgehop and of what it was built with",
		Description: examples("The commit is known when bridgehop was built from a git checkout.",
			"bridgehop version",
			"bridgehop version --json",
			"bridgehop version --quiet"),
		Flags: outputFlags(),
		Action: func(c *urfave.Context) error {
			if err := noArgs(c); err != nil {
				return err
			}
			return version(c)
		},
	}
}

// versionRecord is what version --json prints.
type versionRecord struct {
	Version string `json:"version"`
	Commit  string `json:"commit,omitempty"`
	Go      string `json:"go"`
	System  string `json:"system"`
}

func version(c *urfave.Context) error {
	r := versionRecord{Version: Version, Commit: commit(), Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH}
	if c.Bool("json") {
		return printJSON(c.App.Writer, r)
	}
	out := &show{w: c.App.Writer}
	out.f("bridgehop %s", r.Version)
	if r.Commit != "" && !c.Bool("quiet") {
		out.f(" (%s)", r.Commit)
	}
	if !c.Bool("quiet") {
		out.f(", %s, %s", r.Go, r.System)
	}
	out.f("\n")
	return out.err
}

// commit is the git commit the binary was built from, empty when it is not known.
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
