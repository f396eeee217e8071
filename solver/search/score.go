package search

import "zermelo/games"

// ScoreOf is the score of a payoff; see games.Searcher.
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

// scoreList knows which scores a game can end with, so that "not more than
// alpha" means "at most the next score below".
type scoreList struct {
	high   int
	floors []int // by score + high
}

func newScoreList[S games.State](g games.Searcher[S]) scoreList {
	l := scoreList{high: g.Scores()}
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

// floor is the greatest score that is not above x.
func (l *scoreList) floor(x int) int { return l.floors[x+l.high] }

// ceil is the least score that is not below x.
func (l *scoreList) ceil(x int) int {
	for x < l.high && l.floor(x) != x {
		x++
	}
	return x
}
