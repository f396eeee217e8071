package layered

import (
	"cmp"
	"fmt"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
)

// countStates returns the statistics of terminal states. The function merge must call
// count with all distinct states, passing each state once.
func countStates[S games.State](x *Expander[S], merge func(count func([]S) error) error) (job.LayerStats, error) {
	stats := job.LayerStats{Values: map[string]int64{}, Remoteness: map[int]int64{}}
	var orbits []int32
	var payoffs []games.Payoff
	var payoff int16
	var same int64 // length of the current run of equal payoffs
	note := func() {
		if same > 0 {
			stats.Values[fmt.Sprint(payoff)] += same
		}
		same = 0
	}
	err := merge(func(states []S) error {
		orbits = x.Canonizer.Orbits(orbits[:0], states)
		payoffs = x.Game.Payoffs(payoffs[:0], states)
		if len(payoffs) != len(states) {
			return errPayoffs(len(payoffs), len(states))
		}
		for i, p := range payoffs {
			stats.RawTerminals += int64(orbits[i])
			if p[0] != payoff {
				note()
				payoff = p[0]
			}
			same++
		}
		stats.Terminals += int64(len(states))
		return nil
	})
	if err = cmp.Or(err, games.Failure(x.Game)); err != nil {
		return stats, err
	}
	note()
	stats.States, stats.RawStates, stats.Unstored = stats.Terminals, stats.RawTerminals, stats.Terminals
	if stats.Terminals > 0 && value.KindOf(x.Game.Info()) != value.Simultaneous {
		stats.Remoteness[0] = stats.Terminals
	}
	return stats, nil
}

// addCounts adds the numbers of states in ended to stats.
func addCounts(stats, ended *job.LayerStats) {
	stats.States += ended.States
	stats.Terminals += ended.Terminals
	stats.RawStates += ended.RawStates
	stats.RawTerminals += ended.RawTerminals
	stats.Unstored += ended.Unstored
	if stats.Values == nil {
		stats.Values, stats.Remoteness = map[string]int64{}, map[int]int64{}
	}
	for payoff, n := range ended.Values {
		stats.Values[payoff] += n
	}
	for plies, n := range ended.Remoteness {
		stats.Remoteness[plies] += n
	}
}
