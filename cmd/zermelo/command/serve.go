package command

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net"
	"net/url"
	"slices"
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

// serveOptions are the flags of serve.
type serveOptions struct {
	addr    string
	search  time.Duration
	cors    []string
	solve   bool
	limits  jobs.Limits
	memory  usage.Size
	verbose bool
}

func (p *program) newServe() *cobra.Command {
	o := serveOptions{limits: jobs.DefaultLimits()}
	o.memory = usage.Size(o.limits.Memory)
	cmd := &cobra.Command{
		Use:   "serve [GAME|FILE.kif]...",
		Short: "Explore solved games in a browser, or over a JSON API",
		Long: `Serve solved games over HTTP until Ctrl-C: a page to explore them in a browser
at /, and a JSON API, described in /openapi.yaml. The server is read-only. Run
several on one directory, even while games are solved or deleted.

It serves the tables of all built-in games, or only those of each GAME given.
Name FILE.kif to serve the table of a rule sheet.

--search TIME allows searches for positions that are not stored.

--solve lets those solve games from the page who have the token that is printed
at the start: one game at a time, within --memory, --budget and --limit. Jobs
can be paused, and go on after a restart when they are started again.

The server listens on localhost. --addr :8080 exposes it to the network,
without authentication.`,
		Example: `  zermelo serve
  zermelo serve tron --addr 127.0.0.1:0
  zermelo serve games/gdl/testdata/wythoff.kif --search 5s
  curl http://127.0.0.1:8080/api/tables
  curl -G http://127.0.0.1:8080/api/tron/position --data-urlencode "p=....../.x..../.R..../....B./....x./......:red"`,
		RunE:              func(cmd *cobra.Command, args []string) error { return p.runServe(cmd.Context(), args, o) },
		ValidArgsFunction: p.completeGames,
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&o.addr, "addr", "127.0.0.1:8080", "listen on `HOST:PORT`; port 0 takes a free one")
	flags.DurationVar(&o.search, "search", 0, "search positions that are not stored for up to `TIME`, as in 5s (default no searches)")
	flags.StringSliceVar(&o.cors, "cors", nil, "let the pages of `ORIGIN` read answers, as in https://example.org, or * for all")
	flags.BoolVar(&o.solve, "solve", false, "let those solve games who have the token that is printed")
	flags.Var(&o.memory, "memory", "`SIZE` of memory of a solve, as in 512MiB or 2GiB")
	flags.DurationVar(&o.limits.Time, "budget", o.limits.Time, "pause a solve after `TIME`")
	flags.Int64Var(&o.limits.States, "limit", o.limits.States, "stop a solve after enumerating `N` states")
	flags.BoolVarP(&o.verbose, "verbose", "v", false, "log each request to standard error, as JSON")
	return cmd
}

// maxSearch is the longest time for a search over HTTP.
const maxSearch = time.Minute

// servingJSON is what serve prints as JSON when it is ready.
type servingJSON struct {
	URL   string `json:"url"`
	DB    string `json:"db"`
	Token string `json:"token,omitempty"` // for solving
}

