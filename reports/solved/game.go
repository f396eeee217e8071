// Package solved answers questions about positions of solved games: what a
// position is worth, which moves keep that, and how play goes on.
//
// Open makes the Game of a game that has a table, OpenProof that of a game with a
// proof or with results of searches, New one over any Table. Analyze searches a
// position of a game that has neither. A Game hides the type of the game's states:
// positions go in and out in the game's notation.
package solved

import (
	"context"
	"errors"
	"math/big"
	"sync"

	"zermelo/games"
	"zermelo/reports/measure"
	"zermelo/solver/job"
	"zermelo/solver/value"
	"zermelo/tablebase"
	"zermelo/tablebase/store"
)

// Game answers questions about the positions of one solved game. It is safe for
// concurrent use. Mistakes in what the user typed are games.InputError; other
// errors are those of the table, for missing or damaged data.
//
// Methods that take a text read it as a position in the game's notation; an empty
// text is the start.
type Game interface {
	// Info describes the game.
	Info() *games.Info
	// Solution describes the solution.
	Solution() *job.Solution
	// Size is the size of the table on disk, in bytes.
	Size() (int64, error)
	// Close releases the table.
	Close() error

	// Start is the first position.
	Start() (*Position, error)
	// Position looks up a position and its moves.
	Position(text string) (*Position, error)
	// View is Position with the board cell by cell, for programs that draw it.
	View(text string) (*View, error)
	// Unstored is View for a position that the table does not have. Its value is
	// unknown, and moves have values only where they lead back into the table.
	Unstored(text string) (*View, error)
	// Draw draws a position. The table need not have it.
	Draw(text string) (games.Drawing, error)

	// Follow plays typed moves from a position, as games.Play does, and returns all
	// positions on the way, the first one included. A game without a table looks up only the last one: the
	// others have moves but no values, as those may take a search. The error for an
	// illegal move names it, its place and the legal moves.
	Follow(from string, moves []string) ([]*Position, error)
	// Line is a principal variation from a position, at most limit moves long: the
	// positions, first one included, and the moves between them. It stops where a
	// position comes back. Where both players choose at once it follows the most
	// likely joint move.
	Line(from string, limit int) (line []*Position, moves []string, err error)

	// Answer fills in rows, of which the caller gives the inputs; see Row. Best says
	// whether best moves are wanted. Mistakes in an input are the row's.
	Answer(rows []Row, best bool) error
	// Packed looks up the position with these words of a state.
	Packed(words []uint64) (*Position, error)
	// LongestWin is a position with the longest forced win, from a table of tiers;
	// nil for other tables and where nobody can force a win.
	LongestWin() (*Position, error)
	// Zugzwangs counts mutual zugzwangs in a table of tiers; nil for other tables,
	// for games without passing, and for games that are too large.
	Zugzwangs() (*Zugzwangs, error)
	// HighStakes lists at most count positions with the greatest Stakes, one from
	// a layer, the greatest first. It reads the whole table. The list is empty
	// where two players take turns in a contest.
	HighStakes(count int) ([]*Position, error)
	// Measure measures the game; see measure.Of for the cost and the errors.
	Measure(ctx context.Context) (*measure.Measures, error)
	// Counts counts all positions, of tiers all of the numbering or those that the start
	// leads to; see measure.CountStates and measure.CountTiers for the cost and the errors.
	Counts(ctx context.Context, reachable bool) (*measure.Counts, error)

	// standing rates a payoff for the player who gets it: from -1, the least there
	// is, over 0, half of the total, to 1, the most.
	standing(payoff *big.Rat) float64
}

// Table finds the values of states. They need not be canonical.
type Table[S games.State] interface {
	Probe(dst []value.Outcome, states []S) ([]value.Outcome, error)
	// Size is in bytes on disk.
	Size() (int64, error)
	Close() error
}

// finder is a Table whose Find gives an outcome without payoffs for a state that it does
// not have.
type finder[S games.State] interface {
	Find(dst []value.Outcome, states []S) ([]value.Outcome, error)
}

