// Package forecast estimates how many states a game has before it is solved. It
// enumerates the first layers, and samples the others.
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

// Options of a forecast. The zero value is ready to use.
type Options struct {
	// CPU is the processor time that a forecast takes, about; 0 means DefaultCPU.
	CPU time.Duration
	// Exact is how many states to enumerate at most; 0 means DefaultExact. It bounds
	// the memory, to about 50 bytes a state for states of one word.
	Exact int
	// Sample is how many states of a layer to expand at most; 0 means DefaultSample.
	Sample int
}

// The defaults of Options.
const (
	DefaultCPU    = 2500 * time.Millisecond
	DefaultExact  = 8_000_000
	DefaultSample = 100_000
)

func (o Options) orDefault() Options {
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
	// States, Terminal and Plies count the states, those of them that are terminal, and
	// the plies from each to different states. The number of states is within Low and
	// High in nine cases of ten. All are exact if Exact says so.
	States, Low, High float64
	Terminal, Plies   float64
	Exact             bool
	// Layers are the states of each layer; nil for a game without layers.
	Layers []float64
	// Unsure says that the sample has not come to the end of the game: there may be
	// far more states than Low, and High is infinite.
	Unsure bool
	// FirstEnd is the first layer with a terminal state, as far as the sample has any;
	// else the last layer of the sample.
	FirstEnd int
	// Expanding is the processor time that finding the children of a state and
	// their canonical states takes, on average.
	Expanding time.Duration
}

// Layered estimates the states of a game with layers, up to symmetry. A given game
// and the same number of enumerated and sampled states give the same estimate, but
// how many those are depends on the processor time. Its only error is that of the
// context.
//
// The layers that six tenths of the time allow are enumerated. Of each later layer a
// sample is expanded, which is taken from the children of the sample before. Let a
// sample of the plies to a layer have m plies, and c pairs of them that lead to the
// same state. With D plies to a state on average, and a coefficient of variation V
// of that number, one expects c = (V²+1-1/D) m²/2N for N states, and D is the number
// of plies divided by N. V is taken from the last layers that were enumerated, where
// it hardly changes. This is an estimate by capture and recapture, as Chao's (1984)
// is, but for the correction by V and D. It is combined with one by the spread of the
// sample, see trend, which alone tells N where too few plies meet.
func Layered[S games.State](ctx context.Context, g games.Game[S], l games.Layered[S], o Options) (*Estimate, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	return sampled(ctx, g, l, l.Span(), o.orDefault())
}

// sampled is an estimate by enumerated and sampled layers. With a span of 1 these may be
// the plies from the start, and l is nil.
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

// forecaster is a forecast in the making.
type forecaster[S games.State] struct {
	ctx       context.Context
	game      games.Game[S]
	layered   games.Layered[S]
	canonizer games.Canonizer[S]
	span      int
	options   Options

	began      time.Duration
	ender      games.Ender[S] // not nil: terminal states are left out
	over       []bool
	known      []known[S]  // by layer
	sampled    []estimated // layers
	bias       float64     // see calibrate
	calibrated int
	unsure     bool
	firstEnd   int   // see Estimate; 0 if there is none
	expanded   int64 // states
	met        int64 // their children
	expanding  time.Duration
	spent      time.Duration // with what was done with the children
	seen       counts[S]     // children of one state

	children []S
	ends     []int32
	swaps    []bool
	numbers  []int32
}

// batch is how many states are expanded at once, at most: fewer where they have many children,
// which are to be about batchChildren.
const (
	batch         = 1 << 12
	batchChildren = 1 << 16
)

// expand calls visit for each child of the states, with the child's layer: once for
// each state that has it as child.
func (f *forecaster[S]) expand(states []S, number int, visit func(parent int, child S, number int)) (terminal, plies int, err error) {
	for done, size := 0, 0; done < len(states); done += size {
		if err := f.ctx.Err(); err != nil {
			return 0, 0, err
		}
		size = int(min(batch, 1+batchChildren*f.expanded/max(1, f.met)))
		part := states[done:min(done+size, len(states))]
		began := machine.ThreadTime()
		f.children, f.ends = f.game.Expand(f.children[:0], f.ends[:0], part)
		if f.ender != nil {
			f.over = f.ender.Over(f.over[:0], f.children)
			if f.leaveOutOver() {
				f.noteEnd(number + 1)
			}
		}
		if cap(f.swaps) < len(f.children) {
			f.swaps = make([]bool, cap(f.children))
		}
		f.canonizer.Canonize(f.children, f.swaps[:len(f.children)])
		f.expanding += machine.ThreadTime() - began
		f.expanded += int64(len(part))
		f.met += int64(len(f.children))
		if f.span > 1 {
			f.numbers = f.layered.Layers(f.numbers[:0], f.children)
		}
		from := int32(0)
		for at, end := range f.ends {
			if from == end && f.ender == nil {
				terminal++
				f.noteEnd(number)
			}
			for i := from; i < end; i++ {
				if f.again(f.children[from:i], f.children[i]) {
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
		f.spent += machine.ThreadTime() - began
	}
	return terminal, plies, nil
}

// again says whether a state is among those before it, which it was asked about one by one.
func (f *forecaster[S]) again(before []S, s S) bool {
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

// fewestSurveyed is how many states of a layer are expanded however slow that is.
const fewestSurveyed = 20

// affords is how many states can be expanded, most at most, in an equal share of the processor
// time left until one, by how long those took that were.
func (f *forecaster[S]) affords(most int, until time.Duration, shares int) int {
	if f.expanded == 0 {
		return min(most, pilot)
	}
	perState := max(1, float64(f.spent)/float64(f.expanded))
	return min(most, max(fewestSurveyed, int(float64(until-machine.ThreadTime())/perState)/max(1, shares)))
}

// leaveOutOver takes the children that are over away, and says whether there are any.
func (f *forecaster[S]) leaveOutOver() (ended bool) {
	from, n := int32(0), int32(0)
	for at, end := range f.ends {
		for i := from; i < end; i++ {
			if f.over[i] {
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

// noteEnd notes that there is a terminal state in a layer.
func (f *forecaster[S]) noteEnd(layer int) {
	if f.firstEnd == 0 || layer < f.firstEnd {
		f.firstEnd = layer
	}
}

// estimate adds up the layers.
func (f *forecaster[S]) estimate(complete bool) *Estimate {
	e := &Estimate{Exact: complete, Unsure: f.unsure, FirstEnd: f.firstEnd}
	if e.FirstEnd == 0 {
		e.FirstEnd = len(f.known) + len(f.sampled) - 1
	}
	for i := range f.known {
		k := &f.known[i]
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

// estimated is an estimate of one layer. The truth is within a factor of it, in nine
// cases of ten.
type estimated struct {
	number                          int
	states, factor, terminal, plies float64
	byPairs                         float64 // the logarithm of the states by plies that meet alone; 0 if too few do
}

func (e *Estimate) add(l estimated) {
	e.Layers = append(e.Layers, l.states)
	e.States += l.states
	e.Low += l.states / l.factor
	e.High += l.states * l.factor
	e.Terminal += l.terminal
	e.Plies += l.plies
}
