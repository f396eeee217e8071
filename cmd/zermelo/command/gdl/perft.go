package gdl

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/counts"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games/gdl/machine"
	"zermelo/games/gdl/work"
)

const perftLong = `Count the sequences of 1, 2, ... DEPTH joint moves from the start of a rule
sheet:
the usual fingerprint of rules. A play that ends earlier counts up to its end.`

const perftExample = `  zermelo gdl perft ticTacToe.kif 5
  zermelo gdl perft breakthrough.kif 3 --json`

func (e *env) newPerft() *cobra.Command {
	return e.command(&cobra.Command{
		Use: "perft FILE DEPTH", Short: "Count the plays of a rule sheet by length", Long: perftLong, Example: perftExample,
		Args: usage.Args(2, 2, "a rule sheet and a depth", "zermelo gdl perft ticTacToe.kif 5"),
	}, e.runPerft)
}

func (e *env) runPerft(ctx context.Context, args []string, limits work.Limits) error {
	c, err := counts.NewMoves(args[1])
	if err != nil {
		return err
	}
	m, err := load(ctx, args[0], "perft", limits)
	if err != nil {
		return err
	}
	c.Begin(m.Name)
	w := perftWalk{ctx: ctx, machine: m, play: m.NewPlay(), counts: c.Counts}
	if err := w.walk(0); err != nil {
		return err
	}
	return c.Show(e.out, *e.json)
}

// perftWalk goes through all plays in depth-first order.
type perftWalk struct {
	ctx     context.Context
	machine *machine.Machine
	play    *machine.Play
	counts  []int64
	visited int64
}

// walk counts the plays on from the present position, which comes after ply
// plies, and leaves the play anywhere.
func (w *perftWalk) walk(ply int) error {
	if w.visited++; w.visited%1024 == 0 && w.ctx.Err() != nil {
		return fmt.Errorf("perft %s: interrupted", w.machine.Name)
	}
	if ply == len(w.counts) || w.play.Terminal() {
		return nil
	}
	legal := make([][]int32, len(w.machine.Roles))
	product := int64(1)
	for role := range legal {
		legal[role] = w.play.Legal(nil, role)
		product *= int64(len(legal[role]))
	}
	if w.counts[ply] += product; ply+1 == len(w.counts) {
		return nil
	}
	here := w.play.State(nil)
	joint, chosen := make([]int32, len(legal)), make([]int, len(legal))
	for range product {
		for role, i := range chosen {
			joint[role] = legal[role][i]
		}
		w.play.Do(joint)
		if err := w.walk(ply + 1); err != nil {
			return err
		}
		w.play.SetState(here)
		for role := range chosen {
			if chosen[role]++; chosen[role] < len(legal[role]) {
				break
			}
			chosen[role] = 0
		}
	}
	return nil
}
