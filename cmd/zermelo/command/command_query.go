package command

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"zermelo/reports"
	"zermelo/tablebase"
)

const queryLong = `Query looks up a position of a solved game: its board, its value in words, and
every legal move with the value it leads to, best first. Where both players
choose at once it shows what each pair of moves is worth and how often perfect
play chooses each move; in a game of any sum also every pure equilibrium, the
best joint outcome and what each player can secure alone.

The position is the start, unless POSITION gives one in the game's notation (as
query and line print it). --moves plays moves from there; joint moves are
written a+b. Put positions and moves in double quotes: shells read some of their
characters, such as #, in their own way.`

const queryExample = `  zermelo query tron
  zermelo query tron --moves "moveRight moveLeft"
  zermelo query tron:size=3x5,turns=simultaneous --moves "moveUp+moveDown"
  zermelo query coordination --json`

// queryOptions are the flags of query.
type queryOptions struct {
	moves string
}

func (p *program) newQuery() *cobra.Command {
	var o queryOptions
	cmd := &cobra.Command{
		Use:               "query GAME [POSITION]",
		Short:             "Show the value and the best moves of a position",
		Long:              queryLong,
		Example:           queryExample,
		Args:              wantArgs(1, 2, "a game and perhaps a position", "zermelo query tron"),
		ValidArgsFunction: p.completeGame,
		RunE:              func(_ *cobra.Command, args []string) error { return p.runQuery(args[0], position(args), o) },
	}
	cmd.Flags().StringVarP(&o.moves, "moves", "m", "", "moves to play first, with blanks between")
	return cmd
}

// position is the optional second argument; "" means the start.
func position(args []string) string {
	if len(args) > 1 {
		return args[1]
	}
	return ""
}

// queryJSON is the JSON form of an answer: the fields of reports.Position and
// what the answer is about.
type queryJSON struct {
	Game  string   `json:"game"`
	Roles []string `json:"roles"` // in the order of payoffs and strategies
	*reports.Position
}

func (p *program) runQuery(spec, from string, o queryOptions) error {
	return p.withBook(spec, func(b reports.Book) error {
		line, err := b.Follow(from, strings.Fields(o.moves))
		if err != nil {
			return err
		}
		last := line[len(line)-1]
		if p.json {
			return p.printJSON(queryJSON{Game: b.Info().Name, Roles: b.Info().Roles, Position: last})
		}
		return reports.Show(p.out, b.Info(), last)
	})
}

// withBook opens the table of a game for the time of a call.
func (p *program) withBook(spec string, use func(reports.Book) error) (err error) {
	v, err := p.open(spec)
	if err != nil {
		return err
	}
	db, err := p.tables()
	if err != nil {
		return err
	}
	b, err := reports.Open(db, v)
	if errors.Is(err, tablebase.ErrNoTable) {
		if s, missing := solvableOf(v).proof(db); missing == nil {
			err = fmt.Errorf("%w (of the start alone there is a proof: %s)", err, reports.Words(v.Info(), s.Start))
		}
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
