package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/publish"
	"zermelo/cmd/zermelo/serve"
	"zermelo/cmd/zermelo/serve/jobs"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/reports/words"
	"zermelo/tablebase/store"
)

type serveOptions struct {
	addr    string
	search  time.Duration
	cors    []string
	embed   []string
	solve   bool
	limits  jobs.Limits
	memory  usage.Size
	verbose bool
}

func (p *program) newServe() *cobra.Command {
	o := serveOptions{limits: jobs.DefaultLimits()}
	o.memory = usage.Size(o.limits.Memory)
	cmd := &cobra.Command{
		Use:        "serve [GAME|FILE.kif]...",
		SuggestFor: []string{"web", "open"},
		Short:      "Explore solved games in a browser, or over a JSON API",
		Long: `Serve solved games over HTTP until Ctrl-C is pressed: a page for browsers at / and
a JSON API, described in /openapi.yaml.

It serves all tables, or only those of the given built-in games. The server is
read-only unless --solve is given, and listens on localhost; --addr :8080
exposes it to the network without authentication. Several servers may use the
same directory, even while tables are written or deleted.`,
		Example: `  zermelo serve tron --addr 127.0.0.1:0
  zermelo serve games/gdl/testdata/wythoff.kif --search 5s
  curl http://127.0.0.1:8080/api/tables`,
		RunE: func(cmd *cobra.Command, args []string) error { return p.runServe(cmd.Context(), args, o) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.addr, "addr", "127.0.0.1:8080", "listen on `HOST:PORT`; port 0 selects a free port")
	flags.DurationVar(&o.search, "search", 0, "search for up to `TIME` if a position is not stored (default no search)")
	flags.StringSliceVar(&o.cors, "cors", nil, "accept requests from pages served by `ORIGIN`; * accepts all")
	flags.StringSliceVar(&o.embed, "embed", nil, "let pages served by `ORIGIN` show /embed in a frame; * lets all")
	flags.BoolVar(&o.solve, "solve", false, "allow clients with the printed token to solve games")
	flags.Var(&o.memory, "memory", "use up to `SIZE` of memory per solve")
	flags.DurationVar(&o.limits.Time, "budget", o.limits.Time, "pause a solve after `TIME`")
	flags.Int64Var(&o.limits.States, "limit", o.limits.States, "stop a solve after enumerating `N` states")
	flags.BoolVarP(&o.verbose, "verbose", "v", false, "log each request to standard error, as JSON")
	return cmd
}

const maxSearch = time.Minute

// servingJSON is printed when the server is ready.
type servingJSON struct {
	URL   string `json:"url"`             // address of the page and the API
	DB    string `json:"db"`              // directory of the tables
	Token string `json:"token,omitempty"` // required to solve games
}

func (p *program) runServe(ctx context.Context, specs []string, o serveOptions) (err error) {
	if o.search < 0 || o.search > maxSearch {
		return games.BadInput("--search %s: must be between 0 and %s", o.search, maxSearch)
	}
	if err := checkAddress(ctx, o.addr); err != nil {
		return err
	}
	switch err := usage.CheckMemory(o.memory); {
	case !o.solve:
	case err != nil:
		return err
	case o.limits.Time <= 0:
		return games.BadInput("--budget %s: must be a duration greater than 0, such as 30m", o.limits.Time)
	case o.limits.States <= 0:
		return games.BadInput("--limit %d: must be at least 1", o.limits.States)
	}
	if err := cmp.Or(checkOrigins("--cors", o.cors), checkOrigins("--embed", o.embed)); err != nil {
		return err
	}
	db, err := p.tables()
	if err == nil && o.solve {
		err = store.Writable(db)
	}
	if err != nil {
		return err
	}
	options := serve.Options{DB: db, Registry: p.registry, Search: o.search, MCTS: time.Second, CORS: o.cors, Embed: o.embed, OpenStored: p.openNamed, Version: buildInfo().text(p.name)}
	for _, spec := range specs {
		v, err := p.open(ctx, spec)
		if err != nil {
			return err
		}
		if isFile(spec) {
			options.Sheets = append(options.Sheets, v)
		} else {
			options.Only = append(options.Only, v.Info().Name)
		}
	}
	if o.verbose {
		options.Log = slog.New(slog.NewJSONHandler(p.err, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}
	token := ""
	if o.solve {
		if token, err = jobs.Token(db); err != nil {
			return fmt.Errorf("serve: store the token: %w", err)
		}
		o.limits.Memory = int64(o.memory)
		options.Solve = &serve.Solving{Token: token, Limits: o.limits}
	}
	listener, err := net.Listen("tcp", o.addr)
	if err != nil {
		return fmt.Errorf("serve: %w; choose another address with --addr HOST:PORT (port 0 selects a free port)", err)
	}
	options.Local = listener.Addr().(*net.TCPAddr).IP.IsLoopback()
	server, err := serve.New(options)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	address := fmt.Sprintf("http://%s/", listener.Addr())
	err = p.out.Show(servingJSON{address, db, token}, func() {
		p.printf("Serving the tables in %s at %s until Ctrl-C is pressed.\n", db, address)
		if list, err := store.List(db); err == nil && len(list) == 0 {
			p.printf("No tables yet; create one with: zermelo solve GAME\n")
		}
		if token != "" {
			p.printf("To solve games in the browser, open %s#token=%s\n", address, token)
		}
	})
	if err = cmp.Or(err, p.out.Flush()); err != nil {
		return errors.Join(err, listener.Close())
	}
	return errors.Join(server.Serve(ctx, listener), server.Close())
}

// checkOrigins returns an error if a value of flag is not an origin, as in
// https://example.org. Characters that are special in a Content-Security-Policy are
// invalid.
func checkOrigins(flag string, origins []string) error {
	for _, origin := range origins {
		if u, err := url.Parse(origin); origin != "*" && (err != nil || u.Host == "" || u.Scheme+"://"+u.Host != origin || strings.ContainsAny(origin, " ;,'*")) {
			return games.BadInput("%s %s: must be an origin, such as https://example.org or http://localhost:3000, or * for all", flag, games.Echo(origin))
		}
	}
	return nil
}

func checkAddress(ctx context.Context, addr string) error {
	_, port, err := net.SplitHostPort(addr)
	if err != nil {
		return games.BadInput("--addr %s: must be HOST:PORT, such as 127.0.0.1:8080 or :8080; port 0 selects a free port", games.Echo(addr))
	}
	if _, err := net.DefaultResolver.LookupPort(ctx, "tcp", port); err != nil {
		return games.BadInput("--addr %s: invalid port %q; must be between 0 and 65535, where 0 selects a free port", games.Echo(addr), games.Echo(port))
	}
	return nil
}

func (p *program) newPublish() *cobra.Command {
	var o publish.Options
	cmd := &cobra.Command{
		Use:   "publish GAME|FILE... -o DIR",
		Short: "Write a folder with the explorer for any web host",
		Long: `Write a folder with the explorer of "zermelo serve" for any static web host.

The rules and lookups run in the browser, compiled to WebAssembly. A release has
the compiled program in zermelo-explorer.tar.gz, to be unpacked beside zermelo;
otherwise publish compiles it with Go from the source code. The browser fetches
parts of the tables as it needs them. Games without a table or proof are solved
if they have at most 50,000 positions. FILE is a rule sheet (.kif), a script
(.star) or a module (.wasm).`,
		Example: `  zermelo publish tron tictactoe -o site
  python3 -m http.server -d site`,
		RunE: func(cmd *cobra.Command, args []string) error { return p.runPublish(cmd.Context(), args, o) },
		Args: usage.Args(1, math.MaxInt, "one or more games", "zermelo publish tictactoe -o site"),
	}
	flags := cmd.Flags()
	flags.StringVarP(&o.Out, "out", "o", "", "create the folder `DIR`")
	flags.BoolVar(&o.Force, "force", false, "replace a folder that publish wrote")
	flags.StringVar(&o.Source, "source", "", "compile the source of zermelo in `DIR`")
	return cmd
}

func (p *program) runPublish(ctx context.Context, specs []string, o publish.Options) (err error) {
	if o.Out == "" {
		return games.BadInput("no output folder specified; run: zermelo publish %s -o site", games.Echo(specs[0]))
	}
	if o.DB, err = p.tables(); err != nil {
		return err
	}
	o.Version = buildInfo().text(p.name)
	for _, spec := range specs {
		v, err := p.open(ctx, spec)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(o.Games, func(other games.Variant) bool { return other.Info().Name == v.Info().Name }) {
			o.Games = append(o.Games, v)
		}
	}
	o.OnCompile = func() { p.progress.Note("compiling the explorer; the first time takes about a minute") }
	made, err := publish.Publish(ctx, o)
	if err != nil {
		return err
	}
	return p.out.Show(made, func() {
		p.printf("%s has %d files (%s); copy it to a web host.\n", made.Folder, made.Files, words.Bytes(made.Bytes))
		p.printf("The first visit downloads %s for the explorer.\n", words.Bytes(made.Explorer))
		p.printf("Try it with: python3 -m http.server -d %s\n", made.Folder)
	})
}
