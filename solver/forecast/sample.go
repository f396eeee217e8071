package forecast

import (
	"math"
	"time"

	"zermelo/games"
)

// layerSample is a layer with a sample of the plies that lead to it. The weight
// of a sampled ply is the number of plies that it represents.
type layerSample[S games.State] struct {
	found  counts[S]
	byLine []float64 // into by line of descent
	plyCounts
}

// plyCounts holds statistics of the sampled plies into a layer.
type plyCounts struct {
	states   int     // number of distinct states
	into     float64 // total weight of the sampled plies
	cross    float64 // sum, over all pairs of plies in different lines of descent, of the product of their weights
	pairs    float64 // likewise for the pairs that lead to the same state
	triples  float64 // likewise for triples of plies that lead to the same state
	repeats  int     // number of plies to a state that a ply in another line had reached before
	third    int     // number of plies to a state that at least two such plies had reached before
	allPairs float64 // like pairs, including pairs in the same line of descent
}

// minRepeats is the minimum number of plies that must meet for an estimate
// based on them.
const minRepeats = 8

// sample estimates the layers that have not been enumerated. The last enumerated
// layer has not been expanded yet. A pilot sample of minSurveyed states per layer
// determines the number of layers.
func (f *forecaster[S]) sample() error {
	last := len(f.enumerated) - 1
	if err := f.calibrate(last); err != nil {
		return err
	}
	if err := f.sampleFrom(last, 0, f.options.CPU); err != nil || f.unsure {
		return err
	}
	if f.affordableStates(f.options.Sample, f.options.CPU, len(f.sampled)) <= minSurveyed {
		f.unsure = true // the samples would be too small
		return nil
	}
	return f.sampleFrom(last, len(f.sampled), f.options.CPU)
}

// minCalibration is the minimum number of states in the layer at which
// calibration starts.
const minCalibration = 5_000

// calibrate samples enumerated layers, whose sizes are known, to measure the growth of
// the inequality and the drift.
func (f *forecaster[S]) calibrate(last int) error {
	from := last / 3
	for from < last && f.enumerated[from].states < minCalibration {
		from++
	}
	if last-from < 3 {
		return nil
	}
	if err := f.sampleFrom(from, last-from, f.used()+f.options.CPU/8); err != nil {
		f.sampled = nil // these layers have been enumerated
		return err
	}
	before := math.Log(1 + f.enumerated[from].variation())
	var steps, product, drifts, measured float64
	for i, l := range f.sampled {
		if into := f.enumerated[l.number].into; into > 0 { // surveyEnumerated may miss a small layer
			drifts += math.Log(l.into / into)
			measured++
		}
		if l.even > 0 {
			step := float64(i + 1)
			steps += step * step
			product += step * (math.Log(float64(f.enumerated[l.number].states)) - l.even - before)
		}
	}
	f.growth = product / max(1, steps)
	f.drift = drifts / max(1, measured)
	f.unsure = false
	return nil
}

