// Package verify checks the values in a table with code that is independent of the solvers.
//
// Verify and Stored check all positions of a table, or a sample. Open checks random positions if
// the rules are not built in.
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
	"zermelo/tablebase/store"
)

// Report is the result of a verification.
type Report struct {
	States  int64  // number of states in the table
	Checked int64  // number of states checked
	Wrong   int64  // number of incorrect states
	Full    bool   // all states have been checked
	Digest  uint64 // recomputed digest; set by a full verification only
}

// Options configures a verification. The zero value verifies all states.
type Options struct {
	// Sample is the number of states to check, equally spaced over the table. If 0, all states
	// are checked. All states are also checked if positions can repeat in a game that is not
	// alternating, because the states on a cycle are verified together.
	Sample  int64
	Workers int // number of goroutines; defaults to GOMAXPROCS
	// Memory determines the size of caches and buffers, in bytes. It defaults to half of the free
	// memory. It is not a limit for the Go runtime.
	Memory int64
	// Progress, if not nil, is called periodically. Calls are not concurrent.
	Progress func(done, total int64)
}

// Verify recomputes the value of each state from the rules and the stored values of its children,
// and compares it with the stored value. A full verification also checks the digest and the
// counts in the header and, unless the table is tiered, that every state except the start is a
// child of another state.
//
// Of the solvers' code, Verify uses only the encoding of values, the digest, and
// value.Analyze, whose strategies for simultaneous moves it checks in exact
// arithmetic. By induction from the terminal states, the values in a table that
// passes are correct. In games that are not alternating, [loops.Game.Prove] verifies
// the states on cycles.
//
// Verify returns a [*store.WrongError] if values are incorrect, a [*store.CorruptError] if the
// table is damaged, a [*MemoryError] if the memory limit is too low, or ctx.Err().
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
	err = parallel.For(ctx, len(workers), len(v.units), 1, func(worker, n, _ int) error { return workers[worker].unit(ctx, v.units[n]) })
	if err != nil {
		return v.report, t.Named(err)
	}
	if err := v.conclude(ctx); err != nil {
		return v.report, err
	}
	return v.verdict()
}

// Stored verifies the table of a variant in the data directory db; see Verify. Errors include
// those of [tablebase.Open].
func Stored(ctx context.Context, db string, v games.Variant, o Options) (Report, error) {
	return games.ByState(v, storedOf[uint64], storedOf[[2]uint64], storedOf[[4]uint64])(ctx, db, o)
}

func storedOf[S games.State](g games.Game[S]) func(ctx context.Context, db string, o Options) (Report, error) {
	return func(ctx context.Context, db string, o Options) (Report, error) {
		t, err := tablebase.Open(db, g)
		if err != nil {
			return Report{}, err
		}
		r, err := Verify(ctx, t, o)
		return r, errors.Join(err, t.Close())
	}
}

type findings[S games.State] struct {
	t        *tablebase.Table[S]
	progress func(done, total int64)

	mu     sync.Mutex
	report Report
	first  []string
}

func (f *findings[S]) wrong(s S, format string, args ...any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.report.Wrong++
	if len(f.first) < 5 {
		text := fmt.Sprintf(format, args...)
		if f.t.Game.Info().HalfPoints {
			text += " (payoffs in half points)"
		}
		f.first = append(f.first, fmt.Sprintf("position %s: %s", games.NotationOf(f.t.Game).FormatState(s), text))
	}
}

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
		f.wrong(first, "the start has value %s, but the header has %s", show(have[0]), show(want))
	}
	return nil
}

func (f *findings[S]) verdict() (Report, error) {
	if f.report.Wrong > 0 {
		return f.report, &store.WrongError{Name: f.t.Header().Name, Wrong: f.report.Wrong, First: f.first}
	}
	return f.report, nil
}

type verification[S games.State] struct {
	findings[S]
	canonizer games.Canonizer[S]
	layered   bool

	units  []tablebase.Range
	bases  []int64 // index in the table of each layer's first state
	sample int64
	plan   plan

	stats    []job.LayerStats
	reached  [][]atomic.Uint64 // for each layer, the set of states that are children, with one bit per state
	links    [][]int32         // children of each state, if positions may repeat; see loops.go
	suspects map[int]string    // findings by index; errors unless the state is on a cycle or leads to one
}

func newVerification[S games.State](t *tablebase.Table[S], o Options) (*verification[S], error) {
	v := &verification[S]{
		findings: findings[S]{t: t, progress: o.Progress}, canonizer: games.CanonizerOf(t.Game), sample: o.Sample,
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
		for _, u := range t.Ranges(layer, uint64(v.plan.unitBlocks[layer])*job.BlockStates) {
			if lo, hi := v.picks(u); lo < hi {
				v.units = append(v.units, u)
			}
		}
		if v.report.Full {
			v.reached[layer] = make([]atomic.Uint64, (layers[layer].Stored()+63)/64)
		}
	}
	if linked {
		v.links, v.suspects = make([][]int32, v.report.States), map[int]string{}
	}
	t.Resize(v.plan.cacheBlocks)
	return v, nil
}

func (v *verification[S]) base(layer int) int64 {
	if layer == 0 {
		return 0
	}
	return v.bases[layer-1] + v.t.Solution().Layers[layer-1].Stored()
}

// pick returns the table index of the n-th state to check.
func (v *verification[S]) pick(n int64) int64 {
	hi, lo := bits.Mul64(uint64(2*n+1), uint64(v.report.States))
	at, _ := bits.Div64(hi, lo, uint64(2*v.sample))
	return int64(at)
}

// picks returns the range [from, to) of the numbers n for which pick(n) is in r.
func (v *verification[S]) picks(r tablebase.Range) (from, to int64) {
	at := func(i uint64) int64 {
		return int64(sort.Search(int(v.sample), func(n int) bool { return v.pick(int64(n)) >= v.bases[r.Layer]+int64(i) }))
	}
	return at(r.First), at(r.End)
}

// conclude checks the table as a whole.
func (v *verification[S]) conclude(ctx context.Context) error {
	t, s := v.t, v.t.Solution()
	if err := v.start(); err != nil {
		return err
	}
	if !v.report.Full {
		return nil
	}
	if v.report.Digest != s.Digest {
		v.wrong(t.Game.Start(), "the table has digest %016x, but the header has %016x", v.report.Digest, s.Digest)
	}
	for layer, have := range v.stats {
		if want := s.Layers[layer]; have.Terminals != want.Terminals-want.Unstored || have.Moves != want.Moves {
			v.wrong(t.Game.Start(), "layer %d has %d stored terminal states and %d moves, but the header has %d and %d",
				layer, have.Terminals, have.Moves, want.Terminals-want.Unstored, want.Moves)
		}
	}
	if err := v.proveLoops(ctx); err != nil {
		return err
	}
	return v.orphans()
}

// orphans records an error for each state that is not a child of a stored state.
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
				s, err := v.t.State(layer, int64(w)*64+int64(bits.TrailingZeros64(missing)))
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