// solvedGame is a Game with states of type S.
type solvedGame[S games.State] struct {
	game     games.Game[S]
	info     *games.Info
	notation games.Notation[S]
	table    Table[S]
	solution *job.Solution

	mu      sync.RWMutex // guards values
	values  map[whole]Value
	answers sync.Once // before the first call of Answer
}

// New makes a Game from the rules, a table and the description of its solution.
// Closing it closes the table.
func New[S games.State](g games.Game[S], table Table[S], solution *job.Solution) Game {
	return &solvedGame[S]{game: g, info: g.Info(), notation: games.NotationOf(g), table: table, solution: solution, values: map[whole]Value{}}
}

func (b *solvedGame[S]) Info() *games.Info       { return b.info }
func (b *solvedGame[S]) Solution() *job.Solution { return b.solution }
func (b *solvedGame[S]) Size() (int64, error)    { return b.table.Size() }
func (b *solvedGame[S]) Close() error            { return b.table.Close() }

func (b *solvedGame[S]) Start() (*Position, error) { return b.position(b.game.Start()) }

func (b *solvedGame[S]) Measure(ctx context.Context) (*measure.Measures, error) {
	return measure.Of(ctx, b.game, measure.Table[S](b.table), b.solution)
}

func (b *solvedGame[S]) Position(text string) (*Position, error) { return b.at(text, b.position) }

// at is the position that find makes of the state of a text.
func (b *solvedGame[S]) at(text string, find func(S) (*Position, error)) (*Position, error) {
	s, err := b.state(text)
	if err != nil {
		return nil, err
	}
	return find(s)
}

func (b *solvedGame[S]) Draw(text string) (games.Drawing, error) {
	s, err := b.state(text)
	if err != nil {
		return games.Drawing{}, err
	}
	return games.DrawingOf(b.game, s), nil
}

// state reads a position; an empty text means the start.
func (b *solvedGame[S]) state(text string) (S, error) {
	if text == "" {
		return b.game.Start(), nil
	}
	return b.notation.ParseState(text)
}

// Open opens the table of a variant in the data directory db. Its errors are
// those of tablebase.Open.
func Open(db string, v games.Variant) (Game, error) {
	return games.ByState(v, openTable[uint64], openTable[[2]uint64], openTable[[4]uint64])(db)
}

func openTable[S games.State](g games.Game[S]) func(db string) (Game, error) {
	return func(db string) (Game, error) {
		table, err := tablebase.Open(db, g)
		if err != nil {
			return nil, err
		}
		return New(g, table, table.Solution()), nil
	}
}

// notStoredError says that no play from the start leads to a position, so that the
// table has no value for it. It is a games.InputError and a store.ErrNotStored.
type notStoredError struct{ error }

func (e *notStoredError) Unwrap() []error { return []error{e.error, store.ErrNotStored} }

// explain turns store.ErrNotStored into a notStoredError.
func (b *solvedGame[S]) explain(text string, err error) error {
	if errors.Is(err, store.ErrNotStored) {
		return &notStoredError{games.BadInput("position %s of %s: no play from the start leads to it, so the table has no value for it", games.Echo(text), b.info.Label())}
	}
	return err
}

// Reads reports whether text is a position of a variant in its notation, reachable or
// not.
func Reads(v games.Variant, text string) bool {
	return games.ByState(v, reads[uint64], reads[[2]uint64], reads[[4]uint64])(text)
}

func reads[S games.State](g games.Game[S]) func(text string) bool {
	return func(text string) bool {
		_, err := games.NotationOf(g).ParseState(text)
		return err == nil
	}
}

// After is the position of a variant, in its notation, after typed moves from a text,
// the start if that is empty; see games.Play.
func After(v games.Variant, from string, moves []string) (string, error) {
	return games.ByState(v, after[uint64], after[[2]uint64], after[[4]uint64])(from, moves)
}

func after[S games.State](g games.Game[S]) func(from string, moves []string) (string, error) {
	return func(from string, moves []string) (string, error) {
		b := solvedGame[S]{game: g, notation: games.NotationOf(g)}
		s, err := b.state(from)
		if err != nil {
			return "", err
		}
		line, err := games.Play(g, s, moves)
		if err != nil {
			return "", err
		}
		return b.notation.FormatState(line[len(line)-1]), nil
	}
}
