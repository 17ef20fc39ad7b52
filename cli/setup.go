package cli

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/verify/onnx"
	"github.com/bridgehop/bridgehop/verify/onnx/shipped"
)

func setupCommand() *urfave.Command {
	return &urfave.Command{
		Name:  "setup",
		Usage: "fetch what verify needs, and say what is there",
		Description: examples("Fetches the ONNX Runtime library through pip, by pinned hash, into the user's cache, and unpacks the shipped\nmodel beside it. What is there already is not fetched again, so a second run needs no network. $"+onnx.LibraryVariable+"\nnames another library. --cuda fetches the library that runs on NVIDIA GPUs too (256 MB more; docs/gpu.md).",
			"bridgehop setup",
			"bridgehop setup --cuda",
			"bridgehop setup --python /usr/bin/python3",
			"bridgehop setup --json"),
		Flags: append([]urfave.Flag{
			&urfave.StringFlag{Name: "python", Usage: "`INTERPRETER` whose pip fetches the library (default: python3, then python)"},
			&urfave.BoolFlag{Name: "cuda", Usage: "fetch the library that runs on NVIDIA GPUs too"},
			deviceFlag(), modelFlag()}, outputFlags()...),
		Action: func(c *urfave.Context) error {
			if err := noArgs(c); err != nil {
				return err
			}
			return setup(c)
		},
	}
}

// setupRecord is what setup --json prints.
type setupRecord struct {
	Runtime string `json:"runtime"` // the library's path
	Version string `json:"version"` // of the library that setup fetches; empty for one that is named
	Fetched bool   `json:"fetched"`
	Model   string `json:"model"`  // the model's folder
	Device  string `json:"device"` // cpu or cuda:N
	// Providers are the execution providers that the library comes with.
	Providers []string `json:"providers"`
	Note      string   `json:"note,omitempty"`
	Java      string   `json:"java,omitempty"`
}

func setup(c *urfave.Context) error {
	if err := onnx.CheckDevice(c.String("device")); err != nil { // before anything is fetched
		return err
	}
	lib, err := library(c)
	if err != nil {
		return setupHint(err)
	}
	r := setupRecord{Runtime: lib.Path, Version: lib.Version, Fetched: lib.Fetched}
	if r.Model, err = modelDir(c); err != nil {
		return err
	}
	r.Providers = onnx.Providers(lib.Path)
	err = withModel(c, func(m *onnx.Model) error {
		r.Device, r.Note = m.Device(), m.Note()
		return nil
	})
	if err != nil {
		return setupHint(err)
	}
	r.Java = java(c)
	return r.print(c)
}

// setupHint names the next step after an error of setup, which is not to run setup.
func setupHint(err error) error {
	for _, h := range []struct {
		is   error
		hint string
	}{
		{onnx.ErrRuntime, "--python names another interpreter, and $" + onnx.LibraryVariable + " a library that is there already"},
		{onnx.ErrModel, "leave --model out to use the shipped model"},
		{onnx.ErrDevice, "--device cpu runs everywhere"},
	} {
		if errors.Is(err, h.is) {
			return withHint(err, h.hint)
		}
	}
	return err
}

// library is the one that is named, or ours: fetched where it isn't there, or isn't as it should be.
func library(c *urfave.Context) (onnx.Library, error) {
	path, err := onnx.FindLibrary()
	cuda := err == nil && slices.Contains(onnx.Providers(path), "CUDA")
	switch named := os.Getenv(onnx.LibraryVariable) != ""; {
	case !named:
		return onnx.Setup{Python: c.String("python"), CUDA: cuda || c.Bool("cuda"), Fetching: func(cuda bool) {
			kind := ""
			if cuda {
				kind = " for GPUs, 256 MB,"
			}
			warn(c, "setup: fetching ONNX Runtime %s%s through pip (once)", onnx.Version, kind)
		}}.Run(c.Context)
	case err == nil && c.Bool("cuda") && !cuda:
		err = fmt.Errorf("%w: %s names %s, which has no CUDA provider; unset it to use the library that setup --cuda fetches",
			onnx.ErrRuntime, onnx.LibraryVariable, path)
	}
	return onnx.Library{Path: path}, err
}

func (r setupRecord) print(c *urfave.Context) error {
	if c.Bool("json") {
		return printJSON(c.App.Writer, r)
	}
	if c.Bool("quiet") {
		return nil
	}
	out := &show{w: c.App.Writer}
	out.f("ONNX Runtime  %s (%s)\n", r.Runtime, strings.Join(r.Providers, ", "))
	out.f("model         %s (%s)\n", r.Model, modelName(c))
	out.f("device        %s\n", r.Device)
	if r.Note != "" {
		out.f("              %s\n", r.Note)
	}
	if r.Java != "" {
		out.f("Java          %s\n", r.Java)
	} else {
		out.f("Java          not found (neo4j up needs 17 or newer where no docker engine answers)\n")
	}
	return out.err
}

func modelName(c *urfave.Context) string {
	if c.String("model") != "" {
		return "given"
	}
	return "shipped " + shipped.Name
}

// java is the first line of `java -version`, empty where there is none.
func java(c *urfave.Context) string {
	out, err := exec.CommandContext(c.Context, "java", "-version").CombinedOutput()
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(string(out), "\n")
	return strings.TrimSpace(line)
}
