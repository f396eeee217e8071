package match

import (
	"math"
	"time"

	"zermelo/games"
	"zermelo/reports/score"
)

// Result is the result of a match. Its JSON field names are stable.
type Result struct {
	Game  string `json:"game"`
	Games int    `json:"games"` // number of games played
	// Unfinished is the number of games that reached the maximum number of plies.
	Unfinished int        `json:"unfinished"`
	Players    []Standing `json:"players"` // in the order of the command line
	// LLR is the log-likelihood ratio of the sequential test, if there is one.
	LLR     *float64 `json:"llr,omitempty"`
	Test    string   `json:"test,omitempty"` // result of the sequential test: "accepted" (HIGH), "rejected" (LOW) or "open"
	Seconds float64  `json:"seconds"`

	// Compared reports whether two players of two roles have payoffs with a constant sum.
	Compared bool `json:"-"`

	info    *games.Info
	until   *Sequential
	payoffs [][]float64 // payoffs of each player, in points
}

// Standing is the result of a player.
type Standing struct {
	Player string `json:"player"` // as on the command line
	Games  int    `json:"games"`  // number of games with a known result
	Won    int    `json:"won"`    // games in which the other player got less
	Drawn  int    `json:"drawn"`  // games in which both players got the same
	Lost   int    `json:"lost"`   // games in which the other player got more
	// Score is the share of wins, where draws count half, with its 95 % Wilson score interval. It
	// is 0 unless two roles have payoffs with a constant sum.
	Score float64 `json:"score"`
	Low   float64 `json:"score_low"`  // lower bound of the interval
	High  float64 `json:"score_high"` // upper bound of the interval
	// Elo is the difference to the other player that corresponds to Score, with the interval that
	// corresponds to Low and High. It is null if it is infinite.
	Elo     *float64 `json:"elo"`
	EloLow  *float64 `json:"elo_low"`  // lower bound of the interval
	EloHigh *float64 `json:"elo_high"` // upper bound of the interval
	// Payoff is the mean payoff in points, with its normal 95 % interval.
	Payoff     float64 `json:"payoff"`
	PayoffLow  float64 `json:"payoff_low"`  // lower bound of the interval
	PayoffHigh float64 `json:"payoff_high"` // upper bound of the interval
	// Faults is the number of illegal moves, exceeded times and crashes.
	Faults int `json:"faults"`
}

func newResult(info *games.Info, o Options) *Result {
	r := &Result{Game: info.Name, info: info, until: o.Until, payoffs: make([][]float64, len(o.Players))}
	r.Compared = len(info.Roles) == 2 && !info.GeneralSum
	for _, s := range o.Players {
		r.Players = append(r.Players, Standing{Player: s.Name})
	}
	return r
}

// add adds a game.
func (r *Result) add(p *played) {
	n := len(r.Players)
	for _, player := range p.by {
		r.Players[player].Faults++
	}
	r.Games++
	if !p.known {
		r.Unfinished++
		return
	}
	for role := range r.info.Roles {
		player := (p.number + role) % n
		s := &r.Players[player]
		s.Games++
		r.payoffs[player] = append(r.payoffs[player], r.info.Points(int(p.payoffs[role])))
		if !r.Compared {
			continue
		}
		switch own, other := p.payoffs[role], p.payoffs[1-role]; {
		case own > other:
			s.Won++
		case own < other:
			s.Lost++
		default:
			s.Drawn++
		}
	}
	if r.until != nil {
		s := &r.Players[0]
		llr := r.until.LLR(s.Won, s.Drawn, s.Lost)
		r.LLR, r.Test = &llr, r.until.Verdict(llr)
	}
}

// decided reports whether the sequential test has ended.
func (r *Result) decided() bool { return r.Test == Accepted || r.Test == Rejected }

// finish computes the statistics.
func (r *Result) finish(took time.Duration) {
	r.Seconds = took.Seconds()
	for i := range r.Players {
		s := &r.Players[i]
		if s.Games == 0 {
			continue
		}
		s.Payoff, s.PayoffLow, s.PayoffHigh = mean(r.payoffs[i])
		if r.Compared {
			wins := float64(s.Won) + float64(s.Drawn)/2
			s.Score = wins / float64(s.Games)
			s.Low, s.High = score.Wilson(wins, s.Games) // too wide with draws, which have less variance
			s.Elo, s.EloLow, s.EloHigh = elo(s.Score), elo(s.Low), elo(s.High)
		}
	}
}

// mean returns the mean of a sample and its normal 95 % interval.
func mean(list []float64) (m, low, high float64) {
	for _, x := range list {
		m += x / float64(len(list))
	}
	squares := 0.0
	for _, x := range list {
		squares += (x - m) * (x - m)
	}
	d := score.Z * math.Sqrt(squares/float64(max(1, len(list)-1))/float64(len(list)))
	return m, m - d, m + d
}

// elo returns the Elo difference that corresponds to a score, or nil if it is infinite.
func elo(score float64) *float64 {
	if score <= 0 || score >= 1 {
		return nil
	}
	return new(400 * math.Log10(score/(1-score)))
}

// Sequential is a sequential probability ratio test (Wald 1945) of the Elo difference of the first
// of two players. Its error probabilities are 5 %.
type Sequential struct {
	Low, High float64 // Elo differences of the hypotheses, Low < High
}

// Results of a sequential test.
const (
	Accepted = "accepted" // the difference is High rather than Low
	Rejected = "rejected" // the difference is Low rather than High
	Open     = "open"
)

// LLR returns the log-likelihood ratio of the hypotheses, given numbers of games. Scores are
// normally distributed for many games; their variance is estimated from the games and from one
// more win, draw and loss.
func (t *Sequential) LLR(won, drawn, lost int) float64 {
	expected := func(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }
	n := float64(won + drawn + lost)
	w, d := float64(won+1)/(n+3), float64(drawn+1)/(n+3)
	mean := w + d/2
	variance := w + d/4 - mean*mean
	low, high := expected(t.Low), expected(t.High)
	return n * (high - low) * (2*(float64(won)+float64(drawn)/2)/n - low - high) / (2 * variance)
}

// bound is the absolute value of the log-likelihood ratio that ends a test, log(0.95/0.05).
var bound = math.Log(19)

// Verdict returns the result of the test.
func (t *Sequential) Verdict(llr float64) string {
	switch {
	case llr >= bound:
		return Accepted
	case llr <= -bound:
		return Rejected
	}
	return Open
}