func (p *program) runServe(ctx context.Context, specs []string, o serveOptions) (err error) {
	if o.search < 0 || o.search > maxSearch {
		return games.BadInput("--search %s: want a time up to %s, as in 5s", o.search, maxSearch)
	}
	if err := checkAddress(ctx, o.addr); err != nil {
		return err
	}
	switch err := usage.CheckMemory(o.memory); {
	case !o.solve:
	case err != nil:
		return err
	case o.limits.Time <= 0:
		return games.BadInput("--budget %s: want a time above 0, as in 30m", o.limits.Time)
	case o.limits.States <= 0:
		return games.BadInput("--limit %d: want 1 state or more", o.limits.States)
	}
	for _, origin := range o.cors {
		if u, err := url.Parse(origin); origin != "*" && (err != nil || u.Host == "" || u.Scheme+"://"+u.Host != origin) {
			return games.BadInput("--cors %s: want an origin, as in https://example.org or http://localhost:3000, or * for all", games.Echo(origin))
		}
	}
	db, err := p.tables()
	if err == nil && o.solve {
		err = store.Writable(db)
	}
	if err != nil {
		return err
	}
	options := serve.Options{DB: db, Registry: p.registry, Search: o.search, CORS: o.cors, Version: buildInfo().text(p.name)}
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
		token, o.limits.Memory = rand.Text(), int64(o.memory)
		options.Solve = &serve.Solving{Token: token, Limits: o.limits}
	}
	listener, err := net.Listen("tcp", o.addr)
	if err != nil {
		return fmt.Errorf("serve: %w; choose another address with --addr HOST:PORT, where port 0 takes a free one", err)
	}
	options.Local = listener.Addr().(*net.TCPAddr).IP.IsLoopback()
	server, err := serve.New(options)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	address := fmt.Sprintf("http://%s/", listener.Addr())
	err = p.show(servingJSON{address, db, token}, func() {
		p.printf("Serving the tables in %s at %s until Ctrl-C is pressed.\n", db, address)
		if list, err := store.List(db); err == nil && len(list) == 0 {
			p.printf("There are none yet; make one with: zermelo solve GAME\n")
		}
		if token != "" {
			p.printf("To solve games there, open %s#token=%s\n", address, token)
		}
	})
	if err = cmp.Or(err, p.out.Flush()); err != nil {
		return errors.Join(err, listener.Close())
	}
	return errors.Join(server.Serve(ctx, listener), server.Close())
}

// checkAddress returns an error for a malformed address. The system rejects one that is
// taken or belongs to another machine.
func checkAddress(ctx context.Context, addr string) error {
	_, port, err := net.SplitHostPort(addr)
	if err != nil {
		return games.BadInput("--addr %s: want HOST:PORT, as in 127.0.0.1:8080 or :8080, or port 0 for a free one", games.Echo(addr))
	}
	if _, err := net.DefaultResolver.LookupPort(ctx, "tcp", port); err != nil {
		return games.BadInput("--addr %s: %q is not a port: want 0 to 65535, where 0 takes a free one", games.Echo(addr), games.Echo(port))
	}
	return nil
}

func (p *program) newPublish() *cobra.Command {
	var o publish.Options
	cmd := &cobra.Command{
		Use:   "publish GAME|FILE... -o DIR",
		Short: "Make a folder with the explorer for any web host",
		Long: `Make a folder with the explorer of "zermelo serve" for any static web host, as
GitHub Pages. No server of zermelo is needed: the rules and the look-ups run in the
browser, compiled to WebAssembly, and parts of the tables are fetched as they are
needed.

Each GAME has a table or a proof, or is so small that the browser solves it. FILE is
a rule sheet (.kif), a script (.star) or a module (.wasm).

The program is compiled with Go from its source. Browsers run it on pages over https
and from localhost.`,
		Example: `  zermelo publish tron tictactoe -o site
  python3 -m http.server -d site`,
		RunE:              func(cmd *cobra.Command, args []string) error { return p.runPublish(cmd.Context(), args, o) },
		Args:              usage.Args(1, math.MaxInt, "a game", "zermelo publish tictactoe -o site"),
		ValidArgsFunction: p.completeGames,
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVarP(&o.Out, "out", "o", "", "make the folder `DIR`")
	flags.BoolVar(&o.Force, "force", false, "replace a folder that was published before")
	flags.StringVar(&o.Source, "source", "", "compile the source of zermelo in `DIR` (default that which this program was built from)")
	return cmd
}

func (p *program) runPublish(ctx context.Context, specs []string, o publish.Options) (err error) {
	if o.Out == "" {
		return games.BadInput("name the folder to make, as in: zermelo publish %s -o site", games.Echo(specs[0]))
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
	made, err := publish.Publish(ctx, o)
	if err != nil {
		return err
	}
	return p.show(made, func() {
		p.printf("%s has %d files, %s: copy it to a web host.\n", made.Folder, made.Files, words.Bytes(made.Bytes))
		p.printf("The first visit loads %s, the explorer.\n", words.Bytes(made.Explorer))
		p.printf("Try it with: python3 -m http.server -d %s\n", made.Folder)
	})
}
