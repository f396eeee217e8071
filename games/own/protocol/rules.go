package protocol

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"
	"unicode/utf8"

	"zermelo/games"
)

// Rules is an instance of rules that run outside the program. It is not safe for
// concurrent use, and must not be used after an error. Error messages are written
// for the author of the game.
type Rules interface {
	// Start returns the initial state.
	Start(ctx context.Context) (string, error)
	// Expand replaces the contents of to with the answers for the states. The names
	// of moves may be missing if names is false.
	Expand(ctx context.Context, to *Answers, states *Texts, names bool) error
	// Draw is called only if Hello.Can contains Draw.
	Draw(ctx context.Context, state string) (Drawing, error)
	// Estimate appends, for each state, a score in [-1, 1] from the view of the role
	// to move. It is called only if Hello.Can contains Estimate.
	Estimate(ctx context.Context, dst []float32, states *Texts) ([]float32, error)
	// Images replaces the contents of to with the images of each state under all
	// symmetries, the same number for each state in the same order. It is called
	// only if Hello.Can contains Images.
	Images(ctx context.Context, to *Texts, states *Texts) error
	Close() error
}

// Drawing is a drawing of a position, made by the rules. Rows are listed from the
// top. They have the same length and contain one character per cell. Notes are shown
// below the board.
type Drawing struct {
	Rows  []string `json:"rows"`
	Notes []string `json:"notes,omitempty"`
}

// Texts is a list of strings, stored as their concatenation and end offsets.
type Texts struct {
	Bytes []byte
	Ends  []int32
}

// Reset empties the list.
func (t *Texts) Reset() { t.Bytes, t.Ends = t.Bytes[:0], t.Ends[:0] }

// Len returns the number of texts.
func (t *Texts) Len() int { return len(t.Ends) }

// At returns text i, which is valid until the list changes.
func (t *Texts) At(i int) []byte {
	from := int32(0)
	if i > 0 {
		from = t.Ends[i-1]
	}
	return t.Bytes[from:t.Ends[i]]
}

// Add appends a text.
func (t *Texts) Add(text string) {
	t.Bytes = append(t.Bytes, text...)
	t.End()
}

// End ends a text whose bytes have been appended to Bytes.
func (t *Texts) End() { t.Ends = append(t.Ends, int32(len(t.Bytes))) }

// Answer is the answer for a state, without the texts of its children and moves.
type Answer struct {
	Mover    int8 // a role, or games.Both
	Terminal bool
	Named    bool // whether the moves have names
	Rows     int32
	Columns  int32 // 1 if only one role moves
	Layer    int32
	Payoffs  games.Payoff // if Terminal
}

// Children returns the number of children.
func (a *Answer) Children() int { return int(a.Rows) * int(a.Columns) }

func (a *Answer) names() int {
	switch {
	case !a.Named:
		return 0
	case a.Mover == games.Both:
		return int(a.Rows + a.Columns)
	}
	return int(a.Rows)
}

// Answers contains the answers for a batch of states.
type Answers struct {
	List     []Answer
	Children Texts // children of all states; matrices in row-major order
	Names    Texts // names of all moves; rows precede columns
	// Weights contains a weight for each child of a state in which chance moves.
	Weights []uint32
}

// AddWeight appends a weight.
func (a *Answers) AddWeight(n int64) error {
	if n < 1 || n > math.MaxUint32 {
		return fmt.Errorf("a weight is %d, expected a whole number from 1 to %d; leave out outcomes that cannot occur", n, uint32(math.MaxUint32))
	}
	a.Weights = append(a.Weights, uint32(n))
	return nil
}

func (a *Answers) Reset() {
	a.List = a.List[:0]
	a.Children.Reset()
	a.Names.Reset()
	a.Weights = a.Weights[:0]
}

const (
	maxChildren = 1 << 16 // per state
	MaxReply    = 64 << 20
)

// Check checks that there is one answer per state, that each answer is consistent
// with h, that move names are valid, and that the numbers of texts match. It does
// not check child states; see CheckState.
func (a *Answers) Check(h *Hello, states *Texts) error {
	if len(a.List) != states.Len() {
		return fmt.Errorf("expand: the rules returned %s for %s", games.Count(len(a.List), "answer"), games.Count(states.Len(), "state"))
	}
	child, name := 0, 0
	for i := range a.List {
		at := &a.List[i]
		if err := a.check(h, at, child, name); err != nil {
			return fmt.Errorf("state %s: %w", games.Echo(string(states.At(i))), err)
		}
		child += at.Children()
		name += at.names()
	}
	if child != a.Children.Len() || name != a.Names.Len() {
		return fmt.Errorf("expand: got %d states and %d move names, expected %d and %d", a.Children.Len(), a.Names.Len(), child, name)
	}
	return nil
}

