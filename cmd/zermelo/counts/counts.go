// Package counts prints what counting and random plays of a game have brought.
package counts

import (
	"strconv"
	"time"

	"zermelo/cmd/zermelo/terminal"
	"zermelo/games"
	"zermelo/reports/words"
)

// Moves are the sequences of 1, 2, ... moves of a game.
type Moves struct {
	Game    string  `json:"game"`
	Counts  []int64 `json:"counts"`
	Seconds float64 `json:"seconds"`
	began   time.Time
}

// NewMoves are counts up to a depth as it was typed.
func NewMoves(typed string) (*Moves, error) {
	const most = 1000 // no count of so many plies ends
	depth, err := strconv.Atoi(typed)
	if err != nil || depth < 1 || depth > most {
		return nil, games.BadInput("depth %q: want a number of plies from 1 to %d", typed, most)
	}
	return &Moves{Counts: make([]int64, depth)}, nil
}

// Begin begins to count the moves of a game.
func (c *Moves) Begin(game string) { c.Game, c.began = game, time.Now() }

// Show prints the counts, as JSON or in words.
func (c *Moves) Show(out *terminal.Output, json bool) error {
	c.Seconds = time.Since(c.began).Seconds()
	if json {
		return out.PrintJSON(c)
	}
	total := int64(0)
	for i, n := range c.Counts {
		total += n
		out.Printf("%4d  %s\n", i+1, words.Thousands(n))
	}
	out.Printf("%s positions/s\n", terminal.Metric(float64(total)/c.Seconds))
	return nil
}

// Plays are what many random plays were like.
type Plays struct {
	Game     string   `json:"game"`
	Roles    []string `json:"roles"`
	Plays    int      `json:"plays"`
	Unended  int      `json:"unended"` // plays that were cut off
	Plies    float64  `json:"plies"`   // on average
	Shortest int      `json:"shortest"`
	Longest  int      `json:"longest"`
	// On average, over the plays that ended; goals are those of a rule sheet.
	Payoffs []float64 `json:"payoffs,omitempty"`
	Goals   []float64 `json:"goals,omitempty"`
	Seconds float64   `json:"seconds"`
	began   time.Time
	total   int
}

// NewPlays begins to count plays.
func NewPlays(game string, roles []string) *Plays {
	return &Plays{Game: game, Roles: roles, began: time.Now()}
}

// Add adds a play of so many plies.
func (p *Plays) Add(plies int, over bool) {
	if p.Plays == 0 {
		p.Shortest = plies
	}
	p.Plays++
	p.total += plies
	p.Shortest, p.Longest = min(p.Shortest, plies), max(p.Longest, plies)
	if !over {
		p.Unended++
	}
}

// Show prints the averages, as JSON or in words.
func (p *Plays) Show(out *terminal.Output, json bool) error {
	p.Seconds = time.Since(p.began).Seconds()
	p.Plies = float64(p.total) / float64(p.Plays)
	for _, sums := range [][]float64{p.Payoffs, p.Goals} {
		for role := range sums {
			sums[role] /= float64(max(1, p.Plays-p.Unended))
		}
	}
	if json {
		return out.PrintJSON(p)
	}
	out.Printf("%s\n", p.Game)
	out.Printf("  plays     %s, %s of them not over\n", words.Thousands(int64(p.Plays)), words.Thousands(int64(p.Unended)))
	out.Printf("  plies     %.2f on average, %d to %d\n", p.Plies, p.Shortest, p.Longest)
	for role, payoff := range p.Payoffs {
		out.Printf("  payoff    %.2f on average for %s\n", payoff, p.Roles[role])
	}
	for role, goal := range p.Goals {
		out.Printf("  goal      %.2f on average for %s\n", goal, p.Roles[role])
	}
	out.Printf("  speed     %s positions/s\n", terminal.Metric(float64(p.total)/p.Seconds))
	return nil
}
