package search

import "zermelo/games"

// ScoreOf returns the score that corresponds to a payoff; see games.Searcher.
func ScoreOf(total int, payoff int16) int {
	if total%2 == 0 {
		return int(payoff) - total/2
	}
	return 2*int(payoff) - total
}

// PayoffOf is the inverse of ScoreOf.
func PayoffOf(total, score int) int16 {
	if total%2 == 0 {
		return int16(score + total/2)
	}
	return int16((score + total) / 2)
}

// MaxScore is the highest score that a transposition table can store.
const MaxScore = 127

// MaxScoreOf returns the highest score that either role can get. The result is at
// least 1. If a game does not list its payoffs, they are assumed to be in [0,
// Info.Total]. A game cannot be searched if the result exceeds MaxScore.
func MaxScoreOf(info *games.Info) int {
	if len(info.Payoffs) == 0 {
		score := ScoreOf(info.Total, int16(info.Total))
		return max(1, score, -score)
	}
	lowest, highest := info.Payoffs[0], info.Payoffs[len(info.Payoffs)-1]
	return max(1, ScoreOf(info.Total, int16(highest)), -ScoreOf(info.Total, int16(lowest)))
}

// ScoreList rounds bounds to the possible scores of a game.
type ScoreList struct {
	high   int
	floors []int // indexed by score + high
}

// NewScoreList returns the ScoreList of g.
func NewScoreList[S games.State](g games.Searcher[S]) ScoreList {
	l := ScoreList{high: g.Scores()}
	info := g.Info()
	can := make([]bool, 2*l.high+1)
	for i := range can {
		can[i] = len(info.Payoffs) == 0
	}
	for _, p := range info.Payoffs {
		score := ScoreOf(info.Total, int16(p))
		can[score+l.high], can[l.high-score] = true, true
	}
	last := -l.high
	for i, ok := range can {
		if ok {
			last = i - l.high
		}
		l.floors = append(l.floors, last)
	}
	return l
}

// Floor returns the highest possible score that is at most x.
func (l *ScoreList) Floor(x int) int { return l.floors[x+l.high] }

// Ceil returns the lowest possible score that is at least x.
func (l *ScoreList) Ceil(x int) int {
	for x < l.high && l.Floor(x) != x {
		x++
	}
	return x
}

// WinOrLose reports whether the only results of a game are a win and a loss, so that a
// single threshold determines the score.
func WinOrLose(info *games.Info) bool {
	p := info.Payoffs
	return len(p) == 2 && p[0]+p[1] == info.Total && p[0] != p[1]
}

// Rounding is the maximum rounding error of an expected payoff, as a fraction of the range of the payoffs.
const Rounding = 1e-12

// Snap returns low or high if x differs from it only by a rounding error, and x otherwise. All arguments
// must be finite.
func Snap(x, low, high float64) float64 {
	switch limit := Rounding * (high - low); {
	case x <= low+limit:
		return low
	case x >= high-limit:
		return high
	}
	return x
}

// PayoffRange returns the lowest and the highest payoff of a game, in payoff units, if the game
// lists its payoffs or bounds its scores.
func PayoffRange[S games.State](g games.Game[S]) (low, high float64, known bool) {
	info := g.Info()
	if p := info.Payoffs; len(p) > 0 {
		return float64(p[0]), float64(p[len(p)-1]), true
	}
	if g, ok := g.(games.Searcher[S]); ok {
		return float64(PayoffOf(info.Total, -g.Scores())), float64(PayoffOf(info.Total, g.Scores())), true
	}
	return 0, 0, false
}
