// Package forecast estimates the number of states of a game before it is
// solved. It enumerates the first layers and samples the others.
package forecast

import (
	"context"
	"math"
	"runtime"
	"slices"
	"time"

	"zermelo/games"
	"zermelo/solver/machine"
)

// Options configures a forecast. The zero value is ready to use.
type Options struct {
	// CPU is the approximate processor time of a forecast; 0 means DefaultCPU.
	CPU time.Duration
	// Exact is the maximum number of states to enumerate; 0 means DefaultExact.
	// It limits the memory to about 50 bytes per one-word state.
	Exact int
	// Sample is the maximum number of states to expand per layer; 0 means
	// DefaultSample.
	Sample int
}

// Defaults of Options.
const (
	DefaultCPU    = 2500 * time.Millisecond
	DefaultExact  = 8_000_000
	DefaultSample = 100_000
)

func (o Options) withDefaults() Options {
	if o.CPU == 0 {
		o.CPU = DefaultCPU
	}
	if o.Exact == 0 {
		o.Exact = DefaultExact
	}
	if o.Sample == 0 {
		o.Sample = DefaultSample
	}
	return o
}

// Estimate is the forecast of a game.
type Estimate struct {
	// States, Terminal and Plies estimate the number of states, of terminal
	// states, and of plies to distinct states. States is in [Low, High] with a
	// probability of 90 %. All numbers are exact if Exact is set.
	States, Low, High float64
	Terminal, Plies   float64
	Exact             bool
	// Layers is the number of states per layer; nil for a game without layers.
	Layers []float64
	// Unsure reports whether the sample has not reached the end of the game.
	// The number of states may be far greater than Low, and High is infinite.
	Unsure bool
	// FirstEnd is the first layer with a terminal state in the sample, or the
	// last layer of the sample if it has none.
	FirstEnd int
	// Expanding is the average processor time to compute the canonical children
	// of a state.
	Expanding time.Duration
}

// Layered estimates the states of a layered game, up to symmetry. The estimate
// is determined by the game and the numbers of enumerated and sampled states,
// which depend on the processor time. The only possible error is ctx.Err().
//
// Layers are enumerated during six tenths of the time. Of each later layer, a
// sample of the children of the previous sample is expanded. Suppose that a
// sample has m plies to a layer, of which c pairs lead to the same state. With
// D plies to a state on average and a coefficient of variation V of that
// number, the expected c is (V²+1-1/D) m²/2N for N states, and D is the number
// of plies divided by N. V is taken from the last enumerated layers, since it
// hardly changes. This is a capture-recapture estimate like that of Chao
// (1984), except for the correction by V and D. It is combined with an estimate
// from the spread of the sample (see trend), which is the only one if too few
// plies meet.
func Layered[S games.State](ctx context.Context, g games.Game[S], l games.Layered[S], o Options) (*Estimate, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	return sampled(ctx, g, l, l.Span(), o.withDefaults())
}

// sampled estimates a game by enumerated and sampled layers. If l is nil, the
// layers are distances from the start and span must be 1.
func sampled[S games.State](ctx context.Context, g games.Game[S], l games.Layered[S], span int, o Options) (*Estimate, error) {
	began := machine.ThreadTime()
	f := &forecaster[S]{
		ctx: ctx, game: g, layered: l, canonizer: games.CanonizerOf(g), span: span, options: o, began: began,
	}
	complete, err := f.enumerate(began + o.CPU*6/10)
	if err != nil {
		return nil, err
	}
	if !complete {
		if err := f.sample(began + o.CPU); err != nil {
			return nil, err
		}
	}
	return f.estimate(complete), nil
}

// forecaster is the state of a forecast.
type forecaster[S games.State] struct {
	ctx       context.Context
	game      games.Game[S]
	layered   games.Layered[S]
	canonizer games.Canonizer[S]
	span      int
	options   Options

	began         time.Duration
	terminals     games.TerminalTester[S] // if not nil, terminal states are excluded
	terminal      []bool
	enumerated    []enumerated[S] // by layer
	sampled       []estimated     // sampled layers
	bias          float64         // see calibrate
	calibrated    int
	unsure        bool
	firstTerminal int   // see Estimate; 0 if none
	expanded      int64 // number of states
	childCount    int64 // number of children of these
	expanding     time.Duration
	totalTime     time.Duration // including the time of the visit functions
	seen          counts[S]     // children of one state

	children []S
	ends     []int32
	swaps    []bool
	numbers  []int32
}

