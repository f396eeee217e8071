// Package forecast estimates the number of states of a game before it is
// solved. It enumerates the first layers and samples the remaining ones.
package forecast

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/bits"
	"runtime"
	"slices"
	"time"

	"zermelo/games"
	"zermelo/solver/machine"
)

// Options configures a forecast. The zero value is ready to use.
type Options struct {
	// CPU is the approximate processor time of a forecast. 0 means DefaultCPU. For a
	// game that implements games.Failing, it is the approximate elapsed time,
	// because such games may compute in other processes.
	CPU time.Duration
	// Exact is the maximum number of states to enumerate. 0 means DefaultExact.
	// Each one-word state takes about 50 bytes of memory.
	Exact int
	// Sample is the maximum number of states to expand in each sampled layer. 0
	// means DefaultSample.
	Sample int
}

// Default values of Options.
const (
	DefaultCPU    = 1400 * time.Millisecond
	DefaultExact  = 8_000_000
	DefaultSample = 100_000
)

func (o Options) withDefaults() Options {
	return Options{cmp.Or(o.CPU, DefaultCPU), cmp.Or(o.Exact, DefaultExact), cmp.Or(o.Sample, DefaultSample)}
}

// Estimate is the forecast for a game.
type Estimate struct {
	// States, Terminal and Plies are the estimated numbers of states, terminal
	// states and plies. Plies from a state to the same child count once. With a
	// probability of 90%, the number of states is in [Low, High]. High is at most
	// 2 to the power of the number of bits in which the states differ. All numbers are
	// exact if Exact is set.
	States, Low, High float64
	Terminal, Plies   float64
	Exact             bool
	// Layers is the estimated number of states by layer, or nil for a game
	// without layers.
	Layers []float64
	// Uncertain reports whether sampling failed to reach the end of the game. In
	// this case the number of states may be far greater than Low and States.
	Uncertain bool
	// FirstTerminalLayer is the first layer where a terminal state was found, or the
	// last layer examined if none was found.
	FirstTerminalLayer int
	// Expanding is the average processor time for computing the canonical
	// children of a state and their layers.
	Expanding time.Duration
}

// Layered estimates the number of states of a layered game, up to symmetry. The
// estimate is determined by the game and by the numbers of enumerated and
// sampled states, which depend on the processor time. The only possible error
// is ctx.Err().
//
// Half of the time is used to enumerate layers. In each later layer, a sample of
// the children of the previous sample is expanded. Three sources determine the
// number N of states in a layer; see trend.
//
//   - The flow: N is the number of plies into the layer, which the sample of the
//     previous layers yields, divided by the mean number of plies into a state. That
//     mean is extrapolated from the enumerated layers.
//   - Plies that meet: suppose that m sampled plies lead to the layer, and that c
//     pairs of these plies lead to the same state. Let D be the mean number of plies
//     into a state, and V its coefficient of variation. The expected value of c is
//     (V²+1-1/D) m²/2N. V is taken from the last enumerated layers, since it hardly
//     changes. Apart from the correction by V and D, this is a capture-recapture
//     estimate like that of Chao (1984).
//   - The spread of the sample; see spread.
func Layered[S games.State](ctx context.Context, g games.Game[S], l games.Layered[S], o Options) (*Estimate, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	return sampled(newForecaster(ctx, g, l, o))
}

// newForecaster returns a forecaster whose clock starts now. If l is nil, the layer of
// a state is its distance from the start.
func newForecaster[S games.State](ctx context.Context, g games.Game[S], l games.Layered[S], o Options) *forecaster[S] {
	f := &forecaster[S]{
		ctx: ctx, game: g, layered: l, canonizer: games.CanonizerOf(g), span: 1, options: o.withDefaults(),
		began: machine.ThreadTime(), beganAt: time.Now(),
	}
	if l != nil {
		f.span = l.Span()
	}
	f.batchTime = batchTime
	if _, f.outside = any(g).(games.Failing); f.outside {
		f.batchTime = outsideBatchTime
	}
	f.reach = f.span
	f.start, _ = games.Canonical(g, g.Start())
	return f
}

// sampled estimates the size of a game from enumerated and sampled layers.
func sampled[S games.State](f *forecaster[S]) (*Estimate, error) {
	f.layer(0).found.add(f.start, 1, 0)
	err := f.measureReach()
	complete := false
	if err == nil {
		complete, err = f.enumerate(f.options.CPU / 2)
	}
	if err == nil && !complete {
		err = f.sample()
	}
	return f.result(complete, err)
}

