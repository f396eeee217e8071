package builtin

import (
	"math/rand/v2"
	"sync"
	"testing"

	"zermelo/games"
)

// TestConcurrent calls methods of a newly opened game from several goroutines, so
// that the race detector observes shared data such as lazily created tables.
func TestConcurrent(t *testing.T) {
	r := Registry()
	for _, name := range r.Names() {
		v, err := r.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		for seed := range uint64(3) {
			all.Go(func() {
				var err error
				switch g := v.(type) {
				case games.Game[uint64]:
					err = ask(g, seed)
				case games.Game[[2]uint64]:
					err = ask(g, seed)
				case games.Game[[4]uint64]:
					err = ask(g, seed)
				}
				if err != nil {
					t.Errorf("%s: %v", name, err)
				}
			})
		}
		all.Wait()
	}
}

// ask calls the methods of all interfaces that a game implements, starting with those
// for searches.
func ask[S games.State](g games.Game[S], seed uint64) error {
	searcher, _ := any(g).(games.Searcher[S])
	evaluator := games.EvaluatorOf(g)
	rng := rand.New(rand.NewPCG(seed, 1))
	s := g.Start()
	for range 30 {
		children, _ := g.Expand(nil, nil, []S{s})
		if len(children) == 0 {
			break
		}
		if searcher != nil {
			var n games.Node[S]
			canonical, _ := games.Canonical(g, s)
			searcher.Look(&n, canonical, -searcher.Scores(), searcher.Scores())
		}
		evaluator.Evaluate(nil, []S{s})
		s = children[rng.IntN(len(children))]
	}
	return games.Check(g, 20)
}
