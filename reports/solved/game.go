// Package solved looks up positions of solved games: their values, the moves that keep the value,
// and lines of perfect play.
//
// Open opens the table of a game, OpenProof opens a proof or other stored search results, and New
// accepts any Table. A Searcher searches positions that have no stored results. A Game hides the
// state type: positions are passed as text in the game's notation.
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
	"zermelo/tablebase/verify"
)

// A Game looks up positions of a solved game. It is safe for concurrent use. Positions are passed
// as text in the game's notation; the empty string means the start position. Errors due to invalid
// input are of type [games.InputError]. All other errors come from the table.
type Game interface {
	Variant() games.Variant
	Info() *games.Info
	Solution() *job.Solution
	Size() (int64, error) // size of the table on disk, in bytes
	Close() error         // closes the table

	Start() (*Position, error)
	// Position looks up a position and its moves.
	Position(text string) (*Position, error)
	// View is like Position, but includes each board cell, for programs that draw the board.
	View(text string) (*View, error)
	// Unstored is like View, but for a position that is not in the table. Its value is unknown,
	// and moves have values only if they lead to positions in the table.
	Unstored(text string) (*View, error)
	// Admit checks without running foreign rules whether a position may be passed to them. If the
	// position is neither stored nor known to the rules from an earlier move, the error is both a
	// games.InputError and a store.ErrNotStored.
	Admit(text string) error
	// Draw returns the board of a position, even if the table does not contain it.
	Draw(text string) (games.Drawing, error)

	// Follow plays moves from a position, like games.Play, and returns all positions, including
	// the first. Without a table of all positions, only the last position has values. The error
	// for an illegal move includes its number and the legal moves.
	Follow(from string, moves []string) ([]*Position, error)
	// After is like Follow, but returns only the text of the last position.
	After(from string, moves []string) (string, error)
	// FindMove returns the index of the move name that typed denotes; see games.FindMoveIn.
	FindMove(typed string, names []string) (at int, fits []string)
	// Line returns a principal variation of at most limit moves from a position, which is the
	// first element of line. It ends if a position repeats. If both players choose
	// simultaneously, it follows the most probable joint move.
	Line(from string, limit int) (line []*Position, moves []string, err error)

	// Answer looks up many inputs. It sets Row.Best and Row.Moves only if best and moves are set.
	// Invalid input is reported in Row.Err.
	Answer(rows []Row, best, moves bool) error
	// Tracer returns a Tracer for recorded games. progress, if not nil, is called with numbers of
	// positions that have been looked up.
	Tracer(progress func(positions int)) Tracer
	// Packed looks up a position given the words of its state.
	Packed(words []uint64) (*Position, error)
	// LongestWin returns a position with the longest forced win in a tiered table, or nil.
	LongestWin() (*Position, error)
	// Zugzwangs counts mutual zugzwangs in a tiered table. It returns nil for other tables, for
	// games without passing, and for games that are too large.
	Zugzwangs() (*Zugzwangs, error)
	// HighStakes returns up to count positions with the highest Stakes, at most one per layer, in
	// descending order. It reads the whole table. The list is empty for alternating games.
	HighStakes(count int) ([]*Position, error)
	// Measure computes the measures of the game. For the cost and the errors, see measure.Of.
	Measure(ctx context.Context) (*measure.Measures, error)
	// Counts counts all positions. In a game with tiers, it counts all numbered positions or, if
	// reachable is set, only reachable ones. For the cost and the errors, see measure.CountStates
	// and measure.CountTiers.
	Counts(ctx context.Context, reachable bool) (*measure.Counts, error)

	// standing maps a player's payoff linearly to [-1, 1]. Half of the total becomes 0.
	standing(payoff *big.Rat) float64
}

// Table provides the values of states, whether canonical or not.
type Table[S games.State] interface {
	Probe(dst []value.Outcome, states []S) ([]value.Outcome, error)
	Size() (int64, error) // size on disk in bytes
	Close() error
}

type solvedGame[S games.State] struct {
	game     games.Game[S]
	info     *games.Info
	rows     *games.Info // info without the unit, for the values of moves
	notation games.Notation[S]
	table    Table[S]
	stored   *tablebase.Table[S] // table, or nil if it is of another type
	searched *searchedTable[S]   // table, or nil if it is of another type
	solution *job.Solution
	even     *big.Rat // see value.Even

	mu      sync.RWMutex // guards values
	values  map[integerOutcome]Value
	answers sync.Once // enlarges the cache on the first call to Answer
}

// New returns a Game with the given rules, table and solution. Closing the Game closes the table.
func New[S games.State](g games.Game[S], table Table[S], solution *job.Solution) Game {
	_, layered := g.(games.Layered[S])
	b := &solvedGame[S]{
		game: g, info: g.Info(), rows: g.Info().WithoutUnit(), notation: games.NotationOf(g), table: table, solution: solution,
		even: value.Even(g.Info(), !layered), values: map[integerOutcome]Value{},
	}
	b.stored, _ = table.(*tablebase.Table[S])
	b.searched, _ = table.(*searchedTable[S])
	return b
}

// best compares the outcomes of two children of a state where only mover has a choice.
func (b *solvedGame[S]) best(mover int, x, y value.Outcome) int {
	return value.Best(b.solution.Outcomes.Kind, b.even, mover, x, y)
}

