package forecast

import (
	"math"
	"time"

	"zermelo/games"
	"zermelo/solver/machine"
)

// layerSample is a layer with a sample of the plies that lead to it. The weight
// of a sampled ply is the number of plies that it represents.
type layerSample[S games.State] struct {
	found   counts[S]
	into    float64 // total weight of the sampled plies
	pairs   float64 // sum, over all pairs of plies that lead to the same state, of the product of their weights
	repeats int     // number of plies to a state that another ply had reached before
}

// minRepeats is the minimum number of plies that must meet for an estimate
// based on them.
const minRepeats = 30

// pilotStates is the number of states expanded per layer to measure how long
// sampling takes.
const pilotStates = 200

// sample estimates the layers that have not been enumerated. The last
// enumerated layer has not been expanded yet.
func (f *forecaster[S]) sample(until time.Duration) error {
	if err := f.calibrate(until); err != nil {
		return err
	}
	began, before := machine.ThreadTime(), f.expanded
	if err := f.sampleFrom(len(f.enumerated)-1, pilotStates, until); err != nil || f.unsure {
		return err
	}
	now := machine.ThreadTime()
	perState := float64(now-began) / float64(f.expanded-before)
	size := min(f.options.Sample, int(0.7*float64(until-now)/perState)/max(1, len(f.sampled)))
	if size <= pilotStates {
		return nil
	}
	return f.sampleFrom(len(f.enumerated)-1, size, until+f.options.CPU/4)
}

// minCalibration is the minimum number of states in the layer at which
// calibration starts.
const minCalibration = 30_000

// calibrate samples enumerated layers to measure the bias of estimates. Samples
// are biased toward states into which many plies lead. Plies therefore meet
// more often than in a uniform sample, and the effect increases with each
// layer.
func (f *forecaster[S]) calibrate(until time.Duration) error {
	last := len(f.enumerated) - 1
	from := last / 3
	for from < last && f.enumerated[from].states < minCalibration {
		from++
	}
	if last-from < 3 {
		return nil
	}
	size := f.affordableStates(f.options.Sample/10, machine.ThreadTime()+f.options.CPU/4, last-from)
	if err := f.sampleFrom(from, size, until); err != nil {
		return err
	}
	var steps, product float64
	for i, l := range f.sampled {
		if l.byPairs > 0 {
			step := float64(i + 1)
			steps += step * step
			product += step * (l.byPairs - math.Log(float64(f.enumerated[l.number].states)))
		}
	}
	if steps == 0 {
		return nil
	}
	f.bias, f.calibrated = product/steps, len(f.sampled)
	f.unsure = false
	return nil
}

// sampleFrom samples the layers after layer last, expanding about size states
// in each layer.
func (f *forecaster[S]) sampleFrom(last, size int, until time.Duration) error {
	f.sampled = nil
	trend := f.trend(last)
	pending := map[int]*layerSample[S]{}
	expand := func(states []S, lines []int32, number int, weight float64) (terminal, plies int, err error) {
		return f.expand(states, number, func(parent int, child S, at int) {
			if at <= last {
				return
			}
			l := pending[at]
			if l == nil {
				l = new(layerSample[S])
				pending[at] = l
			}
			l.into += weight
			if previous := l.found.add(child, float32(weight), lines[parent]); previous > 0 {
				l.pairs += weight * float64(previous)
				l.repeats++
			}
		})
	}
	line := int32(0)
	for number := max(0, last+1-f.span); number <= last; number++ {
		k := &f.enumerated[number]
		states := k.sample
		if len(states) > size {
			states = states[:size]
		}
		weight := float64(k.states) / float64(len(states))
		lines := make([]int32, len(states))
		for i := range lines {
			lines[i] = line
			line++
		}
		terminal, plies, err := expand(states, lines, number, weight)
		if err != nil {
			return err
		}
		if number == last && last == len(f.enumerated)-1 {
			k.terminal, k.plies = int(weight*float64(terminal)), int(weight*float64(plies))
		}
	}
	for number := last + 1; len(pending) > 0; number++ {
		l := pending[number]
		if l == nil {
			continue
		}
		delete(pending, number)
		if last < len(f.enumerated)-1 && number >= len(f.enumerated) {
			return nil
		}
		states, lines := l.found.sample(size)
		layer := trend.estimate(l.into, l.pairs, l.repeats, l.found.used, spread(states))
		layer.number = number
		l.found = counts[S]{}
		weight := layer.states / float64(len(states))
		terminal, plies, err := expand(states, lines, number, weight)
		if err != nil {
			return err
		}
		layer.terminal, layer.plies = weight*float64(terminal), weight*float64(plies)
		f.sampled = append(f.sampled, layer)
		if machine.ThreadTime() > until {
			f.unsure = true
			return nil
		}
	}
	return nil
}

