package forecast

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"zermelo/games"
	"zermelo/games/builtin"
	_ "zermelo/games/gamestest"
	"zermelo/solver/machine"
)

func of[S games.State](g games.Game[S]) *Estimate {
	l, ok := g.(games.Layered[S])
	if !ok {
		return nil
	}
	o := Options{}
	fmt.Sscan(os.Getenv("EXACT"), &o.Exact)
	e, err := Layered(context.Background(), g, l, o)
	if err != nil {
		panic(err)
	}
	return e
}

func TestProto(t *testing.T) {
	for _, spec := range strings.Fields(os.Getenv("SPEC")) {
		v, err := builtin.Registry().Open(spec)
		if err != nil {
			t.Fatal(err)
		}
		cpu := machine.CPUTime()
		e := games.ByState(v, of[uint64], of[[2]uint64], of[[4]uint64])
		if e == nil {
			fmt.Println(spec, "not layered")
			continue
		}
		ex := 0.0
		for _, l := range e.Layers {
			if l.Factor == 1 {
				ex += l.States
			}
			if os.Getenv("V") != "" {
				fmt.Printf("   %3d %15.0f x %.2f terminal %.0f plies %.0f\n", l.Number, l.States, l.Factor, l.Terminal, l.Plies)
			}
		}
		fmt.Printf("%-28s %v %.0f in %.0f - %.0f terminal %.0f unsure %v; known %.0f; cpu %v expand %v\n", spec, e.Exact, e.States, e.Low, e.High, e.Terminal, e.Unsure, ex, (machine.CPUTime() - cpu).Round(time.Millisecond), e.Expanding)
	}
}
