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

// MostScore is the greatest score that tables of searches have room for.
const MostScore = 127

// GreatestScore is the greatest score that either role can get, 1 at least, so
// that scores have a range. Where a game does not list its payoffs they are taken
// to lie between 0 and the total. A game where it is more than MostScore cannot be searched.
func GreatestScore(info *games.Info) int {
	if len(info.Payoffs) == 0 {
		return ScoreOf(info.Total, int16(info.Total))
	}
	least, most := info.Payoffs[0], info.Payoffs[len(info.Payoffs)-1]
	return max(1, ScoreOf(info.Total, int16(most)), -ScoreOf(info.Total, int16(least)))
}

// ScoreList knows which scores a game can end with, so that "not more than
// alpha" means "at most the next score below".
type ScoreList struct {
	high   int
	floors []int // by score + high
}

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

// Floor is the greatest score that is not above x.
func (l *ScoreList) Floor(x int) int { return l.floors[x+l.high] }

// Ceil is the least score that is not below x.
func (l *ScoreList) Ceil(x int) int {
	for x < l.high && l.Floor(x) != x {
		x++
	}
	return x
}

// WinOrLose reports whether a game has only two scores, that of a win and that of a
// loss: then all questions about scores are one.
func WinOrLose(info *games.Info) bool {
	p := info.Payoffs
	return len(p) == 2 && p[0]+p[1] == info.Total && p[0] != p[1]
}
