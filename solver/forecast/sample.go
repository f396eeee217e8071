package forecast

import (
	"math"
	"time"

	"zermelo/games"
	"zermelo/solver/machine"
)

// layerSample is a layer of which a sample of the plies that lead to it is known. Each
// ply weighs as many as it stands for.
type layerSample[S games.State] struct {
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
	size := f.affords(f.options.Sample/10, machine.ThreadTime()+f.options.CPU/4, last-from)
	if err := f.follow(from, size, until); err != nil {
		return err
	}
	var steps, product float64
	for i, l := range f.sampled {
		if l.byPairs > 0 {
			step := float64(i + 1)
			steps += step * step
			product += step * (l.byPairs - math.Log(float64(f.known[l.number].states)))
		}
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
	ahead := map[int]*layerSample[S]{}
	expand := func(states []S, lines []int32, number int, weight float64) (terminal, plies int, err error) {
		return f.expand(states, number, func(parent int, child S, at int) {
			if at <= last {
				return
			}
			l := ahead[at]
			if l == nil {
				l = new(layerSample[S])
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
		states, lines := l.found.sample(size)
		layer := trend.estimate(l.into, l.pairs, l.met, l.found.used, spread(states))
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

// trend tells the number of states of a layer from a sample: by the plies that meet, and
// by the gap between the spread of the sample and the logarithm of the number of states.
// The gap changes slowly from layer to layer. Where plies meet they correct it.
type trend struct {
	variation float64
	bias      float64 // of the logarithm of an estimate by plies that meet, by step
	most      int     // steps with a bias
	gap       float64
	deviation float64 // of the gap
	slope     float64 // how much the gap is likely to change by layer
	steps     int     // layers since the last known one
}

// gapLayers is how many known layers tell the gap and its slope. Both halves have an even
// number, as layers of the two players differ.
const gapLayers = 8

// trend is that of the known layers.
func (f *forecaster[S]) trend(last int) *trend {
	t := &trend{bias: f.bias, most: f.calibrated * 3 / 2}
	weight := 0.0
	var gaps []float64 // the last one first
	for i := last; i > 0 && len(gaps) < gapLayers; i-- {
		k := &f.known[i]
		if k.states == 0 {
			continue
		}
		if i >= last-3 {
			t.variation += k.variation() * float64(k.states)
			weight += float64(k.states)
		}
		gaps = append(gaps, spread(k.some)-math.Log(float64(k.states)))
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

// Standard deviations of the logarithm of an estimate, by layer after the known ones.
// Samples hold too many states that many plies lead to, so that an estimate by plies that
// meet is off, and any estimate, the more the more the plies to a state vary. The gap
// changes by its slope, which is less each layer, and besides. Measured on games with known
// counts.
const (
	pairsByLayer     = 0.01
	pairsByVariation = 0.2 // by unit of the variation
	gapByLayer       = 0.2
	slopeLeft        = 0.85
	driftByLayer     = 0.03
	driftByVariation = 0.1
	driftLayers      = 20 // at most
)

// estimate takes the weight of the plies to a layer, that of the pairs among them
// that meet, how many meet, how many states were found, and their spread.
func (t *trend) estimate(into, pairs float64, met, found int, spread float64) (e estimated) {
	t.steps++
	t.deviation = math.Hypot(t.deviation+t.slope, gapByLayer)
	t.slope *= slopeLeft
	if met >= enough {
		a := into * into / (2 * pairs)
		bias := t.bias * float64(min(t.steps, t.most))
		e.byPairs = math.Log((1+t.variation)*a*into/(into+a)) - bias
		drift := (pairsByLayer + pairsByVariation*t.variation) * float64(t.steps)
		if t.most > 0 { // and the bias tells the most of it
			drift /= 4
		}
		off := 1/float64(met) + math.Pow(drift+math.Abs(bias)/5, 2)
		variance := t.deviation * t.deviation
		t.gap += variance / (variance + off) * (spread - e.byPairs - t.gap)
		t.deviation *= math.Sqrt(off / (variance + off))
	}
	deviation := math.Hypot(t.deviation, (driftByLayer+driftByVariation*t.variation)*float64(min(t.steps, driftLayers)))
	e.states = max(math.Exp(spread-t.gap), float64(found))
	e.factor = math.Exp(1.65 * deviation)
	return e
}
