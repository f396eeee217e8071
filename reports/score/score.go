// Package score judges recorded games: it compares every move with perfect play.
//
// A Judge looks up the positions of the games and adds them to a Result, which has sums per player.
// A move whose value is unknown is counted separately and is never a mistake. Random moves are not judged;
// their effect on the players' payoffs is reported as luck.
package score

import (
	"cmp"
	"math"
	"math/big"
	"slices"
	"strings"

	"zermelo/games"
	"zermelo/reports/record"
	"zermelo/reports/solved"
	"zermelo/reports/words"
	"zermelo/solver/value"
)

// Result is the score of a list of games. Its JSON field names are stable.
type Result struct {
	Game    string    `json:"game"`
	Roles   []string  `json:"roles"`
	Count   int       `json:"count"`   // number of games
	Players []*Player `json:"players"` // in order of appearance; never null
	All     Player    `json:"all"`     // the sums over all players
	Games   []*Game   `json:"games"`   // never null
	// Stopped reports whether the command was interrupted before it had judged all games.
	Stopped bool `json:"stopped,omitempty"`
}

// Player holds the sums over the moves of a player.
type Player struct {
	Player string `json:"player"` // name; empty for the sums over all players
	Games  int    `json:"games"`  // number of games played
	Tally
	// Luck is the sum over random moves of the change in the player's payoff under perfect play, in
	// points. It is not set in the sums over all players.
	Luck float64 `json:"luck,omitempty"`
	// Phases holds the sums over the first, second and last third of the plies of each game.
	Phases [3]Tally `json:"phases"`
}

// Tally holds sums over judged moves.
type Tally struct {
	Judged  int `json:"judged"`  // number of moves whose values are known
	Unknown int `json:"unknown"` // number of other moves
	Kept    int `json:"kept"`    // number of judged moves that keep the value
	// Share is Kept divided by Judged. It and its interval are 0 if no move was judged.
	Share float64 `json:"share"`
	Low   float64 `json:"low"`  // lower bound of the 95 % Wilson score interval of Share
	High  float64 `json:"high"` // upper bound
	// Choices is the number of moves in positions where some moves keep the value and others do
	// not.
	Choices     int     `json:"choices"`
	ChoicesKept int     `json:"choices_kept"` // number of these moves that keep the value
	Lost        float64 `json:"payoff_lost"`  // sum of the expected payoffs given away, in points
	PliesLost   int     `json:"plies_lost"`   // sum over the moves that keep a win or a loss
	WinDraw     int     `json:"win_draw"`     // number of moves that turn a win into a draw
	WinLoss     int     `json:"win_loss"`     // number of moves that turn a win into a loss
	DrawLoss    int     `json:"draw_loss"`    // number of moves that turn a draw into a loss
}

// Game is a judged game.
type Game struct {
	Number  int      `json:"-"`               // from 1
	File    string   `json:"file"`            // name of the file
	Line    int      `json:"line"`            // first line of the game, from 1
	Players []string `json:"players"`         // names, indexed by role
	Start   string   `json:"start,omitempty"` // first position, unless it is the start position
	// Payoffs holds the payoffs of perfect play from the first position, in points. It is empty if
	// they are unknown.
	Payoffs []float64 `json:"start_payoffs,omitempty"`
	Plies   []string  `json:"plies"`         // moves and joint moves; never null
	End     string    `json:"end,omitempty"` // as in the record
	Tallies []Tally   `json:"tallies"`       // indexed by role
	Moves   []Move    `json:"moves"`         // moves of each role; never null
	// Luck holds the sums of Draw.Luck, indexed by role. It is empty in games without random moves.
	Luck  []float64 `json:"luck,omitempty"`
	Draws []Draw    `json:"draws,omitempty"` // random moves
}

// Draw is a random move.
type Draw struct {
	Ply    int    `json:"ply"` // from 1
	Move   string `json:"move"`
	Before string `json:"before"` // value of the position before the move, in words
	After  string `json:"after"`  // value of the position after the move, in words
	// Payoffs holds the payoff of each role after the move under perfect play, in points. It is
	// empty if the value is unknown.
	Payoffs []float64 `json:"payoffs,omitempty"`
	// Luck holds the change in the payoff of each role under perfect play, in points. It is empty
	// if a value is unknown.
	Luck []float64 `json:"luck,omitempty"`
}

// Move is a move of one role.
type Move struct {
	Ply  int `json:"ply"`  // from 1
	Role int `json:"role"` // from 0
	*Verdict
}

// Phases holds the names of Player.Phases.
var Phases = [3]string{"opening", "middle", "end"}

// Judge judges games of one variant.
type Judge struct {
	info     *games.Info
	kind     value.Kind
	tracer   solved.Tracer
	verdicts map[verdictKey]*Verdict
	scored   *Result
	players  map[string]*Player
}

// NewJudge returns a Judge that uses the values of b. progress, if not nil, is called with numbers of
// positions that have been looked up.
func NewJudge(b solved.Game, progress func(positions int)) *Judge {
	info := b.Info()
	return &Judge{
		info: info, kind: b.Solution().Outcomes.Kind, tracer: b.Tracer(progress),
		verdicts: map[verdictKey]*Verdict{}, players: map[string]*Player{},
		scored: &Result{Game: info.Name, Roles: info.Roles, Players: []*Player{}, Games: []*Game{}},
	}
}

