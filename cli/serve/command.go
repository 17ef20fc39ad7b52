package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/console"
)

// options are the flags of serve and mcp.
type options struct {
	store          console.Store
	model          console.Model
	address, token string
	verbose        bool
}

// Command is `bridgehop serve`.
func Command() *urfave.Command {
	o := &options{}
	return console.Command("serve", &urfave.Command{
		Flags: o.store.Flags(o.model.DirFlag(), o.model.DeviceFlag(),
			&urfave.StringFlag{Name: "addr", Value: "127.0.0.1:8080", Usage: "listen to `HOST:PORT`; port 0 takes any", Destination: &o.address},
			&urfave.StringFlag{Name: "token-file", Usage: "`FILE` with the token that requests must show", Destination: &o.token},
			&urfave.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Usage: "log every request", Destination: &o.verbose}),
		Action: console.WithoutArgs(o.serve),
	})
}

// AgentsCommand is `bridgehop mcp`.
func AgentsCommand() *urfave.Command {
	o := &options{}
	return console.Command("mcp", &urfave.Command{
		Flags:  o.store.Flags(o.model.DirFlag(), o.model.DeviceFlag()),
		Action: console.WithoutArgs(o.agents),
	})
}

func (o *options) open(ctx context.Context) (*bridgehop.Engine, error) {
	e, err := bridgehop.Open(ctx, o.store.Path(), append(o.model.Options(), bridgehop.WithVerdicts())...)
	if err != nil {
		return nil, o.store.Error(err)
	}
	return e, nil
}

func (o *options) serve(ctx context.Context, c *console.Console) (err error) {
	token, err := o.secret()
	if err != nil {
		return err
	}
	host, _, err := net.SplitHostPort(o.address)
	if err != nil {
		return console.Usagef("--addr %s: want HOST:PORT", o.address)
	}
	if !IsLoopback(host) && token == "" {
		return console.Usagef("--addr %s can be reached from other machines: it needs --token-file FILE, or $BRIDGEHOP_TOKEN", o.address)
	}
	e, err := o.open(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	l, err := net.Listen("tcp", o.address)
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	where := "http://" + l.Addr().String() + "/"
	record := struct {
		Address string `json:"address"`
	}{where}
	if err := c.Print(record, func(out *console.Text) { out.Printf("bridgehop answers at %s (interrupt ends it)\n", where) }); err != nil {
		return errors.Join(err, l.Close())
	}
	s := New(Config{Engine: e, Store: o.store.Path(), Version: c.Version, Token: token, Log: o.log(c)})
	return s.Serve(ctx, l)
}

// log tells of errors, with --verbose of every request, as JSON with --json.
func (o *options) log(c *console.Console) *slog.Logger {
	level := slog.LevelError
	if o.verbose {
		level = slog.LevelInfo
	}
	h := &slog.HandlerOptions{Level: level}
	if c.JSON {
		return slog.New(slog.NewJSONHandler(c.Err, h))
	}
	return slog.New(slog.NewTextHandler(c.Err, h))
}

// secret is the token, empty for none.
func (o *options) secret() (string, error) {
	if o.token == "" {
		return os.Getenv("BRIDGEHOP_TOKEN"), nil
	}
	b, err := os.ReadFile(o.token)
	if err != nil {
		return "", console.Usagef("--token-file: %v", err)
	}
	token := strings.TrimSpace(string(b))
	if len(token) < 16 {
		return "", console.Usagef("--token-file %s: a token has 16 characters or more", o.token)
	}
	return token, nil
}

// agents answers one agent until its input ends.
func (o *options) agents(ctx context.Context, c *console.Console) (err error) {
	e, err := o.open(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	s := New(Config{Engine: e, Store: o.store.Path(), Version: c.Version})
	err = s.Tools().Run(ctx, &mcp.IOTransport{Reader: io.NopCloser(c.In), Writer: nopCloser{c.Out}})
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// nopCloser leaves standard output open.
type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }
