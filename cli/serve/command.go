package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"regexp"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	urfave "github.com/urfave/cli/v2"
	"golang.org/x/term"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/graph/search"
	"github.com/bridgehop/bridgehop/graph/stores"
)

// options are the flags of serve and mcp.
type options struct {
	Store   console.Store
	Model   console.Model
	Address string `flag:"addr"`
	Token   string `flag:"token-file"`
	Cypher  bool
	Verbose bool
}

type (
	serveOptions struct{ options }
	agentOptions struct{ options }
)

// Command returns `bridgehop serve`.
func Command() *urfave.Command {
	return console.Command("serve", &serveOptions{options{Address: "127.0.0.1:8080"}})
}

// AgentsCommand returns `bridgehop mcp`.
func AgentsCommand() *urfave.Command { return console.Command("mcp", &agentOptions{}) }

// with opens the engine and the search index, if there is one, gives them to do, and closes them.
func (o *options) with(ctx context.Context, c *console.Console, do func(Config) error) error {
	options := o.Model.Options()
	options.Verdicts = true
	e, err := bridgehop.Open(ctx, o.Store.Path(), options)
	if err != nil {
		return o.Store.Error(err)
	}
	ix, err := stores.OpenSearch(ctx, e.Store(), o.Store.Path())
	switch {
	case err == nil:
		defer ix.Close() //nolint:errcheck // nothing was written
	case !errors.Is(err, search.ErrNone):
		c.Warn("search looks only for words: %v; `bridgehop index --search --store %s` rebuilds the search index", err,
			o.Store.Path())
	}
	config := Config{Engine: e, Search: ix, Store: o.Store.Path(), Version: c.Version}
	if o.Cypher {
		var ok bool
		if config.Cypher, ok = e.Store().(querier); !ok {
			return errors.Join(console.Usagef("--cypher needs a store on a Neo4j server, and --store %s is a folder",
				o.Store.Path()), e.Close())
		}
	}
	return errors.Join(do(config), e.Close())
}

// Run answers requests until it is interrupted.
func (o *serveOptions) Run(ctx context.Context, c *console.Console) error {
	token, err := o.secret()
	if err != nil {
		return err
	}
	host, _, err := net.SplitHostPort(o.Address)
	if err != nil {
		return console.Usagef("--addr %s: want HOST:PORT", o.Address)
	}
	if !isLoopback(host) && token == "" {
		return console.Usagef("--addr %s can be reached from other machines, so serve needs --token-file FILE or "+
			"$BRIDGEHOP_TOKEN", o.Address)
	}
	return o.with(ctx, c, func(config Config) error {
		config.Token, config.Log = token, o.log(c)
		return listen(ctx, c, o.Address, config)
	})
}

func listen(ctx context.Context, c *console.Console, address string, config Config) error {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	where := "http://" + l.Addr().String() + "/"
	record := struct {
		Address string `json:"address"`
	}{where}
	if err := c.Print(record,
		func(out *console.Text) { out.Printf("bridgehop answers at %s (interrupt to stop)\n", where) }); err != nil {
		return errors.Join(err, l.Close())
	}
	go func() {
		if _, err := config.Engine.Model(); err != nil && ctx.Err() == nil {
			why, _ := unavailable(err)
			config.Log.Error("no claim can be verified", "err", why)
		}
	}()
	return New(config).Serve(ctx, l)
}

// log tells of errors, with --verbose of every request, as JSON with --json.
func (o *options) log(c *console.Console) *slog.Logger {
	level := slog.LevelError
	if o.Verbose {
		level = slog.LevelInfo
	}
	h := &slog.HandlerOptions{Level: level}
	if c.JSON {
		return slog.New(slog.NewJSONHandler(c.Err, h))
	}
	return slog.New(slog.NewTextHandler(c.Err, h))
}

// tokenText matches a bearer token (RFC 6750, section 2.1) that nobody guesses.
var tokenText = regexp.MustCompile(`^[A-Za-z0-9._~+/=-]{16,}$`)

// secret returns the token, empty for none.
func (o *options) secret() (string, error) {
	token, where := os.Getenv("BRIDGEHOP_TOKEN"), "$BRIDGEHOP_TOKEN"
	if o.Token != "" {
		b, err := os.ReadFile(o.Token)
		if err != nil {
			return "", console.Usagef("--token-file: %v", err)
		}
		token, where = strings.TrimSpace(string(b)), "--token-file "+o.Token
	}
	if (token != "" || o.Token != "") && !tokenText.MatchString(token) {
		return "", console.Usagef("%s: the token must have at least 16 characters, which may be letters, digits and "+
			"-._~+/= only", where)
	}
	return token, nil
}

// agents answers one agent until its input ends.
// Run answers an agent.
func (o *agentOptions) Run(ctx context.Context, c *console.Console) error {
	return o.with(ctx, c, func(config Config) error {
		config.Log = o.log(c)
		if f, ok := c.In.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
			c.Warn("mcp waits for an agent's client to write JSON on standard input, and ends with it; clients start " +
				"it themselves, as docs/howto.md shows")
		}
		err := New(config).Tools().Run(ctx, &mcp.IOTransport{Reader: io.NopCloser(c.In), Writer: nopCloser{c.Out}})
		if err == nil || errors.Is(err, io.EOF) {
			return nil
		}
		return fmt.Errorf("messages on standard input: %w", err)
	})
}

// nopCloser leaves standard output open.
type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }
