package cli

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/verify/onnx"
	"github.com/bridgehop/bridgehop/verify/onnx/shipped"
)

// setupOptions are the flags of setup.
type setupOptions struct{ CUDA bool }

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

// Run fetches what is not here, and tries the model.
func (o *setupOptions) Run(ctx context.Context, c *console.Console) error {
	r := setupRecord{}
	if err := r.library(ctx, c, o.CUDA); err != nil {
		return console.WithHint(err, "put a python3 with pip on the PATH, or name an installed library with $"+
			onnx.LibraryVariable)
	}
	mend(c)
	model, err := configured(console.Model{Device: "auto"})
	if err != nil {
		return err
	}
	r.Model, r.Providers = model.Dir, onnx.Providers(r.Runtime)
	err = model.With(func(m *onnx.Model) error {
		r.Device, r.Note = m.Device(), m.Note()
		return nil
	})
	if err != nil {
		return err
	}
	if out, err := exec.CommandContext(ctx, "java", "-version").CombinedOutput(); err == nil {
		line, _, _ := strings.Cut(string(out), "\n")
		r.Java = strings.TrimSpace(line)
	}
	if c.Quiet && !c.JSON {
		return nil
	}
	return c.Print(r, r.print)
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

// library finds the one that is named, or ours: fetched where it isn't there, or isn't as it should be.
func (r *setupRecord) library(ctx context.Context, c *console.Console, wantCUDA bool) error {
	path, err := onnx.FindLibrary()
	cuda := err == nil && slices.Contains(onnx.Providers(path), "CUDA")
	if os.Getenv(onnx.LibraryVariable) != "" {
		r.Runtime = path
		if err == nil && wantCUDA && !cuda {
			err = fmt.Errorf("%w: %s names %s, which has no CUDA provider; unset it to use the library that setup "+
				"--cuda fetches", onnx.ErrRuntime, onnx.LibraryVariable, path)
		}
		return err
	}
	damaged := err == nil && (cuda || !wantCUDA) // if it is fetched although it is there
	kind := ""
	if cuda || wantCUDA {
		kind = " for GPUs, 256 MB,"
	}
	r.Version = onnx.Version
	r.Runtime, r.Fetched, err = onnx.Setup(ctx, cuda || wantCUDA, func() {
		if damaged {
			c.Warn("setup: %s is damaged", path)
		}
		c.Warn("setup: fetching ONNX Runtime %s%s through pip (once)", onnx.Version, kind)
	})
	return err
}

func (r setupRecord) print(out *console.Text) {
	out.Printf("ONNX Runtime  %s (%s)\n", r.Runtime, strings.Join(r.Providers, ", "))
	out.Printf("model         %s (shipped %s)\n", r.Model, shipped.Name)
	out.Printf("device        %s\n", r.Device)
	if r.Note != "" {
		out.Printf("              %s\n", r.Note)
	}
	out.Printf("Java          %s\n", cmp.Or(r.Java, "not found (`bridgehop neo4j up` needs Java 17 or newer)"))
}
