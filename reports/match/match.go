package match

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"time"

	"zermelo/games"
	"zermelo/reports/record"
	"zermelo/reports/solved"
	"zermelo/reports/words"
	"zermelo/solver/search"
	"zermelo/solver/value"
)

// Options configures a match.
type Options struct {
	Players  []Spec      // one per role; a game of one role accepts any number
	Solved   solved.Game // values of the positions, or nil if no player requires them
	Games    int         // maximum number of games
	Openings int         // number of random plies before each game
	Plies    int         // maximum number of plies per game; 0 means no limit
	Seed     uint64      // seed of the openings, of random moves and of the players' random choices
	Parallel int         // number of games played concurrently; 0 means one per processor
	MoveTime time.Duration
	Lenient  bool        // replace a missing or illegal move of a program by a random one
	Until    *Sequential // ends the match when it is decided; may be nil
	// OnGame is called with each game and each fault of a player, in the order of the games.
	OnGame func(g *record.Game, faults []string) error
}

// maxRepeats is the number of occurrences of a position that ends a game.
const maxRepeats = 3

// Check returns an InputError if the game does not allow the options.
func (o *Options) Check(info *games.Info) error {
	roles := len(info.Roles)
	if n := len(o.Players); n != roles && (roles > 1 || n == 0) {
		return games.BadInput("%s has %s (%s), but --players names %d", info.Label(), words.Plural(int64(roles), "role"), strings.Join(info.Roles, ", "), n)
	}
	if o.Until != nil && (roles != 2 || info.GeneralSum) {
		return games.BadInput("%s: --until requires two roles and payoffs with a constant sum; use --games", info.Label())
	}
	return nil
}

// Run plays a match that [Options.Check] accepts. Players change roles after each game, and the
// games of one rotation share their opening and their luck: the n-th random moves of these games are
// drawn with the same random number. If ctx is cancelled, Run returns the result so far and
// the error of ctx.
func Run(ctx context.Context, v games.Variant, o Options) (*Result, error) {
	return games.ByState(v, runTyped[uint64], runTyped[[2]uint64], runTyped[[4]uint64])(ctx, o)
}

type match[S games.State] struct {
	game     games.Game[S]
	info     *games.Info
	notation games.Notation[S]
	o        Options
	endless  *games.Payoff // payoffs of a repetition; nil if it does not end a game
}

// played is a finished game.
type played struct {
	number  int
	record  *record.Game
	payoffs games.Payoff
	known   bool // the payoffs are known
	faults  []string
	by      []int // players of the faults
	err     error
}

func runTyped[S games.State](g games.Game[S]) func(context.Context, Options) (*Result, error) {
	return func(ctx context.Context, o Options) (*Result, error) {
		m := &match[S]{game: g, info: g.Info(), notation: games.NotationOf(g), o: o}
		// A repetition with random moves does not mean that play is endless.
		if _, layered := g.(games.Layered[S]); !layered && !m.info.Stochastic {
			p, err := value.EndlessPayoffs(m.info)
			if err != nil {
				return nil, err
			}
			m.endless = &p
		}
		return m.run(ctx)
	}
}

func (m *match[S]) run(ctx context.Context) (*Result, error) {
	began, r := time.Now(), newResult(m.info, m.o)
	inner, stop := context.WithCancel(ctx)
	defer stop()
	inner, end := games.WithFailure(inner, m.game)
	defer end()
	numbers, done := make(chan int), make(chan played)
	var group sync.WaitGroup
	for range min(cmp.Or(m.o.Parallel, runtime.GOMAXPROCS(0)), m.o.Games) {
		players, err := m.players()
		if err != nil {
			close(numbers)
			return nil, err
		}
		group.Go(func() {
			for n := range numbers {
				done <- m.play(inner, n, players)
			}
			for _, p := range players {
				_ = p.Close() // kills a program
			}
		})
	}
	go func() {
		defer close(numbers)
		for n := range m.o.Games {
			select {
			case numbers <- n:
			case <-inner.Done():
				return
			}
		}
	}()
	go func() { group.Wait(); close(done) }()
	var failed error
	waiting := map[int]played{}
	for p := range done {
		waiting[p.number] = p
		for next, ok := waiting[r.Games]; ok && failed == nil && !r.decided(); next, ok = waiting[r.Games] {
			delete(waiting, r.Games)
			if failed = next.err; failed == nil {
				r.add(&next)
				failed = m.o.OnGame(next.record, next.faults)
			}
		}
		if failed != nil || r.decided() {
			stop()
		}
	}
	r.finish(time.Since(began))
	return r, cmp.Or(games.Failure(m.game), ctx.Err(), failed)
}

