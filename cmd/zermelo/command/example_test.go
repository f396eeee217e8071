package command_test

import (
	"context"
	"io"
	"os"
	"testing"

	"zermelo/cmd/zermelo/command"
	"zermelo/games"
	"zermelo/games/builtin"
)

// This example adds a game to the built-in ones. The main function of such a program
// passes os.Args[1:]... instead of fixed arguments.
func Example() {
	registry := builtin.Registry()
	registry.Entries = append(registry.Entries, games.Entry{
		Name: "countdown", Summary: "take one or two from ten; the last one wins",
		New: newCountdown,
	})
	db, _ := os.MkdirTemp("", "zermelo")
	defer os.RemoveAll(db)
	ctx := context.Background()
	command.Run(ctx, command.Options{Registry: registry, Stdout: io.Discard}, "solve", "countdown", "--quiet", "--db", db)
	command.Run(ctx, command.Options{Registry: registry}, "query", "countdown", "--db", db)
	// Output:
	//     14
	//
	// Position 14
	//
	// First to move: first wins in 7 plies.
	//
	//      move  value                   keeps the value  position
	//   1  1     first wins in 6 plies   yes              13
	//   2  2     second wins in 5 plies  no               11
}

// countdown is a game for two players, who alternately take one or two of ten objects.
// The player to take the last object wins. A state is twice the number of remaining
// objects, plus one if the second player is to move.
type countdown struct{ info games.Info }

func newCountdown(games.Choice) (games.Variant, error) {
	return &countdown{games.Info{
		Title: "Countdown", Roles: []string{"first", "second"}, Total: 1, Payoffs: []int{0, 1}, LayerName: "taken",
		Rules: []string{"Take one or two from ten, in turn. The player who takes the last wins."},
	}}, nil
}

func (c *countdown) Info() *games.Info { return &c.info }

func (*countdown) Start() uint64 { return 2 * 10 }

func (*countdown) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		for take := uint64(1); take <= min(2, s/2); take++ {
			dst = append(dst, (s/2-take)*2+1-s%2)
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// Movers returns the role to move in each state.
func (*countdown) Movers(dst []int8, src []uint64) []int8 {
	for _, s := range src {
		dst = append(dst, int8(s%2))
	}
	return dst
}

func (*countdown) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	for _, s := range src {
		if s%2 == 1 { // the first player has taken the last object
			dst = append(dst, games.Payoff{1, 0})
		} else {
			dst = append(dst, games.Payoff{0, 1})
		}
	}
	return dst
}

// Layers returns the number of objects taken, which increases with every move.
func (*countdown) Layers(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		dst = append(dst, 10-int32(s/2))
	}
	return dst
}

func (*countdown) Span() int { return 2 }

func TestTheGameOfTheExampleKeepsTheContract(t *testing.T) {
	v, err := newCountdown(games.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	if err := games.Check(v.(games.Game[uint64]), 100); err != nil {
		t.Error(err)
	}
}
