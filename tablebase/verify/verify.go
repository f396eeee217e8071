// Package verify proves the values of a table again, by code that shares nothing with
// the solvers.
package verify

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"runtime"
	"sort"
	"strings"
	"sync"
	"sync/atomic"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/machine"
	"zermelo/solver/parallel"
	"zermelo/solver/value"
	"zermelo/tablebase"
	"zermelo/tablebase/block"
	"zermelo/tablebase/store"
)

// Report says what Verify found.
type Report struct {
	States  int64 // in the table
	Checked int64 // of these, re-derived
	Wrong   int64 // of these, wrong
	Full    bool  // all states were re-derived
	// Digest is the digest of what is stored, worked out again. It is known
	// after a full verification only.
	Digest uint64
}

// Options say how to verify. The zero value verifies all states.
type Options struct {
	// Sample is how many states to check, evenly spread over the table; 0 means
	// all. A table where play may come back to states in a game that is not
	// alternating is always verified whole: such states are proven together.
	Sample int64
	// Workers is the number of goroutines; 0 means one for each processor.
	Workers int
	// Memory is how much memory the process may use at most, in bytes; 0 means
	// half of what is free. It sizes what Verify holds. It does not set the Go
	// runtime's own limit, which is for the whole process and so for the caller.
	Memory int64
	// Progress, if not nil, is called now and then, by one goroutine at a time.
	Progress func(done, total int64)
}

// Verify works out each value again from the rules and the values stored for
// the children, and compares. Where it checks all states, it also checks that
// every state but the start is the child of another, the digest, and what the
// header counts: the terminal states and the moves of each layer, of tiers all
// there is.
//
// Of package solver it uses the meaning of values and of the digest, and for
// states where both roles choose at once the strategies that Analyze finds,
// which it proves with exact arithmetic. So a table that passes holds the
// values of the game: by induction from the terminal states. Values of states that
// play can come back to, in games that are not alternating, loops.Game.Prove proves.
//
// The error is a *WrongError for wrong values, a *CorruptError for damaged
// data, a *MemoryError for too little memory, or that of the context.
func Verify[S games.State](ctx context.Context, t *tablebase.Table[S], o Options) (Report, error) {
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Memory == 0 {
		o.Memory = max(job.MinMemory, machine.FreeMemory()/2)
	}
	if t.Tiers != nil {
		return verifyTiers(ctx, t, o)
	}
	v, err := newVerification(t, o)
	if err != nil {
		return v.report, err
	}
	workers := make([]*verifier[S], o.Workers)
	for i := range workers {
		workers[i] = &verifier[S]{v: v, state: newStateVerifier(t, v.plan.seen)}
	}
	err = parallel.For(ctx, len(workers), len(v.units), 1, func(worker, n, _ int) error { return workers[worker].unit(v.units[n]) })
	if err != nil {
		return v.report, t.Named(err)
	}
	if err := v.conclude(ctx); err != nil {
		return v.report, err
	}
	return v.verdict()
}

// Stored verifies the table of a variant in the data directory db; see Verify. Its
// errors are those of tablebase.Open, too.
func Stored(ctx context.Context, db string, v games.Variant, o Options) (Report, error) {
	return games.ByState(v, storedOf[uint64], storedOf[[2]uint64], storedOf[[4]uint64])(ctx, db, o)
}

// stored is Stored for a game.
type stored func(ctx context.Context, db string, o Options) (Report, error)

func storedOf[S games.State](g games.Game[S]) stored {
	return func(ctx context.Context, db string, o Options) (Report, error) {
		t, err := tablebase.Open(db, g)
		if err != nil {
			return Report{}, err
		}
		r, err := Verify(ctx, t, o)
		return r, errors.Join(err, t.Close())
	}
}

// findings is what a verification has found out so far.
type findings[S games.State] struct {
	t        *tablebase.Table[S]
	progress func(done, total int64)

	mu     sync.Mutex
	report Report
	first  []string
}

// wrong notes a finding about a state.
func (f *findings[S]) wrong(s S, format string, args ...any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.report.Wrong++
	if len(f.first) < 5 {
		f.first = append(f.first, fmt.Sprintf("position %s: %s", games.NotationOf(f.t.Game).FormatState(s), fmt.Sprintf(format, args...)))
	}
}

// start compares the value of the start with what the header says.
func (f *findings[S]) start() error {
	first := f.t.Game.Start()
	have, err := f.t.Probe(nil, []S{first})
	if errors.Is(err, store.ErrNotStored) {
		f.wrong(first, "the start is not stored")
		return nil
	}
	if err != nil {
		return err
	}
	if want := f.t.Solution().Outcomes.Of(f.t.Solution().Start); have[0].Hash() != want.Hash() {
		f.wrong(first, "the start has the value %s, the header says %s", show(have[0]), show(want))
	}
	return nil
}

// verdict is what was found in all.
func (f *findings[S]) verdict() (Report, error) {
	if f.report.Wrong > 0 {
		return f.report, &store.WrongError{Name: f.t.Header().Name, Wrong: f.report.Wrong, First: f.first}
	}
	return f.report, nil
}

// unit is a run of blocks of a layer.
type unit struct{ layer, from, to int }