// trend estimates the number of states in a layer from a sample. It uses the
// plies that meet and the gap, which is the difference between the spread of
// the sample and the logarithm of the number of states. The gap changes slowly
// from layer to layer. It is corrected if enough plies meet.
type trend struct {
	variation float64
	bias      float64 // per step, bias of the logarithm of estimates from plies that meet
	limit     int     // number of steps after which the bias stays the same
	gap       float64
	deviation float64 // standard deviation of gap
	slope     float64 // expected change of gap per layer
	steps     int     // number of layers since the last enumerated layer
}

// gapLayers is the number of enumerated layers from which the gap and its slope
// are determined. Each half has an even number of layers, because the layers of
// the two players differ.
const gapLayers = 8

// trend returns a trend fitted to the enumerated layers up to last.
func (f *forecaster[S]) trend(last int) *trend {
	t := &trend{bias: f.bias, limit: f.calibrated * 3 / 2}
	weight := 0.0
	var gaps []float64 // last layer first
	for i := last; i > 0 && len(gaps) < gapLayers; i-- {
		k := &f.enumerated[i]
		if k.states == 0 {
			continue
		}
		if i >= last-3 {
			t.variation += k.variation() * float64(k.states)
			weight += float64(k.states)
		}
		gaps = append(gaps, spread(k.sample)-math.Log(float64(k.states)))
	}
	t.variation /= max(1, weight)
	if half := len(gaps) / 2; half > 0 {
		t.gap = mean(gaps[:min(2, half)])
		t.slope = math.Abs(mean(gaps[:half])-mean(gaps[half:2*half])) / float64(half)
	}
	return t
}

func mean(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += x
	}
	return sum / float64(len(list))
}

// Standard deviations of the logarithm of an estimate, per sampled layer. They
// were measured on games of known size. Samples contain too many states into
// which many plies lead. This biases estimates from plies that meet. It biases
// all estimates if the number of plies into a state varies. The gap changes by
// its slope, which decays, and by a random drift.
const (
	pairsByLayer     = 0.01
	pairsByVariation = 0.2 // per unit of variation
	gapByLayer       = 0.2
	slopeDecay       = 0.85
	driftByLayer     = 0.03
	driftByVariation = 0.1
	driftLayers      = 20 // maximum number of layers with drift
)

// estimate estimates the number of states in a layer. The arguments are the
// weight of the plies into the layer, the weight of the pairs of plies that
// meet, the number of plies that meet, the number of states found, and the
// spread of the sample.
func (t *trend) estimate(into, pairs float64, repeats, found int, spread float64) (e estimated) {
	t.steps++
	t.deviation = math.Hypot(t.deviation+t.slope, gapByLayer)
	t.slope *= slopeDecay
	if repeats >= minRepeats {
		a := into * into / (2 * pairs)
		bias := t.bias * float64(min(t.steps, t.limit))
		e.byPairs = math.Log((1+t.variation)*a*into/(into+a)) - bias
		drift := (pairsByLayer + pairsByVariation*t.variation) * float64(t.steps)
		if t.limit > 0 { // the bias accounts for most of the drift
			drift /= 4
		}
		off := 1/float64(repeats) + math.Pow(drift+math.Abs(bias)/5, 2)
		variance := t.deviation * t.deviation
		t.gap += variance / (variance + off) * (spread - e.byPairs - t.gap)
		t.deviation *= math.Sqrt(off / (variance + off))
	}
	deviation := math.Hypot(t.deviation, (driftByLayer+driftByVariation*t.variation)*float64(min(t.steps, driftLayers)))
	e.states = max(math.Exp(spread-t.gap), float64(found))
	e.factor = math.Exp(1.65 * deviation)
	return e
}