// sampleFrom samples the layers after layer last. It divides the remaining time among
// the given number of layers. If layers is 0, it expands minSurveyed states per layer
// instead. The estimate is uncertain if the time runs out before the last layer, or if
// fewer than minDegrees layers have been enumerated.
func (f *forecaster[S]) sampleFrom(last, layers int, until time.Duration) error {
	f.sampled = nil
	size := func(done int) int {
		if layers == 0 {
			return minSurveyed
		}
		return f.affordableStates(f.options.Sample, until, max(layers-done, 1+layers/10))
	}
	trend := f.trend(last)
	f.unsure = len(trend.degrees) < minDegrees
	pending := map[int]*layerSample[S]{}
	expand := func(states []S, lines []int32, number int, weight float64) (terminal, plies int, err error) {
		return f.expand(states, number, f.reach, func(parent int, child S, at int) {
			if at <= last {
				return
			}
			l := pending[at]
			if l == nil {
				l = new(layerSample[S])
				pending[at] = l
			}
			l.into += weight
			line := lines[parent]
			if n := int(line) + 1 - len(l.byLine); n > 0 {
				l.byLine = append(l.byLine, make([]float64, n)...)
			}
			l.byLine[line] += weight
			previous, related := l.found.add(child, float32(weight), line)
			l.allPairs += weight * float64(previous)
			if previous > 0 && !related {
				l.pairs += weight * float64(previous)
				l.repeats++
				if more := float64(previous) - weight; more > weight/2 {
					l.triples += weight * float64(previous) * more / 2
					l.third++
				}
			}
		})
	}
	line := int32(0)
	for number := max(0, last+1-f.reach); number <= last; number++ {
		k := &f.enumerated[number]
		if k.states == 0 {
			continue
		}
		states := k.sample
		if n := size(0) / min(f.reach, last+1); n < len(states) && number < last {
			states = states[:max(1, n)]
		}
		if n := size(0); n < len(states) {
			states = states[:n]
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
		states, lines := l.found.sample(size(len(f.sampled)))
		l.states, l.cross = l.found.used, l.into*l.into
		for _, w := range l.byLine {
			l.cross -= w * w
		}
		l.cross /= 2
		layer := trend.estimate(number, &l.plyCounts, len(states), spread(states))
		for i := range states {
			f.vary(&states[i])
		}
		l.found = counts[S]{}
		weight := layer.states / float64(len(states))
		if last < len(f.enumerated)-1 {
			weight = float64(f.enumerated[number].states) / float64(len(states))
		}
		terminal, plies, err := expand(states, lines, number, weight)
		if err != nil {
			return err
		}
		layer.terminal, layer.plies = weight*float64(terminal), weight*float64(plies)
		f.sampled = append(f.sampled, layer)
		if f.used() > until+f.options.CPU/8 {
			f.unsure = true
			return nil
		}
	}
	return nil
}

// vary records the bits in which a state differs from the start state.
func (f *forecaster[S]) vary(s *S) {
	varying, start := games.Bits(&f.varying), games.Bits(&f.start)
	for i, w := range games.Bits(s) {
		varying[i] |= w ^ start[i]
	}
}

// trend uses a Kalman filter to estimate the number of states in each sampled layer.
type trend struct {
	filter
	slope   float64 // expected change of gap per layer
	growth  float64 // expected change of inequality per layer
	steps   int     // number of layers since the last enumerated layer
	degrees degrees
}

// trendLayers is the number of enumerated layers from which the trend is determined.
// Each half has an even number of layers, because the layers of the two players
// differ.
const trendLayers = 8

// trend returns a trend fitted to the enumerated layers up to last.
func (f *forecaster[S]) trend(last int) *trend {
	t := &trend{growth: f.growth}
	variation, weight := 0.0, 0.0
	var gaps []float64 // last layer first
	for i := last; i > 0 && len(gaps) < trendLayers; i-- {
		k := &f.enumerated[i]
		if k.states == 0 || k.into == 0 {
			continue
		}
		if i >= last-3 {
			variation += k.variation() * float64(k.states)
			weight += float64(k.states)
		}
		gaps = append(gaps, spread(k.sample)-math.Log(float64(k.states)))
		t.degrees = append(t.degrees, degree{float64(i), math.Log(k.into / float64(k.states))})
	}
	t.x[inequality] = math.Log1p(variation / max(1, weight))
	if half := len(gaps) / 2; half > 0 {
		t.x[gap] = mean(gaps[:min(2, half)])
		t.slope = math.Abs(mean(gaps[:half])-mean(gaps[half:2*half])) / float64(half)
	}
	t.x[drift] = f.drift
	t.p[drift][drift] = square(max(minDrift, t.degrees.error()))
	return t
}

func mean(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += x
	}
	return sum / float64(len(list))
}

// degree is the logarithm of the mean number of plies that lead to a state of a layer.
type degree struct{ layer, log float64 }

// degrees holds the degrees of the last enumerated layers, starting with the last
// layer.
type degrees []degree

// minDegrees is the minimum number of degrees to extrapolate.
const minDegrees = 4

// laws extrapolates the degree of a layer using two growth laws fitted to d. The first
// is a power of the layer number, as in games where few pieces move. The second is a
// linear function, as in games where pieces are placed.
func (d degrees) laws(layer int) (power, linear float64) {
	half := len(d) / 4 * 2
	if half == 0 {
		return 0, 0
	}
	var logs, logLayers, means float64
	for i := range half {
		logs += d[i].log - d[half+i].log
		logLayers += math.Log(d[i].layer / d[half+i].layer)
		means += math.Exp(d[i].log) - math.Exp(d[half+i].log)
	}
	base := d[0]
	if int(base.layer-float64(layer))%2 != 0 {
		base = d[1] // of the same player
	}
	power = max(0, base.log+logs/logLayers*math.Log(float64(layer)/base.layer))
	if means <= 0 {
		return power, power
	}
	mean := means / float64(half*half) // growth per layer
	return power, base.log + math.Log1p(mean*(float64(layer)-base.layer)/math.Exp(base.log))
}

// at returns the mean of the degrees that the two laws predict for a layer.
func (d degrees) at(layer int) float64 {
	power, linear := d.laws(layer)
	return (power + linear) / 2
}

// error returns the approximate error of the degrees of later layers. It is the greater
// of two estimates: the difference between the laws, and the error made by
// extrapolating the earlier layers of d to the last one.
func (d degrees) error() float64 {
	const ahead = 4
	if len(d) < 2*ahead {
		return maxDrift
	}
	power, linear := d.laws(int(d[0].layer) + 2*ahead)
	return max(math.Abs(power-linear)/2, math.Abs(d[ahead:].at(int(d[0].layer))-d[0].log)/ahead)
}