func (m *match[S]) players() (list []Player, err error) {
	for i, s := range m.o.Players {
		p, err := s.open(&env{m.game, m.o.Solved, m.o.MoveTime, m.o.Seed + uint64(i), false})
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

// opening returns the position after random plies. It avoids terminal positions.
func (m *match[S]) opening(number int) S {
	random := rand.New(rand.NewPCG(m.o.Seed, uint64(number)))
	s := m.game.Start()
	for range m.o.Openings {
		children, _ := m.game.Expand(nil, nil, []S{s})
		_, ends := m.game.Expand(nil, nil, children)
		from := int32(0)
		odds := m.odds(s, len(children))
		var weights []float64
		open := children[:0]
		for i, c := range children {
			if ends[i] > from {
				if odds != nil {
					weights = append(weights, odds[i])
				}
				open = append(open, c)
			}
			from = ends[i]
		}
		if len(open) == 0 {
			break
		}
		if odds != nil {
			s = open[draw(random, weights)]
		} else {
			s = open[random.IntN(len(open))]
		}
	}
	return s
}

// odds returns the probabilities of the children of a nonterminal state in which chance moves, or nil.
func (m *match[S]) odds(s S, children int) []float64 {
	if !m.info.Stochastic || children == 0 || games.Mover(m.game, s) != int(games.Chance) {
		return nil
	}
	return games.AppendProbabilities(nil, games.Odds(m.game, s, children))
}

// play plays a game.
func (m *match[S]) play(ctx context.Context, number int, players []Player) played {
	random := rand.New(rand.NewPCG(m.o.Seed, 1<<32+uint64(number)))
	luck := rand.New(rand.NewPCG(m.o.Seed, 2<<32+uint64(number/len(players))))
	s, seen := m.opening(number/len(players)), map[S]int{}
	g := &record.Game{Game: m.info.Name, Moves: []string{}, Payoffs: []string{}, End: record.EndOver}
	p := played{number: number, record: g, known: true}
	if s != m.game.Start() {
		g.Start = m.notation.FormatState(s)
	}
	for role := range m.info.Roles {
		g.Players = append(g.Players, m.o.Players[(number+role)%len(players)].Name)
	}
	for plies := 0; ; plies++ {
		children, _ := m.game.Expand(nil, nil, []S{s})
		if len(children) == 0 {
			p.payoffs = m.game.Payoffs(nil, []S{s})[0]
			break
		}
		if m.endless != nil {
			if seen[s]++; seen[s] == maxRepeats {
				g.End, p.payoffs = record.EndRepetition, *m.endless
				break
			}
		}
		if m.o.Plies > 0 && plies == m.o.Plies {
			g.End, g.Text, p.known = record.EndLimit, fmt.Sprintf("%d plies", plies), false
			break
		}
		names := m.notation.Moves(s)
		if odds := m.odds(s, len(children)); odds != nil {
			drawn := draw(luck, odds)
			g.Moves, s = append(g.Moves, names[0][drawn]), children[drawn]
			continue
		}
		joint, parts := 0, []string(nil)
		for _, role := range games.RolesWithMoves(names) {
			own, size := 0, len(names[role])
			if size > 1 {
				t := m.turn(s, children, names, role, random)
				t.Start, t.History = g.Start, g.Moves
				player := (number + role) % len(players)
				var err error
				own, err = players[player].Move(ctx, t)
				if ctx.Err() != nil {
					p.err = ctx.Err()
					return p
				}
				if fault, ok := errors.AsType[*Fault](err); ok {
					p.faults = append(p.faults, fmt.Sprintf("game %d, ply %d, %s (%s): %s", number+1, plies+1, m.info.Roles[role], g.Players[role], fault.Text))
					if p.by = append(p.by, player); !m.o.Lenient {
						g.End, g.By, g.Text, p.payoffs = fault.End, m.info.Roles[role], fault.Text, m.forfeit(role)
						break
					}
					own = random.IntN(size)
				} else if err != nil {
					p.err = fmt.Errorf("%s at %s: %w", g.Players[role], t.Position, err)
					return p
				}
			}
			joint = joint*size + own
			parts = append(parts, names[role][own])
		}
		if g.By != "" {
			break
		}
		g.Moves = append(g.Moves, strings.Join(parts, "+"))
		s = children[joint]
	}
	for role := range m.info.Roles {
		if p.known {
			g.Payoffs = append(g.Payoffs, m.info.ExactPoints(big.NewRat(int64(p.payoffs[role]), 1)).RatString())
		}
	}
	return p
}

// turn describes the turn of a role at s. names holds the moves of each role.
func (m *match[S]) turn(s S, children []S, names [games.MaxRoles][]string, role int, random *rand.Rand) *Turn {
	t := &Turn{
		Info: m.info, Position: m.notation.FormatState(s), Role: role, Moves: names[role], Random: random,
		joint: games.JointNames(names), stride: 1,
	}
	for _, list := range names[role+1:] {
		t.stride *= max(1, len(list))
	}
	t.Rate = func() []float64 { return m.rate(children, t) }
	return t
}

// rate rates the moves of a role as a greedy player does: by the payoff of a move that ends the game,
// also on average over the outcomes of a random move after it.
func (m *match[S]) rate(children []S, t *Turn) []float64 {
	even := float64(m.info.Total) / 2
	if low, high, known := search.PayoffRange(m.game); known && m.info.GeneralSum {
		even = (low + high) / 2
	}
	ratings := make([]float64, len(t.Moves))
	for i, x := range m.worth(children, t.Role, even, true) {
		ratings[i/t.stride%len(t.Moves)] += x
	}
	return ratings
}

// worth returns the payoff of a role in each terminal state and even in the others. With draws, a state in
// which chance moves gets the mean of its outcomes.
func (m *match[S]) worth(states []S, role int, even float64, draws bool) []float64 {
	children, ends := m.game.Expand(nil, nil, states)
	list, from := make([]float64, len(states)), int32(0)
	for i, s := range states {
		if list[i] = even; ends[i] == from {
			list[i] = float64(m.game.Payoffs(nil, states[i:i+1])[0][role])
		} else if odds := m.odds(s, int(ends[i]-from)); draws && odds != nil {
			for k, x := range m.worth(children[from:ends[i]], role, even, false) {
				list[i] += odds[k] * (x - even) // exactly even if all outcomes are
			}
		}
		from = ends[i]
	}
	return list
}

// forfeit returns the payoffs of a game that role loses by a fault: the lowest payoff for role and
// the highest for the others.
func (m *match[S]) forfeit(role int) (p games.Payoff) {
	low, high, known := search.PayoffRange(m.game)
	if !known {
		low, high = 0, float64(m.info.Total)
	}
	if total := float64(m.info.Total); !m.info.GeneralSum && len(m.info.Roles) == 2 {
		low = min(low, total-high)
		high = total - low
	}
	for r := range m.info.Roles {
		if p[r] = int16(high); r == role {
			p[r] = int16(low)
		}
	}
	return p
}