// verification is what the workers share.
type verification[S games.State] struct {
	findings[S]
	blocks    *block.Reader[S]
	canonizer games.Canonizer[S]
	layered   bool

	units  []unit
	bases  []int64 // by layer: index in the table of its first state
	sample int64
	plan   plan

	stats   []job.LayerStats
	reached [][]atomic.Uint64 // by layer: bit set of states that are children
	links   [][]int32         // children of each state, if play may come back to some; see loops.go
	doubts  map[int]string    // what is wrong with states, by index, unless play can come back to them
}

func newVerification[S games.State](t *tablebase.Table[S], o Options) (*verification[S], error) {
	v := &verification[S]{
		findings: findings[S]{t: t, progress: o.Progress}, blocks: t.Reader, canonizer: games.CanonizerOf(t.Game), sample: o.Sample,
	}
	_, v.layered = t.Game.(games.Layered[S])
	layers := t.Solution().Layers
	for i := range layers {
		v.report.States += layers[i].Stored()
	}
	linked := mayLoop(t)
	v.report.Full = o.Sample <= 0 || o.Sample >= v.report.States || linked
	if v.report.Full {
		v.sample = v.report.States
		v.reached = make([][]atomic.Uint64, len(layers))
	}
	var err error
	if v.plan, err = makePlan[S](t.Header(), v.report.Full, linked, o); err != nil {
		return v, err
	}
	v.stats = make([]job.LayerStats, len(layers))
	for layer := range layers {
		v.bases = append(v.bases, v.base(layer))
		n := blocksIn(layers[layer].Stored())
		for from, step := 0, v.plan.unitBlocks[layer]; from < n; from += step {
			u := unit{layer, from, min(n, from+step)}
			if lo, hi := v.picks(u); lo < hi {
				v.units = append(v.units, u)
			}
		}
		if v.report.Full {
			v.reached[layer] = make([]atomic.Uint64, (layers[layer].Stored()+63)/64)
		}
	}
	if linked {
		v.links, v.doubts = make([][]int32, v.report.States), map[int]string{}
	}
	v.blocks.Resize(v.plan.cacheBlocks)
	return v, nil
}

// base is the number of states before a layer.
func (v *verification[S]) base(layer int) int64 {
	if layer == 0 {
		return 0
	}
	return v.bases[layer-1] + v.t.Solution().Layers[layer-1].Stored()
}

// pick is the index in the table of the n-th state to look at.
func (v *verification[S]) pick(n int64) int64 {
	hi, lo := bits.Mul64(uint64(2*n+1), uint64(v.report.States))
	at, _ := bits.Div64(hi, lo, uint64(2*v.sample))
	return int64(at)
}

// picks is the range of numbers of the states to look at in a unit.
func (v *verification[S]) picks(u unit) (from, to int64) {
	end := min(int64(u.to)*job.BlockStates, v.t.Solution().Layers[u.layer].Stored())
	at := func(i int64) int64 {
		return int64(sort.Search(int(v.sample), func(n int) bool { return v.pick(int64(n)) >= v.bases[u.layer]+i }))
	}
	return at(int64(u.from) * job.BlockStates), at(end)
}

// conclude checks what concerns the table as a whole.
func (v *verification[S]) conclude(ctx context.Context) error {
	t, s := v.t, v.t.Solution()
	if err := v.start(); err != nil {
		return err
	}
	if !v.report.Full {
		return nil
	}
	if v.report.Digest != s.Digest {
		v.wrong(t.Game.Start(), "the digest of the table is %016x, the header says %016x", v.report.Digest, s.Digest)
	}
	for layer, have := range v.stats {
		if want := s.Layers[layer]; have.Terminals != want.Terminals-want.Unstored || have.Moves != want.Moves {
			v.wrong(t.Game.Start(), "layer %d has %d stored terminal states and %d moves, the header says %d and %d",
				layer, have.Terminals, have.Moves, want.Terminals-want.Unstored, want.Moves)
		}
	}
	if err := v.proveLoops(ctx); err != nil {
		return err
	}
	return v.orphans()
}

// orphans finds states that are no child of a stored state.
func (v *verification[S]) orphans() error {
	start, _ := games.Canonical(v.t.Game, v.t.Game.Start())
	for layer, words := range v.reached {
		states := v.t.Solution().Layers[layer].Stored()
		for w := range words {
			missing := ^words[w].Load()
			if left := states - int64(w)*64; left < 64 {
				missing &= 1<<left - 1
			}
			for ; missing != 0; missing &= missing - 1 {
				s, err := v.blocks.State(layer, int64(w)*64+int64(bits.TrailingZeros64(missing)))
				if err != nil {
					return err
				}
				if s != start {
					v.wrong(s, "no stored position leads to it")
				}
			}
		}
	}
	return nil
}

// show writes an outcome for messages.
func show(o value.Outcome) string {
	if !o.Solved() {
		return "no payoffs"
	}
	var payoffs []string
	for _, p := range o.Payoff[:o.Roles()] {
		payoffs = append(payoffs, p.RatString())
	}
	text := strings.Join(payoffs, ":")
	if o.Remoteness >= 0 {
		text += fmt.Sprintf(" in %d plies", o.Remoteness)
	}
	return text
}
