package command

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/reports/book"
	"zermelo/reports/write"
	"zermelo/tablebase/proof"
	"zermelo/tablebase/store"
)

const queryLong = `Show a position of a solved game: its board, its value, and every legal move
with the value it leads to, best first. Where both players move at once it
shows the payoffs of each pair of moves and the probabilities of perfect play;
in a game of any sum also the pure equilibria, the best joint outcome, and what
each player can secure alone.

In a draw where play can go on for ever it counts, after each move that keeps
the draw, the replies that keep it. One reply means that the opponent is
forced; moves with the fewest replies come first.

A game solved by search (solve --method) has a proof instead of a table. The
proof has the values of positions that its winner can meet. For others query
searches, starting from the stored results of analyze and solve. If --nodes are
not enough it says "not proven" and estimates, from -1 (the second player seems
to win) to 1 (the first).

The position is the start, unless POSITION gives one in the game's notation, as
printed by query and line. --moves plays moves from there; write joint moves
a+b. Put positions and moves in double quotes, as shells interpret some of
their characters, such as #.`

const queryExample = `  zermelo query tron
  zermelo query tron --moves "moveRight moveLeft"
  zermelo query tron:size=3x5,turns=simultaneous --moves "moveUp+moveDown"
  zermelo query coordination --json`

// queryOptions are the flags of query.
type queryOptions struct {
	moves  string
	search book.Limit
}

func (p *program) newQuery() *cobra.Command {
	var o queryOptions
	cmd := &cobra.Command{
		Use:               "query GAME [POSITION]",
		Short:             "Show the value and the best moves of a position",
		Long:              queryLong,
		Example:           queryExample,
		Args:              usage.Args(1, 2, "a game and perhaps a position", "zermelo query tron"),
		ValidArgsFunction: p.completeGame,
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.runQuery(cmd.Context(), args[0], position(args), o)
		},
	}
	cmd.Flags().StringVarP(&o.moves, "moves", "m", "", "play these moves first, separated by blanks")
	addSearch(cmd.Flags(), &o.search)
	return cmd
}

// position is the optional second argument; "" means the start.
func position(args []string) string {
	if len(args) > 1 {
		return args[1]
	}
	return ""
}

func (p *program) runQuery(ctx context.Context, spec, from string, o queryOptions) error {
	return p.withProof(ctx, spec, o.search, func(b book.Book) error {
		line, err := b.Follow(from, strings.Fields(o.moves))
		if err != nil {
			return err
		}
		last := line[len(line)-1]
		if p.json {
			return p.printJSON(book.NewAnswer(b, last))
		}
		return write.Show(p.out, b.Info(), last)
	})
}

// withProof is withBook for games with a table or a proof. Values that a proof does not
// have are searched for within limit, until ctx ends.
func (p *program) withProof(ctx context.Context, spec string, limit book.Limit, use func(book.Book) error) error {
	if limit.Time < 0 {
		return games.BadInput("--time %s: want a time as in 5s, or 0 for no limit", limit.Time)
	}
	err := p.withBook(ctx, spec, use)
	if !errors.Is(err, store.ErrNoTable) {
		return err
	}
	v, openErr := p.open(ctx, spec)
	if openErr != nil {
		return openErr
	}
	db, openErr := p.tables()
	if openErr != nil {
		return openErr
	}
	limit.Warn = p.warn
	b, openErr := book.OpenProof(ctx, db, v, limit)
	if errors.Is(openErr, store.ErrNoTable) {
		return err // about the table
	}
	if openErr != nil {
		return openErr
	}
	return errors.Join(use(b), b.Close())
}

// addSearch adds the flags that limit searches beyond a proof.
func addSearch(flags *pflag.FlagSet, limit *book.Limit) {
	flags.Uint64Var(&limit.Nodes, "nodes", book.ProofNodes, "search up to `N` positions for each value that a proof does not have; 0 for no limit")
	flags.DurationVar(&limit.Time, "time", 0, "search up to `TIME` for each, as in 5s (default no limit)")
}

// withBook opens the table of a game and calls use. If there is only a proof, the error
// says so.
func (p *program) withBook(ctx context.Context, spec string, use func(book.Book) error) (err error) {
	v, err := p.open(ctx, spec)
	if err != nil {
		return err
	}
	db, err := p.tables()
	if err != nil {
		return err
	}
	b, err := book.Open(db, v)
	if errors.Is(err, store.ErrNoTable) {
		if _, none := proof.Summarize(db, v); none == nil {
			return fmt.Errorf("%w (there is only a proof of its value, from solve --method)", err)
		}
		return otherRules(db, v, err)
	}
	if err != nil {
		return err
	}
	defer func() {
		if closeErr := b.Close(); err == nil {
			err = closeErr
		}
	}()
	return use(b)
}