// batch is the maximum number of states per Expand call. It is reduced for
// states with many children, so that a call returns about batchChildren.
const (
	batch         = 1 << 12
	batchChildren = 1 << 16
)

// expand calls visit for each child of the states with the child's layer, once
// per distinct child of a state.
func (f *forecaster[S]) expand(states []S, number int, visit func(parent int, child S, number int)) (terminal, plies int, err error) {
	for done, size := 0, 0; done < len(states); done += size {
		if err := f.ctx.Err(); err != nil {
			return 0, 0, err
		}
		size = int(min(batch, 1+batchChildren*f.expanded/max(1, f.childCount)))
		part := states[done:min(done+size, len(states))]
		began := machine.ThreadTime()
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
		f.expanding += machine.ThreadTime() - began
		f.expanded += int64(len(part))
		f.childCount += int64(len(f.children))
		if f.span > 1 {
			f.numbers = f.layered.Layers(f.numbers[:0], f.children)
		}
		from := int32(0)
		for at, end := range f.ends {
			if from == end && f.terminals == nil {
				terminal++
				f.recordTerminal(number)
			}
			for i := from; i < end; i++ {
				if f.duplicate(f.children[from:i], f.children[i]) {
					continue
				}
				plies++
				if f.span > 1 {
					visit(done+at, f.children[i], int(f.numbers[i]))
				} else {
					visit(done+at, f.children[i], number+1)
				}
			}
			from = end
		}
		f.totalTime += machine.ThreadTime() - began
	}
	return terminal, plies, nil
}

// duplicate reports whether s is in before. It must be called for each child of
// a state in order.
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

// minSurveyed is the minimum number of states that are expanded per layer.
const minSurveyed = 20

// affordableStates returns the number of states, at most limit, that can be
// expanded in an equal share of the remaining processor time.
func (f *forecaster[S]) affordableStates(limit int, until time.Duration, shares int) int {
	if f.expanded == 0 {
		return min(limit, pilotStates)
	}
	perState := max(1, float64(f.totalTime)/float64(f.expanded))
	return min(limit, max(minSurveyed, int(float64(until-machine.ThreadTime())/perState)/max(1, shares)))
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

// recordTerminal records a terminal state in a layer.
func (f *forecaster[S]) recordTerminal(layer int) {
	if f.firstTerminal == 0 || layer < f.firstTerminal {
		f.firstTerminal = layer
	}
}

// estimate returns the sum of all layers.
func (f *forecaster[S]) estimate(complete bool) *Estimate {
	e := &Estimate{Exact: complete, Unsure: f.unsure, FirstEnd: f.firstTerminal}
	if e.FirstEnd == 0 {
		e.FirstEnd = len(f.enumerated) + len(f.sampled) - 1
	}
	for i := range f.enumerated {
		k := &f.enumerated[i]
		e.add(estimated{states: float64(k.states), factor: 1, terminal: float64(k.terminal), plies: float64(k.plies)})
	}
	for _, l := range f.sampled {
		e.add(l)
	}
	if f.unsure {
		e.High = math.Inf(1)
	}
	e.Expanding = f.expanding / time.Duration(max(1, f.expanded))
	return e
}

// estimated is the estimate of a layer. The true number of states is within
// factor of states with a probability of 90 %.
type estimated struct {
	number                          int
	states, factor, terminal, plies float64
	byPairs                         float64 // logarithm of the estimate from plies that meet; 0 if too few meet
}

func (e *Estimate) add(l estimated) {
	e.Layers = append(e.Layers, l.states)
	e.States += l.states
	e.Low += l.states / l.factor
	e.High += l.states * l.factor
	e.Terminal += l.terminal
	e.Plies += l.plies
}
