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
	"sync"
	"sync/atomic"

	"zermelo/games"
	"zermelo/solver/job"
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

// Verify works out each value again from the rules and the values stored for
// the children, and compares. Sample is how many states to look at, evenly
// spread over the table; 0 means all. Then it also checks that every state but
// the start is the child of another, the digest, and what the header counts: the
// terminal states and the moves of each layer, of tiers all there is.
// Workers is the number of goroutines, 0 one for each processor; progress, if
// not nil, is called now and then, by one goroutine at a time.
//
// Of package solver it uses the meaning of values and of the digest, and for
// states where both roles choose at once the strategies that Analyze finds,
// which it proves with exact arithmetic. So a table that passes holds the
// values of the game: by induction from the terminal states.
//
// The error is a *WrongError for wrong values, a *CorruptError for damaged
// data, or that of the context.
func Verify[S games.State](ctx context.Context, t *tablebase.Table[S], sample int64, workers int, progress func(done, total int64)) (Report, error) {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	if t.TierReader() != nil {
		return verifyTiers(ctx, t, sample, workers, progress)
	}
	v := newVerification(t, sample, progress)
	hands := make([]*verifier[S], workers)
	for i := range hands {
		hands[i] = &verifier[S]{v: v, judge: newJudge(t)}
	}
	err := parallel.Parallel(ctx, workers, len(v.units), 1, func(worker, n, _ int) error { return hands[worker].unit(v.units[n]) })
	if err != nil {
		return v.report, t.Stored().Named(err)
	}
	if err := v.conclude(); err != nil {
		return v.report, err
	}
	return v.verdict()
}

// Stored verifies the table of a variant in the data directory db; see Verify. Its
// errors are those of tablebase.Open, too.
func Stored(ctx context.Context, db string, v games.Variant, sample int64, workers int, progress func(done, total int64)) (Report, error) {
	return games.ByState(v, storedOf[uint64], storedOf[[2]uint64], storedOf[[4]uint64])(ctx, db, sample, workers, progress)
}

// stored is Stored for a game.
type stored func(ctx context.Context, db string, sample int64, workers int, progress func(done, total int64)) (Report, error)

func storedOf[S games.State](g games.Game[S]) stored {
	return func(ctx context.Context, db string, sample int64, workers int, progress func(done, total int64)) (Report, error) {
		t, err := tablebase.Open(db, g)
		if err != nil {
			return Report{}, err
		}
		r, err := Verify(ctx, t, sample, workers, progress)
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
		f.first = append(f.first, fmt.Sprintf("position %s: %s", games.NotationOf(f.t.Game()).FormatState(s), fmt.Sprintf(format, args...)))
	}
}

// start compares the value of the start with what the header says.
func (f *findings[S]) start() error {
	first := f.t.Game().Start()
	have, err := f.t.Probe(nil, []S{first})
	if errors.Is(err, store.ErrNotStored) {
		f.wrong(first, "the start is not stored")
		return nil
	}
	if err != nil {
		return err
	}
	if want := f.t.Solution().Outcomes.Of(f.t.Solution().Start); have[0].Hash() != want.Hash() {
		f.wrong(first, "the start has the value %s, the header says %s", Show(have[0]), Show(want))
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

// unitBlocks is how many blocks are verified at once: their children are looked
// up together, in order.
const unitBlocks = 32

// verifyMemory bounds the decoded blocks kept meanwhile, in bytes.
const verifyMemory = 512 << 20

// verification is what the workers share.
type verification[S games.State] struct {
	findings[S]
	blocks    *block.Reader[S]
	canonizer games.Canonizer[S]
	layered   bool

	units  []unit
	bases  []int64 // by layer: index in the table of its first state
	sample int64

	stats   []job.LayerStats
	reached [][]atomic.Uint64 // by layer: bit set of states that are children
}

func newVerification[S games.State](t *tablebase.Table[S], sample int64, progress func(done, total int64)) *verification[S] {
	v := &verification[S]{
		findings: findings[S]{t: t, progress: progress}, blocks: t.BlockReader(), canonizer: games.CanonizerOf(t.Game()), sample: sample,
	}
	_, v.layered = t.Game().(games.Layered[S])
	layers := t.Solution().Layers
	v.report.States = t.Solution().States()
	v.report.Full = sample <= 0 || sample >= v.report.States
	if v.report.Full {
		v.sample = v.report.States
		v.reached = make([][]atomic.Uint64, len(layers))
	}
	v.stats = make([]job.LayerStats, len(layers))
	largest := 0
	for layer := range layers {
		v.bases = append(v.bases, v.base(layer))
		n := int((layers[layer].States + job.BlockStates - 1) / job.BlockStates)
		largest = max(largest, n)
		for from := 0; from < n; from += unitBlocks {
			u := unit{layer, from, min(n, from+unitBlocks)}
			if lo, hi := v.picks(u); lo < hi {
				v.units = append(v.units, u)
			}
		}
		if v.report.Full {
			v.reached[layer] = make([]atomic.Uint64, (layers[layer].States+63)/64)
		}
	}
	blockBytes := job.BlockStates * (8*games.Words[S]() + 4)
	v.blocks.Resize(max(block.CacheBlocks, min(2*largest+unitBlocks, verifyMemory/blockBytes)))
	return v
}

// base is the number of states before a layer.
func (v *verification[S]) base(layer int) int64 {
	if layer == 0 {
		return 0
	}
	return v.bases[layer-1] + v.t.Solution().Layers[layer-1].States
}

// pick is the index in the table of the n-th state to look at.
func (v *verification[S]) pick(n int64) int64 {
	hi, lo := bits.Mul64(uint64(2*n+1), uint64(v.report.States))
	at, _ := bits.Div64(hi, lo, uint64(2*v.sample))
	return int64(at)
}

// picks is the range of numbers of the states to look at in a unit.
func (v *verification[S]) picks(u unit) (from, to int64) {
	end := min(int64(u.to)*job.BlockStates, v.t.Solution().Layers[u.layer].States)
	at := func(i int64) int64 {
		return int64(sort.Search(int(v.sample), func(n int) bool { return v.pick(int64(n)) >= v.bases[u.layer]+i }))
	}
	return at(int64(u.from) * job.BlockStates), at(end)
}

// conclude checks what concerns the table as a whole.
func (v *verification[S]) conclude() error {
	t, s := v.t, v.t.Solution()
	if err := v.start(); err != nil {
		return err
	}
	if !v.report.Full {
		return nil
	}
	if v.report.Digest != s.Digest {
		v.wrong(t.Game().Start(), "the digest of the table is %016x, the header says %016x", v.report.Digest, s.Digest)
	}
	for layer, have := range v.stats {
		if want := s.Layers[layer]; have.Terminals != want.Terminals || have.Moves != want.Moves {
			v.wrong(t.Game().Start(), "layer %d has %d terminal states and %d moves, the header says %d and %d",
				layer, have.Terminals, have.Moves, want.Terminals, want.Moves)
		}
	}
	return v.orphans()
}

// orphans finds states that are no child of a stored state.
func (v *verification[S]) orphans() error {
	start, _ := games.Canonical(v.t.Game(), v.t.Game().Start())
	for layer, words := range v.reached {
		states := v.t.Solution().Layers[layer].States
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

// Show writes an outcome for messages.
func Show(o value.Outcome) string {
	text := fmt.Sprintf("%s:%s", o.Payoff[0].RatString(), o.Payoff[1].RatString())
	if o.Remoteness >= 0 {
		text += fmt.Sprintf(" in %d plies", o.Remoteness)
	}
	return text
}