// errLate is returned by expand if the time of the forecast is over. It is not returned to
// callers of the package.
var errLate = errors.New("forecast: out of time")

// result returns the estimate of a forecast that ended with err. It is uncertain if err is
// errLate.
func (f *forecaster[S]) result(complete bool, err error) (*Estimate, error) {
	switch err {
	case nil:
		return f.estimate(complete), nil
	case errLate:
		f.unsure = true
		return f.estimate(false), nil
	}
	return nil, err
}

// forecaster is the state of a forecast.
type forecaster[S games.State] struct {
	ctx       context.Context
	game      games.Game[S]
	layered   games.Layered[S]
	canonizer games.Canonizer[S]
	span      int
	reach     int // see measureReach
	options   Options
	start     S

	began         time.Duration // processor time of the thread at the start
	beganAt       time.Time
	outside       bool // time is elapsed time; see used
	batchTime     time.Duration
	terminals     games.TerminalTester[S] // if not nil, terminal states do not count
	terminal      []bool
	enumerated    []enumerated[S] // by layer
	sampled       []estimated     // sampled layers
	varying       S               // bits that differ from the start in any sampled state
	growth, drift float64         // see calibrate
	unsure        bool
	firstTerminal int   // Estimate.FirstEnd; 0 if no terminal state was found
	expanded      int64 // number of states expanded
	childCount    int64 // number of children of these states
	expanding     time.Duration
	totalTime     time.Duration // time of expand, including callbacks; see used
	recentTime    time.Duration // like totalTime, but the weight of each batch is half of that of the next
	recentStates  float64       // like expanded, with the same weights
	seen          counts[S]     // children of one state

	children []S
	ends     []int32
	swaps    []bool
	numbers  []int32
}

// used returns the time that the forecast has used; see Options.CPU.
func (f *forecaster[S]) used() time.Duration {
	if f.outside {
		return time.Since(f.beganAt)
	}
	return machine.ThreadTime() - f.began
}

// batch is the maximum number of states per Expand call. If states have many
// children or take long, fewer states are passed, so that a call returns about
// batchChildren children and takes about batchTime, or outsideBatchTime if each call
// of the game may take long.
const (
	batch            = 1 << 12
	firstBatch       = 1 << 4
	batchChildren    = 1 << 16
	batchTime        = 20 * time.Millisecond
	outsideBatchTime = 10 * batchTime
)

// lateShare is the time after which a game that may compute in other processes is not expanded
// any more, as a percentage of Options.CPU.
const lateShare = 120

// expand expands states of the layer with the given number. For each state, it calls
// visit once for each distinct child that is at most reach layers further on, and
// passes the child's layer. It returns the numbers of terminal states and plies.
// Plies to more distant children may be counted several times. It returns errLate if
// the time is over, or ctx.Err().
func (f *forecaster[S]) expand(states []S, number, reach int, visit func(parent int, child S, number int)) (terminal, plies int, err error) {
	for done, size := 0, 0; done < len(states); done += size {
		if err := f.ctx.Err(); err != nil {
			return 0, 0, err
		}
		began := f.used()
		if f.outside && began > f.options.CPU*lateShare/100 {
			return 0, 0, errLate
		}
		size = firstBatch
		if f.expanded > 0 {
			byTime := 1 + int64(float64(f.batchTime)/f.perState())
			size = int(min(batch, 1+batchChildren*f.expanded/max(1, f.childCount), byTime))
		}
		if f.outside { // answers to the first states may be cached
			size = min(size, int(max(1, f.expanded)))
		}
		part := states[done:min(done+size, len(states))]
		f.children, f.ends = f.game.Expand(f.children[:0], f.ends[:0], part)
		if f.terminals != nil {
			f.terminal = f.terminals.IsTerminal(f.terminal[:0], f.children)
			if f.removeTerminal() {
				f.recordTerminal(number + 1)
			}
		}
		if cap(f.swaps) < len(f.children) {
			f.swaps = make([]bool, cap(f.children))
		}
		f.canonizer.Canonize(f.children, f.swaps[:len(f.children)])
		if f.span > 1 {
			f.numbers = f.layered.Layers(f.numbers[:0], f.children)
		}
		f.expanding += f.used() - began
		f.expanded += int64(len(part))
		f.childCount += int64(len(f.children))
		from := int32(0)
		for at, end := range f.ends {
			if from == end && f.terminals == nil {
				terminal++
				f.recordTerminal(number)
			}
			near := f.children[from:from]
			for i := from; i < end; i++ {
				to := number + 1
				if f.span > 1 {
					to = int(f.numbers[i])
				}
				if to > number+reach {
					plies++
					continue
				}
				if child := f.children[i]; !f.duplicate(near, child) {
					near = append(near, child)
					plies++
					visit(done+at, child, to)
				}
			}
			from = end
		}
		took := f.used() - began
		f.totalTime += took
		f.recentTime, f.recentStates = f.recentTime/2+took, f.recentStates/2+float64(len(part))
	}
	return terminal, plies, nil
}