func (a *Answers) check(h *Hello, at *Answer, child, name int) error {
	switch {
	case at.Terminal && (at.Rows != 0 || at.Columns != 0):
		return fmt.Errorf("the game returned both payoffs and moves; only a terminal state may have payoffs")
	case at.Terminal:
		return checkPayoffs(h, at.Payoffs)
	case at.Rows < 1 || at.Columns < 1:
		return fmt.Errorf("the game returned neither moves nor payoffs; a terminal state requires payoffs")
	case at.Rows > maxChildren || at.Columns > maxChildren || at.Children() > maxChildren:
		return fmt.Errorf("the game returned %d x %d moves; the maximum is %d", at.Rows, at.Columns, maxChildren)
	case at.Mover == games.Both && h.Turns != Both:
		return fmt.Errorf("both roles have moves, which requires turns = %q", Both)
	case at.Mover == games.Chance && !h.Chance:
		return fmt.Errorf("the move is random, which requires chance = true (True in scripts)")
	case at.Mover != games.Both && at.Mover != games.Chance && (at.Mover < 0 || int(at.Mover) >= len(h.Roles)):
		return fmt.Errorf("the role to move is %d, expected 0 to %d", at.Mover, len(h.Roles)-1)
	case at.Mover != games.Both && at.Columns != 1:
		return fmt.Errorf("the game returned %d columns of moves, expected 1 because only one role moves", at.Columns)
	case child+at.Children() > a.Children.Len() || name+at.names() > a.Names.Len():
		return fmt.Errorf("the game returned fewer states or move names than it declared")
	}
	for i := name; i < name+at.names(); i++ {
		if err := checkMove(a.Names.At(i)); err != nil {
			return err
		}
	}
	return nil
}

// checkPayoffs checks the payoffs of a terminal state against the declarations in h.
func checkPayoffs(h *Hello, p games.Payoff) error {
	if sum := int(p[0]) + int(p[1]); h.Total != nil && sum != *h.Total {
		return fmt.Errorf("the payoffs %d and %d add up to %d, but total is %d; correct one of them, or omit total if the sum varies", p[0], p[1], sum, *h.Total)
	}
	if len(h.Payoffs) == 0 {
		if len(h.Roles) == 1 && p[0] < 0 {
			return fmt.Errorf("payoff %d is negative; list all possible payoffs in the field \"payoffs\"", p[0])
		}
		return nil
	}
	if !slices.Contains(h.Payoffs, int(p[0])) {
		return fmt.Errorf("payoff %d is not in payoffs, %v", p[0], h.Payoffs)
	}
	return nil
}

// CheckState returns an error if text is not a valid state.
func CheckState(text []byte) error {
	if len(text) == 0 || len(text) > maxLength {
		return fmt.Errorf("a state has %d characters, expected 1 to %d", len(text), maxLength)
	}
	if at := CheckPlain(text); at >= 0 {
		return fmt.Errorf("state %q contains %q; %s", games.Echo(string(text)), runeAt(text, at), plainOnly)
	}
	return nil
}

func runeAt(text []byte, at int) rune {
	r, _ := utf8.DecodeRune(text[at:])
	return r
}

func checkMove(text []byte) error {
	bad := CheckPlain(text)
	for i, c := range text {
		if bad < 0 && (c == '+' || c == ',') {
			bad = i
		}
	}
	switch {
	case len(text) == 0 || len(text) > 200:
		return fmt.Errorf("a move name has %d characters, expected 1 to 200", len(text))
	case bad >= 0:
		return fmt.Errorf("move name %q contains %q; %s, except + and a comma", games.Echo(string(text)), runeAt(text, bad), plainOnly)
	}
	return nil
}

// Limits bounds the time and memory of each call to the rules.
type Limits struct {
	Time   time.Duration // wall-clock time per batch
	Memory uint64        // bytes
	Watch  Watch         // may be nil
	// Explore, if not 0, limits the wall-clock time in which a game that declares no
	// layers is explored. A game that takes longer is treated like one with too many
	// states, unless its states must be numbered.
	Explore time.Duration
}

// WithDefaults replaces a Time of zero with 10 s and a Memory of zero with 512 MiB.
func (l Limits) WithDefaults() Limits {
	l.Time, l.Memory = cmp.Or(l.Time, 10*time.Second), cmp.Or(l.Memory, 512<<20)
	return l
}