func (b *solvedGame[S]) Variant() games.Variant  { return b.game }
func (b *solvedGame[S]) Info() *games.Info       { return b.info }
func (b *solvedGame[S]) Solution() *job.Solution { return b.solution }
func (b *solvedGame[S]) Size() (int64, error)    { return b.table.Size() }
func (b *solvedGame[S]) Close() error            { return b.table.Close() }

func (b *solvedGame[S]) Start() (*Position, error) { return b.position(b.game.Start()) }

func (b *solvedGame[S]) Measure(ctx context.Context) (*measure.Measures, error) {
	return measure.Of(ctx, b.game, measure.Table[S](b.table), b.solution)
}

func (b *solvedGame[S]) Position(text string) (*Position, error) {
	s, err := stateOf(b.game, text)
	if err != nil {
		return nil, err
	}
	return b.position(s)
}

func (b *solvedGame[S]) Draw(text string) (games.Drawing, error) {
	s, err := stateOf(b.game, text)
	if err != nil {
		return games.Drawing{}, err
	}
	return games.DrawingOf(b.game, s), nil
}

// stateOf parses a position. The empty string means the start position.
func stateOf[S games.State](g games.Game[S], text string) (S, error) {
	if text == "" {
		return g.Start(), nil
	}
	return games.NotationOf(g).ParseState(text)
}

func (b *solvedGame[S]) Admit(text string) error {
	r, foreign := any(b.game).(games.KnownParser[S])
	if text == "" || !foreign {
		return nil
	}
	s, known, err := r.ParseKnown(text)
	if err != nil || known {
		return err
	}
	if b.stored != nil {
		if found, err := b.stored.Contains(s); found || err != nil {
			return err
		}
	}
	return &notStoredError{games.BadInput("position %s of %s: not stored, and cannot be checked by the rules of this game; reach it by moves from the start", games.Echo(text), b.info.Label())}
}

// HasForeignRules reports whether the rules of a variant are implemented outside this program.
func HasForeignRules(v games.Variant) bool {
	return games.ByState(v, foreign[uint64], foreign[[2]uint64], foreign[[4]uint64])
}

func foreign[S games.State](g games.Game[S]) bool {
	_, ok := any(g).(games.KnownParser[S])
	return ok
}

// Open opens the table of a variant in the data directory db. Errors are those of [verify.Open].
func Open(db string, v games.Variant) (Game, error) {
	return games.ByState(v, openTable[uint64], openTable[[2]uint64], wideTable)(db)
}

func openTable[S games.State](g games.Game[S]) func(db string) (Game, error) {
	return func(db string) (Game, error) {
		open := tablebase.Open[S]
		if foreignRules {
			open = verify.Open[S]
		}
		table, err := open(db, g)
		if err != nil {
			return nil, err
		}
		return New(g, table, table.Solution()), nil
	}
}

// follow returns a *store.ForeignError if the rules are not built in and the value of a state does
// not follow from the values of its children.
func (b *solvedGame[S]) follow(states ...S) error {
	if foreignRules && b.stored != nil && b.info.External != nil {
		return verify.Follow(b.stored, states)
	}
	return nil
}

// notStoredError is returned for a position that is not in the table. It matches both
// games.InputError and store.ErrNotStored.
type notStoredError struct{ error }

func (e *notStoredError) Unwrap() []error { return []error{e.error, store.ErrNotStored} }

// explain converts store.ErrNotStored to a notStoredError.
func (b *solvedGame[S]) explain(text string, err error) error {
	if errors.Is(err, store.ErrNotStored) {
		return &notStoredError{games.BadInput("position %s of %s: not in the table, because it cannot be reached from the start", games.Echo(text), b.info.Label())}
	}
	return err
}

// StartBoard returns the board of a variant's start position. It requires no table.
func StartBoard(v games.Variant) (ViewBoard, error) {
	d := games.ByState(v, startDrawing[uint64], startDrawing[[2]uint64], startDrawing[[4]uint64])
	return NewViewBoard(d), games.Failure(v)
}

func startDrawing[S games.State](g games.Game[S]) games.Drawing { return games.DrawingOf(g, g.Start()) }

// Reads reports whether text is a position in a variant's notation. The position need not be
// reachable.
func Reads(v games.Variant, text string) bool {
	return games.ByState(v, reads[uint64], reads[[2]uint64], reads[[4]uint64])(text)
}

func reads[S games.State](g games.Game[S]) func(text string) bool {
	return func(text string) bool {
		_, err := games.NotationOf(g).ParseState(text)
		return err == nil
	}
}

// After plays moves from a position, or from the start position if from is empty, and returns the
// resulting position; see [games.Play].
func After(v games.Variant, from string, moves []string) (string, error) {
	return games.ByState(v, after[uint64], after[[2]uint64], after[[4]uint64])(from, moves)
}

func (b *solvedGame[S]) After(from string, moves []string) (string, error) {
	return after(b.game)(from, moves)
}

func after[S games.State](g games.Game[S]) func(from string, moves []string) (string, error) {
	return func(from string, moves []string) (string, error) {
		s, err := stateOf(g, from)
		if err != nil {
			return "", err
		}
		line, err := games.Play(g, s, moves)
		if err != nil {
			return "", err
		}
		return games.NotationOf(g).FormatState(line[len(line)-1]), nil
	}
}