// duplicate reports whether s is in before. It must be called for all children
// of a state, in order.
func (f *forecaster[S]) duplicate(before []S, s S) bool {
	const few = 1 << 8
	if len(before) < few {
		return slices.Contains(before, s)
	}
	if len(before) == few {
		clear(f.seen.weights)
		f.seen.used = 0
		for _, s := range before {
			f.seen.add(s, 1, 0)
		}
	}
	n := f.seen.used
	f.seen.add(s, 1, 0)
	return f.seen.used == n
}

// minSurveyed is the minimum number of states to expand in a layer.
const minSurveyed = 16

// affordableStates divides the remaining time into the given number of equal shares.
// It returns the number of states, at most limit, that can be expanded in one share.
func (f *forecaster[S]) affordableStates(limit int, until time.Duration, shares int) int {
	return min(limit, max(minSurveyed, int(float64(until-f.used())/f.perState())/max(1, shares)))
}

// perState returns the average time in nanoseconds to expand a state and to process its
// children. The calls of a game that may compute in other processes become faster, because
// more states are passed and fewer answers are checked.
func (f *forecaster[S]) perState() float64 {
	if f.outside {
		return max(1, float64(f.recentTime)/max(1, f.recentStates))
	}
	return max(1, float64(f.totalTime)/float64(max(1, f.expanded)))
}

// removeTerminal removes the terminal children and reports whether there were
// any.
func (f *forecaster[S]) removeTerminal() (ended bool) {
	from, n := int32(0), int32(0)
	for at, end := range f.ends {
		for i := from; i < end; i++ {
			if f.terminal[i] {
				ended = true
				continue
			}
			f.children[n] = f.children[i]
			n++
		}
		from, f.ends[at] = end, n
	}
	f.children = f.children[:n]
	return ended
}

func (f *forecaster[S]) recordTerminal(layer int) {
	if f.firstTerminal == 0 || layer < f.firstTerminal {
		f.firstTerminal = layer
	}
}

// estimate adds up the estimates of all layers.
func (f *forecaster[S]) estimate(complete bool) *Estimate {
	e := &Estimate{Exact: complete, Uncertain: f.unsure, FirstTerminalLayer: cmp.Or(f.firstTerminal, len(f.enumerated)+len(f.sampled)-1)}
	for i := range f.enumerated {
		k := &f.enumerated[i]
		e.add(estimated{states: float64(max(k.states, k.found.used)), factor: 1, terminal: float64(k.terminal), plies: float64(k.plies)})
	}
	for _, l := range f.sampled {
		e.add(l)
	}
	most := 1.0
	for _, w := range games.Bits(&f.varying) {
		most *= math.Exp2(float64(bits.OnesCount64(w)))
	}
	if f.unsure {
		e.High = math.Inf(1)
	}
	e.High = max(e.States, min(e.High, most))
	e.Expanding = f.expanding / time.Duration(max(1, f.expanded))
	return e
}

// estimated is the estimated size of a layer. With a probability of 90%, the true
// number of states is between states/factor and states*factor.
type estimated struct {
	number                          int
	states, factor, terminal, plies float64
	found                           float64 // number of distinct states in the sample
	into                            float64
	even                            float64 // logarithm of the number of states if all are equally likely in the sample; 0 if too few plies meet
}

func (e *Estimate) add(l estimated) {
	e.Layers = append(e.Layers, l.states)
	e.States += l.states
	e.Low += max(l.found, l.states/l.factor)
	e.High += l.states * l.factor
	e.Terminal += l.terminal
	e.Plies += l.plies
}
