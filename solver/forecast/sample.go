package forecast

import (
	"math"
	"time"

	"zermelo/games"
	"zermelo/solver/machine"
)

// sampled is a layer of which a sample of the plies that lead to it is known. Each
// ply weighs as many as it stands for.
type sampled[S games.State] struct {
	found counts[S]
	into  float64 // the weight of all plies
	pairs float64 // the weights' product, over all pairs that lead to the same state
	met   int     // plies to a state that was found before
}

// enough is how many plies have to meet for an estimate from them.
const enough = 30

// pilot is how many states of a layer are expanded to see how long a sample takes.
const pilot = 200

// sample estimates the layers after the known ones. The last known layer is not
// expanded yet.
func (f *forecaster[S]) sample(until time.Duration) error {
	if err := f.calibrate(until); err != nil {
		return err
	}
	began, before := machine.ThreadTime(), f.expanded
	if err := f.follow(len(f.known)-1, pilot, until); err != nil || f.unsure {
		return err
	}
	now := machine.ThreadTime()
	perState := float64(now-began) / float64(f.expanded-before)
	size := min(f.options.Sample, int(0.7*float64(until-now)/perState)/max(1, len(f.sampled)))
	if size <= pilot {
		return nil
	}
	return f.follow(len(f.known)-1, size, until+f.options.CPU/4)
}

// fewest is how many states a layer has at least that a calibration begins with.
const fewest = 30_000

// calibrate samples known layers. A sample is not drawn evenly: states that many plies
// lead to are too frequent in it, so that more of its plies meet, the more the further
// it goes.
func (f *forecaster[S]) calibrate(until time.Duration) error {
	last := len(f.known) - 1
	from := last / 3
	for from < last && f.known[from].states < fewest {
		from++
	}
	if last-from < 3 {
		return nil
	}
	if err := f.follow(from, f.options.Sample/10, until); err != nil {
		return err
	}
	var steps, product float64
	for i, l := range f.sampled {
		step := float64(i + 1)
		steps += step * step
		product += step * math.Log(l.states/float64(f.known[l.number].states))
	}
	if steps == 0 {
		return nil
	}
	f.bias, f.calibrated = product/steps, len(f.sampled)
	f.unsure = false
	return nil
}

// follow samples from the last known layer on, about size states of each.
func (f *forecaster[S]) follow(last, size int, until time.Duration) error {
	f.sampled = nil
	trend := f.trend(last)
	ahead := map[int]*sampled[S]{}
	expand := func(states []S, lines []int32, number int, weight float64) (terminal, plies int, err error) {
		return f.expand(states, number, func(parent int, child S, at int) {
			if at <= last {
				return
			}
			l := ahead[at]
			if l == nil {
				l = new(sampled[S])
				ahead[at] = l
			}
			l.into += weight
			if had := l.found.add(child, float32(weight), lines[parent]); had > 0 {
				l.pairs += weight * float64(had)
				l.met++
			}
		})
	}
	line := int32(0)
	for number := max(0, last+1-f.span); number <= last; number++ {
		k := &f.known[number]
		states := k.some
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
		if number == last && last == len(f.known)-1 {
			k.terminal, k.plies = int(weight*float64(terminal)), int(weight*float64(plies))
		}
	}
	for number := last + 1; len(ahead) > 0; number++ {
		l := ahead[number]
		if l == nil {
			continue
		}
		delete(ahead, number)
		if last < len(f.known)-1 && number >= len(f.known) {
			return nil
		}
		layer := trend.estimate(l.into, l.pairs, l.met, l.found.used)
		layer.number = number
		states, lines := l.found.sample(size)
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

// trend is how the number of plies to a state goes from layer to layer.
type trend struct {
	variation float64
	bias      float64   // of the logarithm of an estimate, by step
	most      int       // steps with a bias
	pliesTo   []float64 // the mean of the layers so far
	growth    float64   // of that mean, by layer; used where too few plies meet
	blind     bool      // whether they do
	steps     int       // layers since the last known one
	deviation float64   // of the logarithm of the last estimate
}

// trend is that of the known layers.
func (f *forecaster[S]) trend(last int) *trend {
	t := &trend{bias: f.bias, most: f.calibrated * 3 / 2}
	weight := 0.0
	for i := range f.known[:last+1] {
		k := &f.known[i]
		if i == 0 || k.states == 0 {
			continue
		}
		t.pliesTo = append(t.pliesTo, k.pliesTo())
		if i >= last-3 {
			t.variation += k.variation() * float64(k.states)
			weight += float64(k.states)
		}
	}
	t.variation /= max(1, weight)
	return t
}

// The standard deviation of the logarithm of an estimate: what a layer after the
// known ones adds, as samples hold too many states that many plies lead to, and what
// a layer adds where the plies to a state are extrapolated. Measured on games with
// known counts.
const (
	driftByLayer = 0.03
	blindByLayer = 0.12
)

// estimate takes the weight of the plies to a layer, that of the pairs among them
// that meet, how many meet, and how many states were found.
func (t *trend) estimate(into, pairs float64, met, found int) estimated {
	t.steps++
	var states float64
	if met >= enough {
		a := into * into / (2 * pairs)
		bias := t.bias * float64(min(t.steps, t.most))
		states = (1 + t.variation) * a * into / (into + a) / math.Exp(bias)
		t.deviation = math.Sqrt(1/float64(met)+math.Pow(driftByLayer*float64(t.steps), 2)) + math.Abs(bias)/3
		t.blind = false
	} else {
		if !t.blind {
			t.blind, t.growth = true, t.slope()
		}
		states = into / t.next()
		t.deviation += blindByLayer
	}
	states = max(states, float64(found))
	t.pliesTo = append(t.pliesTo, max(1, into/states))
	return estimated{states: states, factor: math.Exp(1.65 * t.deviation)}
}

// slope is the growth of the plies to a state over the second half of the layers.
// Both halves have an even number, as layers of the two players differ.
func (t *trend) slope() float64 {
	half := len(t.pliesTo) / 4 * 2
	if half == 0 {
		return 0
	}
	return (t.mean(0) - t.mean(half)) / float64(half)
}

// mean is the mean plies to a state of two layers, back from the last one.
func (t *trend) mean(back int) float64 {
	n := len(t.pliesTo) - back
	if n < 2 {
		return 1
	}
	return (t.pliesTo[n-1] + t.pliesTo[n-2]) / 2
}

// next is the plies to a state of the next layer.
func (t *trend) next() float64 {
	if len(t.pliesTo) < 2 {
		return 1
	}
	t.growth *= 0.85
	return max(1, t.pliesTo[len(t.pliesTo)-2]+2*t.growth)
}