// Searches reports whether the values are searched, so that judging a game takes long.
func (j *Judge) Searches() bool { return j.tracer.Searches() }

// maxVerdicts is the maximum number of cached verdicts.
const maxVerdicts = 1 << 18

// Add judges games. The error for an invalid game is a games.InputError that names its line.
func (j *Judge) Add(list []*record.Game) error {
	if len(j.verdicts) > maxVerdicts {
		clear(j.verdicts)
	}
	traces, err := j.tracer.Trace(list)
	if err != nil {
		return err
	}
	for i, tr := range traces {
		if tr.Err != nil {
			return games.BadInput("%s:%d: %v", list[i].File, list[i].Line, tr.Err)
		}
		j.add(list[i], &tr)
	}
	return nil
}

func (j *Judge) add(r *record.Game, tr *solved.Trace) {
	j.scored.Count++
	g := &Game{
		Number: j.scored.Count, File: r.File, Line: r.Line, Players: r.Players, Start: r.Start, Plies: make([]string, 0, len(tr.Chosen)), End: r.End,
		Tallies: make([]Tally, len(j.info.Roles)), Moves: make([]Move, 0, len(tr.Chosen)),
	}
	if len(g.Players) == 0 {
		g.Players = j.info.Roles
	}
	if len(tr.Stages) > 0 {
		g.Payoffs = j.payoffs(tr.Stages[0].Outcome)
	}
	if j.info.Stochastic {
		g.Luck = make([]float64, len(j.info.Roles))
	}
	players := make([]*Player, len(g.Players))
	for role, name := range g.Players {
		p := j.players[name]
		if p == nil {
			p = &Player{Player: name}
			j.players[name] = p
			j.scored.Players = append(j.scored.Players, p)
		}
		if players[role] = p; !slices.Contains(players[:role], p) {
			p.Games++
		}
	}
	for i, s := range tr.Stages {
		phase := 3 * i / len(tr.Stages)
		if s.Chance {
			d := j.draw(s, tr.Chosen[i], i+1)
			for role, x := range d.Luck {
				g.Luck[role] += x
				players[role].Luck += x
			}
			g.Draws, g.Plies = append(g.Draws, d), append(g.Plies, d.Move)
			continue
		}
		var names []string
		for seat, role := range s.Roles {
			v := j.verdict(s, tr.Chosen[i], seat)
			names = append(names, v.Move)
			g.Moves = append(g.Moves, Move{Ply: i + 1, Role: role, Verdict: v})
			for _, t := range []*Tally{&g.Tallies[role], &players[role].Tally, &players[role].Phases[phase], &j.scored.All.Tally, &j.scored.All.Phases[phase]} {
				t.add(v)
			}
		}
		g.Plies = append(g.Plies, strings.Join(names, "+"))
	}
	j.scored.All.Games++
	j.scored.Games = append(j.scored.Games, g)
}

// draw describes a random move, given the index of its outcome.
func (j *Judge) draw(s *solved.Stage, chosen, ply int) Draw {
	before, after := s.Outcome, s.After[chosen]
	d := Draw{
		Ply: ply, Move: s.Names[0][chosen], Before: words.Outcome(j.info, before), After: words.Outcome(j.info, after), Payoffs: j.payoffs(after),
	}
	for role := range j.info.Roles {
		if before.Solved() && after.Solved() {
			x, _ := j.info.ExactPoints(new(big.Rat).Sub(after.Payoff[role], before.Payoff[role])).Float64()
			d.Luck = append(d.Luck, x)
		}
	}
	return d
}

func (t *Tally) add(v *Verdict) {
	if v.Keeps == solved.KeptUnknown {
		t.Unknown++
		return
	}
	kept := v.Keeps == solved.KeptYes
	t.Judged++
	t.Kept += count(kept)
	t.Choices += count(v.Choice)
	t.ChoicesKept += count(v.Choice && kept)
	t.WinDraw += count(v.Blunder == "win-draw")
	t.WinLoss += count(v.Blunder == "win-loss")
	t.DrawLoss += count(v.Blunder == "draw-loss")
	t.Lost += v.Lost
	t.PliesLost += v.PliesLost
	t.Share = float64(t.Kept) / float64(t.Judged)
	t.Low, t.High = Wilson(float64(t.Kept), t.Judged)
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

// Z is the 97.5 % quantile of the normal distribution.
const Z = 1.959963984540054

// Wilson returns the 95 % Wilson score interval of the share of k successes in n > 0 trials. A
// trial may succeed in part.
func Wilson(k float64, n int) (low, high float64) {
	const z = Z
	p, m := k/float64(n), float64(n)
	center := (p + z*z/(2*m)) / (1 + z*z/m)
	half := z / (1 + z*z/m) * math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	return max(0, center-half), min(1, center+half)
}

// Result returns the score of all games added so far.
func (j *Judge) Result() *Result { return j.scored }

// Mistake is a move that gives away value.
type Mistake struct {
	*Game
	*Move
}

// Worst returns at most n moves that give away the most value, worst first.
func (r *Result) Worst(n int) []Mistake {
	var list []Mistake
	for _, g := range r.Games {
		for k := range g.Moves {
			if g.Moves[k].Lost > 0 {
				list = append(list, Mistake{g, &g.Moves[k]})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Mistake) int { return cmp.Compare(b.Lost, a.Lost) })
	return list[:min(n, len(list))]
}
