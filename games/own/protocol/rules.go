package protocol

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"zermelo/games"
)

// Rules are the rules of a game that comes from outside: an instance of them, which one
// goroutine uses at a time. Errors are in words for the author of the game, and final.
type Rules interface {
	// Start is the first state.
	Start(ctx context.Context) (string, error)
	// Expand answers for each state, after emptying to. Names of moves are left out where
	// they are not wanted, if that saves time.
	Expand(ctx context.Context, to *Answers, states *Texts, names bool) error
	// Draw draws a state, as lines of text, and lines below them. It is asked of rules
	// that can Draw.
	Draw(ctx context.Context, state string) (Drawing, error)
	// Estimate appends how good each state looks for who is to move, -1 to 1. It is asked
	// of rules that can Estimate.
	Estimate(ctx context.Context, dst []float32, states *Texts) ([]float32, error)
	// Images fills to with the images of each state under all symmetries, in a fixed
	// order of these, the same number for each. It is asked of rules with Images.
	Images(ctx context.Context, to *Texts, states *Texts) error
	// Close ends the instance.
	Close() error
}

// Drawing is a position drawn by a game: rows of one length from the top, a character a
// cell, and lines below the board.
type Drawing struct {
	Rows  []string `json:"rows"`
	Notes []string `json:"notes,omitempty"`
}

// Texts is a list of texts, back to back.
type Texts struct {
	Bytes []byte
	Ends  []int32
}

// Reset empties the list.
func (t *Texts) Reset() { t.Bytes, t.Ends = t.Bytes[:0], t.Ends[:0] }

// Len is the number of texts.
func (t *Texts) Len() int { return len(t.Ends) }

// At is text number i, which holds until the list is changed.
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

// End ends the text that was appended to Bytes.
func (t *Texts) End() { t.Ends = append(t.Ends, int32(len(t.Bytes))) }

// Answer is what a game says of a state, but for the texts.
type Answer struct {
	Mover   int8 // a role, or games.Both
	Over    bool
	Named   bool // the names of the moves are there
	Rows    int32
	Columns int32 // 1 where one role moves
	Layer   int32
	Payoffs games.Payoff // where play is over
}

// Children is the number of child states.
func (a *Answer) Children() int { return int(a.Rows) * int(a.Columns) }

// names is the number of names.
func (a *Answer) names() int {
	switch {
	case !a.Named:
		return 0
	case a.Mover == games.Both:
		return int(a.Rows + a.Columns)
	}
	return int(a.Rows)
}

// Answers are what a game says of a batch of states. Buffers are used again.
type Answers struct {
	List     []Answer
	Children Texts // of all states: a matrix row by row where both move
	Names    Texts // of the moves: rows, then columns
}

// Reset empties the answers.
func (a *Answers) Reset() {
	a.List = a.List[:0]
	a.Children.Reset()
	a.Names.Reset()
}

// The limits of an answer.
const (
	MaxChildren = 1 << 16 // of a state
	MaxReply    = 64 << 20
)

// Check tests that there is an answer for each state, and that each makes sense in itself:
// names of plain characters, as many texts as said. The error is about the first that does
// not. Of states see CheckState.
func (a *Answers) Check(h *Hello, states *Texts) error {
	if len(a.List) != states.Len() {
		return fmt.Errorf("expand: %s for %s", games.Count(len(a.List), "answer"), games.Count(states.Len(), "state"))
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
		return fmt.Errorf("expand: %d states and %d names of moves, want %d and %d", a.Children.Len(), a.Names.Len(), child, name)
	}
	return nil
}

func (a *Answers) check(h *Hello, at *Answer, child, name int) error {
	switch {
	case at.Over && (at.Rows != 0 || at.Columns != 0):
		return fmt.Errorf("there are payoffs and moves: want payoffs where the game is over, and else moves")
	case at.Over:
		return checkPayoffs(h, at.Payoffs)
	case at.Rows < 1 || at.Columns < 1:
		return fmt.Errorf("there are no moves and no payoffs: want payoffs where the game is over")
	case at.Rows > MaxChildren || at.Columns > MaxChildren || at.Children() > MaxChildren:
		return fmt.Errorf("%d times %d moves: want at most %d", at.Rows, at.Columns, MaxChildren)
	case at.Mover == games.Both && h.Turns != Both:
		return fmt.Errorf("both roles choose, but turns is not %q", Both)
	case at.Mover != games.Both && (at.Mover < 0 || int(at.Mover) >= len(h.Roles)):
		return fmt.Errorf("role %d is to move: want 0 to %d", at.Mover, len(h.Roles)-1)
	case at.Mover != games.Both && at.Columns != 1:
		return fmt.Errorf("%d columns of moves where one role moves", at.Columns)
	case child+at.Children() > a.Children.Len() || name+at.names() > a.Names.Len():
		return fmt.Errorf("fewer states or names of moves than are said to be there")
	}
	for i := name; i < name+at.names(); i++ {
		if err := checkMove(a.Names.At(i)); err != nil {
			return err
		}
	}
	return nil
}

// checkPayoffs tests the payoffs of a state against what the game has said of itself.
func checkPayoffs(h *Hello, p games.Payoff) error {
	if sum := int(p[0]) + int(p[1]); h.Total != nil && sum != *h.Total {
		return fmt.Errorf("the payoffs %d and %d add up to %d, but total is %d", p[0], p[1], sum, *h.Total)
	}
	if len(h.Payoffs) == 0 {
		if len(h.Roles) == 1 && p[0] < 0 {
			return fmt.Errorf("the payoff %d is less than 0: list all that can occur as payoffs", p[0])
		}
		return nil
	}
	for _, want := range h.Payoffs {
		if int(p[0]) == want {
			return nil
		}
	}
	return fmt.Errorf("the payoff %d is not one of %v, the payoffs that were said to occur", p[0], h.Payoffs)
}

// CheckState tests that a text can be a state.
func CheckState(text []byte) error {
	if len(text) == 0 || len(text) > maxLength {
		return fmt.Errorf("a state of %d characters: want 1 to %d", len(text), maxLength)
	}
	if at := CheckPlain(text); at >= 0 {
		return fmt.Errorf("the state %q with %q in it: %s", games.Echo(string(text)), rune(text[at]), wantPlain)
	}
	return nil
}

// checkMove tests that a text can be the name of a move.
func checkMove(text []byte) error {
	bad := CheckPlain(text)
	for i, c := range text {
		if bad < 0 && (c == '+' || c == ',') {
			bad = i
		}
	}
	switch {
	case len(text) == 0 || len(text) > 200:
		return fmt.Errorf("a move has a name of %d characters: want 1 to 200", len(text))
	case bad >= 0:
		return fmt.Errorf("the move %q has %q in its name: %s, + and a comma", games.Echo(string(text)), rune(text[bad]), wantPlain)
	}
	return nil
}

// Limits are what a call of Rules may take.
type Limits struct {
	Time   time.Duration // of a call for a batch, by the clock
	Memory uint64        // bytes
}

// WithDefaults puts 10 s and 512 MiB where there is nothing.
func (l Limits) WithDefaults() Limits {
	return Limits{cmp.Or(l.Time, 10*time.Second), cmp.Or(l.Memory, 512<<20)}
}
