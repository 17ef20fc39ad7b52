package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/verify/onnx"
	"github.com/bridgehop/bridgehop/verify/onnx/shipped"
)

// setupOptions are the flags of setup.
type setupOptions struct {
	python string
	cuda   bool
	model  console.Model
}

func setupCommand() *urfave.Command {
	o := &setupOptions{}
	return console.Command("setup", console.Flags(
		console.StringFlag(&o.python, "python",
			"`INTERPRETER` whose pip fetches the library (default: python3, or else python)"),
		console.BoolFlag(&o.cuda, "cuda", "fetch the library that also runs on NVIDIA GPUs"),
		o.model.DeviceFlag(), o.model.DirFlag()), console.WithoutArgs(o.run))
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

func (o *setupOptions) run(ctx context.Context, c *console.Console) error {
	if err := (onnx.Options{Device: o.model.Device}).Check(); err != nil { // before anything is fetched
		return err
	}
	r := setupRecord{}
	if err := o.library(ctx, c, &r); err != nil {
		return setupHint(err)
	}
	if o.model.Dir == "" {
		mend(c)
	}
	model, err := configured(o.model)
	if err != nil {
		return err
	}
	r.Model, r.Providers = model.Dir, onnx.Providers(r.Runtime)
	err = model.With(func(m *onnx.Model) error {
		r.Device, r.Note = m.Device(), m.Note()
		return nil
	})
	if err != nil {
		return setupHint(err)
	}
	if out, err := exec.CommandContext(ctx, "java", "-version").CombinedOutput(); err == nil {
		line, _, _ := strings.Cut(string(out), "\n")
		r.Java = strings.TrimSpace(line)
	}
	if c.Quiet && !c.JSON {
		return nil
	}
	return c.Print(r, func(out *console.Text) { r.print(out, o.model.Dir == "") })
}

// mend compares every byte of the shipped model that was unpacked, and unpacks it again if one is not as it was. It
// removes the models that other versions unpacked.
func mend(c *console.Console) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return // which configured tells
	}
	parent := filepath.Join(cache, "bridgehop", "models")
	before, berr := os.Stat(filepath.Join(parent, shipped.Name+"-"+shipped.Fingerprint[:12]))
	dir, err := shipped.Unpack(parent)
	if after, aerr := os.Stat(dir); err == nil && berr == nil && aerr == nil && !os.SameFile(before, after) {
		c.Warn("setup: the shipped model in %s was damaged and has been unpacked again", dir)
	}
	removed, err := shipped.RemoveOthers(parent)
	if len(removed) > 0 {
		c.Warn("setup: removed from %s what this version doesn't use: %s", parent, strings.Join(removed, ", "))
	}
	if err != nil {
		c.Warn("setup: %v", err)
	}
}

// setupHint names the next step after an error of setup, which is not to run setup.
func setupHint(err error) error {
	for _, h := range []struct {
		is   error
		hint string
	}{
		{onnx.ErrRuntime, "use --python to name another interpreter, or $" + onnx.LibraryVariable +
			" to name an installed library"},
		{onnx.ErrModel, "run without --model to use the shipped model"},
		{onnx.ErrDevice, "--device cpu works on every machine"},
	} {
		if errors.Is(err, h.is) {
			return console.WithHint(err, h.hint)
		}
	}
	return err
}

// library finds the one that is named, or ours: fetched where it isn't there, or isn't as it should be.
func (o *setupOptions) library(ctx context.Context, c *console.Console, r *setupRecord) error {
	path, err := onnx.FindLibrary()
	cuda := err == nil && slices.Contains(onnx.Providers(path), "CUDA")
	switch named := os.Getenv(onnx.LibraryVariable) != ""; {
	case !named:
		damaged := err == nil && (cuda || !o.cuda) // if it is fetched although it is there
		r.Version = onnx.Version
		r.Runtime, r.Fetched, err = onnx.Setup{Python: o.python, CUDA: cuda || o.cuda, Fetching: func(cuda bool) {
			kind := ""
			if cuda {
				kind = " for GPUs, 256 MB,"
			}
			if damaged {
				c.Warn("setup: %s is damaged", path)
			}
			c.Warn("setup: fetching ONNX Runtime %s%s through pip (once)", onnx.Version, kind)
		}}.Run(ctx)
		return err
	case err == nil && o.cuda && !cuda:
		err = fmt.Errorf("%w: %s names %s, which has no CUDA provider; unset it to use the library that setup --cuda "+
			"fetches", onnx.ErrRuntime, onnx.LibraryVariable, path)
	}
	r.Runtime = path
	return err
}

func (r setupRecord) print(out *console.Text, ours bool) {
	model := "given"
	if ours {
		model = "shipped " + shipped.Name
	}
	out.Printf("ONNX Runtime  %s (%s)\n", r.Runtime, strings.Join(r.Providers, ", "))
	out.Printf("model         %s (%s)\n", r.Model, model)
	out.Printf("device        %s\n", r.Device)
	if r.Note != "" {
		out.Printf("              %s\n", r.Note)
	}
	if r.Java != "" {
		out.Printf("Java          %s\n", r.Java)
	} else {
		out.Printf("Java          not found (`bridgehop neo4j up` needs Java 17 or newer)\n")
	}
}