// Standard deviations of the components of the filter, per sampled layer unless noted
// otherwise. They were measured on games of known size; see docs/forecasts.md.
const (
	countByLayer      = 0.02
	gapByLayer        = 0.2 // deviation of the gap, to which the slope is added
	slopeDecay        = 0.85
	minDrift          = 0.02 // at the start
	maxDrift          = 0.1
	driftByLayer      = 0.01
	inequalityByLayer = 0.03 // deviation of the inequality, to which half its growth is added
	spreadError       = 0.05 // constant part of the error of a sample's spread
	spreadErrorBySize = 30   // size-dependent part of the error of a sample's spread, multiplied by the sample size
	pairsError        = 0.02 // error of the count estimated from pairs, in addition to the statistical error
	pairsByInequality = 0.3  // error of the count estimated from pairs, per unit of inequality
	triplesError      = 0.1  // error of the inequality estimated from triples, in addition to the statistical error
	triplesByResult   = 0.3  // error of the inequality estimated from triples, per unit of inequality
	persistence       = 10   // number of layers over which the errors of pairs and triples persist
	otherByLayer      = 0.04 // other errors of the count
	otherLayers       = 10   // maximum number of layers for which otherByLayer is added
	laterByLayer      = 0.008
)

// minTriples is the minimum number of triples of plies that must meet for an estimate
// based on them.
const minTriples = 5

// estimate estimates the number of states in a layer. The argument l holds the
// counts of the sampled plies into the layer; size and spread describe the sample of
// its states.
func (t *trend) estimate(number int, l *plyCounts, size int, spread float64) (e estimated) {
	t.steps++
	flow := math.Log(l.into) - t.degrees.at(number)
	t.advance(flow, t.growth, [4]float64{countByLayer, gapByLayer + t.slope, driftByLayer, inequalityByLayer + math.Abs(t.growth)/2})
	t.slope *= slopeDecay
	if l.repeats >= minRepeats {
		all := l.into * l.into / 2 / l.cross
		pairs, triples := all*l.pairs, math.Pow(all, 1.5)*l.triples
		squares := 2*pairs + l.into // sum of the squares of the numbers of plies into each state
		cubes := 6*triples + 6*pairs + l.into
		// Relatives meet more often than other plies, and plies in different lines of
		// descent meet less often. The truth is in between.
		kinship := math.Log((2*l.allPairs + l.into) / squares)
		e.even = math.Log(l.into*l.into/squares) - kinship/4
		persistent := square(pairsError) + square(pairsByInequality*t.x[inequality]) + square(kinship/2)
		t.measure([4]float64{count: 1, inequality: -1}, e.even, 1/float64(l.repeats)+persistence*persistent)
		if l.third >= minTriples {
			z := math.Log(cubes * l.into / (squares * squares))
			persistent := square(triplesError) + square(triplesByResult*z)
			t.measure([4]float64{inequality: 1}, z, 4/float64(l.repeats)+1/float64(l.third)+persistence*persistent)
		}
	}
	t.measure([4]float64{count: 1, gap: 1}, spread, square(spreadError+spreadErrorBySize/float64(size)))
	steps := float64(t.steps)
	deviation := math.Hypot(math.Sqrt(t.p[count][count]), otherByLayer*min(steps, otherLayers)+laterByLayer*steps)
	e.number, e.found, e.into = number, float64(l.states), l.into
	e.states = max(math.Exp(t.x[count]), e.found)
	e.factor = math.Exp(1.65 * deviation)
	if len(t.degrees) < minDegrees {
		e.states, e.factor = e.found, 1
	}
	return e
}

func square(x float64) float64 { return x * x }

// Components of the state of a filter.
const (
	// count is the logarithm of the number of states in the layer.
	count = iota
	// gap is the spread of the sample minus count. It changes slowly.
	gap
	// drift is the per-layer error of the extrapolated degree.
	drift
	// inequality is the logarithm of NΣp². The sum is over the N states of the
	// layer, and p is the probability that a sampled ply leads to a state. The
	// inequality increases with each layer, because samples are biased toward states
	// with many ancestors.
	inequality
)

// filter is a Kalman filter with state x and covariance p.
type filter struct {
	x [4]float64
	p [4][4]float64
}

// advance moves the filter to the next layer. The argument flow predicts the count
// before it is corrected by the drift. The argument growth is the expected change of
// the inequality, and noise holds the standard deviations of the components' changes.
func (f *filter) advance(flow, growth float64, noise [4]float64) {
	f.x[count] = flow - f.x[drift]
	f.x[inequality] += growth
	for i := range f.p { // the new count depends on the old count and drift
		f.p[count][i] -= f.p[drift][i]
	}
	for i := range f.p {
		f.p[i][count] -= f.p[i][drift]
	}
	for i, s := range noise {
		f.p[i][i] += s * s
	}
}

// measure corrects the state using z, a measurement of the scalar product of h and x.
// The measurement has the given variance.
func (f *filter) measure(h [4]float64, z, variance float64) {
	var ph [4]float64
	total := variance
	for i := range h {
		for j := range h {
			ph[i] += f.p[i][j] * h[j]
		}
		z -= h[i] * f.x[i]
	}
	for i := range h {
		total += h[i] * ph[i]
	}
	for i := range h {
		f.x[i] += ph[i] / total * z
	}
	for i := range h {
		for j := range h {
			f.p[i][j] -= ph[i] * ph[j] / total
		}
	}
}
