// Package mcp serves a solver to assistants over the Model Context Protocol.
//
// Each tool limits its time and the size of its result. Only the tool solve writes, and only to
// the data directory. Games are those of the registry, of the options and of stored tables, so a
// client cannot open files or start programs.
package mcp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/sync/semaphore"

	"zermelo/games"
	"zermelo/reports/solved"
)

// Options configures a server. DB and Registry are required.
type Options struct {
	DB       string          // data directory
	Registry *games.Registry // games that clients can open
	Games    []games.Variant // further games, opened by their names
	// OpenStored, if not nil, opens a variant from the rules stored with its table. It
	// returns nil if the table contains no rules.
	OpenStored func(ctx context.Context, name string) (games.Variant, error)
	Version    string // of the program
}

// Limits of a call.
const (
	defaultSeconds = 5  // of a search
	maxSeconds     = 45 // of a search or a solve
	maxCall        = 2 * maxSeconds * time.Second
	maxLine        = 1 << 20 // size of a request in bytes
	maxMoves       = 300     // number of moves with values in a result
	maxPNG         = 4 << 20 // size of a picture in bytes
	searchMemory   = 64 << 20
	solveMemory    = 1 << 30
	solveStates    = 20_000_000
)

type server struct {
	Options
	*sdk.Server
	turns, solves *semaphore.Weighted // limit concurrent calls

	mu     sync.Mutex
	stored map[string]games.Variant // opened by OpenStored
}

const instructions = `Zermelo computes the exact value of every position of small two-player games and puzzles.
Usual order: list_games, then solve (unless the game is already solved), then move_values, hint or best_line.
A game is written NAME or NAME:option=value,option=value. Moves are written as position lists them.
A value is exact or "not proven", within the time limit. Not proven does not mean even.`

// New returns a server with all tools.
func New(o Options) *sdk.Server {
	s := &server{
		Options: o, Server: sdk.NewServer(&sdk.Implementation{Name: "zermelo", Title: "Zermelo", Version: o.Version}, &sdk.ServerOptions{
			Instructions: instructions, Capabilities: &sdk.ServerCapabilities{},
		}),
		turns: semaphore.NewWeighted(int64(runtime.GOMAXPROCS(0))), solves: semaphore.NewWeighted(1), stored: map[string]games.Variant{},
	}
	s.addTools()
	return s.Server
}

// Serve answers the requests in in until it ends or ctx is cancelled.
func Serve(ctx context.Context, o Options, in io.Reader, out Writer) error {
	err := New(o).Run(ctx, &sdk.IOTransport{Reader: io.NopCloser(in), Writer: flusher{out}, MaxLineLength: maxLine})
	if err == nil || ctx.Err() != nil {
		return nil
	}
	return fmt.Errorf("mcp: the connection to the client failed: %w", err)
}

// Writer is a buffered writer.
type Writer interface {
	io.Writer
	Flush() error
}

// flusher flushes its writer after each message.
type flusher struct{ Writer }

func (f flusher) Write(b []byte) (int, error) {
	n, err := f.Writer.Write(b)
	return n, cmp.Or(err, f.Flush())
}

func (f flusher) Close() error { return f.Flush() }

// add adds a tool. The result of run is a struct, or a list of contents.
func add[In any](s *server, name, description string, slots *semaphore.Weighted, run func(context.Context, In) (any, error)) {
	tool := &sdk.Tool{Name: name, Description: description, Annotations: &sdk.ToolAnnotations{
		ReadOnlyHint: name != "solve", DestructiveHint: new(false), IdempotentHint: true, OpenWorldHint: new(false),
	}}
	sdk.AddTool(s.Server, tool, func(ctx context.Context, _ *sdk.CallToolRequest, in In) (r *sdk.CallToolResult, out any, err error) {
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("%s failed: %v", name, p)
			}
		}()
		ctx, cancel := context.WithTimeout(ctx, maxCall)
		defer cancel()
		if err := slots.Acquire(ctx, 1); err != nil {
			return nil, nil, errors.New("the server is busy; try again later")
		}
		defer slots.Release(1)
		if out, err = run(ctx, in); err != nil {
			return nil, nil, explain(err)
		}
		if content, ok := out.([]sdk.Content); ok {
			return &sdk.CallToolResult{Content: content}, nil, nil
		}
		return nil, out, nil
	})
}

var toolNames = strings.NewReplacer(
	`see "zermelo games"`, "call list_games", "zermelo games", "list_games", "zermelo rules", "rules", "zermelo query", "position",
	"moves:1: ", "", "solve it with: zermelo solve", "call solve with the game", "run: zermelo solve", "call solve with the game",
)

// explain replaces commands in the text of an error by tools.
func explain(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return errors.New("time ran out; allow more seconds, or call solve first")
	}
	return errors.New(toolNames.Replace(err.Error()))
}

// open opens a game.
func (s *server) open(ctx context.Context, spec string) (games.Variant, error) {
	for _, v := range s.Games {
		if info := v.Info(); spec == info.Name || spec == info.Spec() {
			return v, nil
		}
	}
	v, err := s.Registry.Open(spec)
	if err == nil || s.OpenStored == nil {
		return v, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stored[spec] == nil {
		v, storedErr := s.OpenStored(ctx, spec)
		if v == nil || storedErr != nil {
			return nil, cmp.Or(storedErr, err)
		}
		s.stored[spec] = v
	}
	return s.stored[spec], nil
}

// look plays moves from a position.
func (s *server) look(ctx context.Context, in where) (games.Variant, *solved.Legal, error) {
	v, err := s.open(ctx, in.Game)
	if err != nil {
		return nil, nil, err
	}
	at, err := solved.LegalMoves(v)(strings.TrimSpace(in.Position + " " + in.Moves))
	return v, at, err
}
