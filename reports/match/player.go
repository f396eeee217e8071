// Package match plays games between players: perfect, greedy, random and fallible players,
// searches, and programs.
//
// Run plays the games. Parse reads the description of a player, such as "mcts:1s".
package match

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"zermelo/games"
	"zermelo/reports/solved"
	"zermelo/solver/value"
)

// Player chooses moves. It must not be used concurrently.
type Player interface {
	// Move returns the index of a move in t.Moves. The error is a *Fault if the player has
	// broken the rules of the match, and any other error ends the match.
	Move(ctx context.Context, t *Turn) (int, error)
	Close() error
}

// Turn is a position in which a role has several moves.
type Turn struct {
	Info     *games.Info
	Start    string   // position at the start of the game, or "" for the start of the variant
	History  []string // moves from Start
	Position string
	Role     int
	Moves    []string // legal moves of the role
	Random   *rand.Rand
	// Rate returns the rating of each move by a greedy player; see [zermelo/reports/measure].
	// If several roles move, it is the sum over the moves of the others.
	Rate func() []float64

	joint  []string // names of the joint moves, or of Moves if one role moves
	stride int      // number of joint moves between two moves of the role
}

// own returns the index in Moves of the role's part of a joint move.
func (t *Turn) own(joint string) int {
	return slices.Index(t.joint, joint) / t.stride % len(t.Moves)
}

// Spec describes a player.
type Spec struct {
	Name   string // as passed to Parse
	Solved bool   // the player requires the values of positions
	open   func(e *env) (Player, error)
}

// env provides what players need.
type env struct {
	variant games.Variant
	solved  solved.Game // nil unless a player requires it
	limit   time.Duration
	seed    uint64
	first   bool // a perfect player makes the first of the best moves, not a random one
}

// searchMemory is the memory of a search in bytes.
const searchMemory = 256 << 20

// Perfect is the name of the perfect player.
const Perfect = "perfect"

// Kinds lists the players in the form that Parse accepts.
const Kinds = "perfect, greedy, random, casual:TEMPERATURE, alphabeta:TIME, mcts:TIME or exec:PROGRAM"

// Parse parses the description of a player. Errors are InputErrors.
func Parse(text string) (Spec, error) {
	kind, argument, given := strings.Cut(text, ":")
	limit, temperature := time.Second, 0.1
	var err error
	valid := !given
	switch kind {
	case Perfect:
		temperature = 0
	case "random", "greedy":
	case "casual":
		if given {
			temperature, err = strconv.ParseFloat(argument, 64)
		}
		valid = err == nil && temperature > 0
	case "alphabeta", "mcts":
		if given {
			limit, err = time.ParseDuration(argument)
		}
		valid = err == nil && limit > 0
	case "exec":
		valid = true
	default:
		valid = false
	}
	if !valid {
		return Spec{}, games.BadInput("unknown player %s; use %s", games.Echo(text), Kinds)
	}
	return Spec{Name: text, Solved: kind == Perfect || kind == "casual", open: func(e *env) (Player, error) {
		switch kind {
		case "random":
			return chooser(func(t *Turn) int { return t.Random.IntN(len(t.Moves)) }), nil
		case "greedy":
			return chooser(greedy), nil
		case "exec":
			return openBot(argument, e)
		case "mcts":
			return &searcher{solved.NewTreeSearcher(e.variant, 1, searchMemory, e.seed), limit}, nil
		case "alphabeta":
			search, err := solved.NewSearcher(e.variant, 1, searchMemory)
			if err != nil {
				err = fmt.Errorf("%s: %w, or use mcts:%s", text, err, limit)
			}
			return &searcher{search, limit}, err
		}
		return &valued{e.solved, temperature, e.first}, nil
	}}, nil
}

// chooser is a player that needs only the turn.
type chooser func(t *Turn) int

func (c chooser) Move(_ context.Context, t *Turn) (int, error) { return c(t), nil }
func (chooser) Close() error                                   { return nil }

func greedy(t *Turn) int {
	ratings := t.Rate()
	best := slices.Max(ratings)
	weights := make([]float64, len(ratings))
	for i, r := range ratings {
		if r == best {
			weights[i] = 1
		}
	}
	return draw(t.Random, weights)
}

// draw returns a random index with a probability proportional to its weight.
func draw(random *rand.Rand, weights []float64) int {
	total := 0.0
	for _, w := range weights {
		total += w
	}
	left, last := random.Float64()*total, 0
	for i, w := range weights {
		if w > 0 {
			last = i
			if left -= w; left < 0 {
				break
			}
		}
	}
	return last
}

// searcher is a player that searches each position for the same time.
type searcher struct {
	search solved.Searcher
	limit  time.Duration
}

func (p *searcher) Move(ctx context.Context, t *Turn) (int, error) {
	a, err := p.search.Search(ctx, t.Position, p.limit)
	if err != nil {
		return 0, err
	}
	if a.Mover != "" {
		return slices.Index(t.Moves, a.Line[0]), nil
	}
	weights := make([]float64, len(t.Moves))
	for _, m := range a.Moves {
		if i := slices.Index(t.Moves, m.Move); i >= 0 && m.By == t.Info.Roles[t.Role] {
			weights[i] = *m.Probability
		}
	}
	return draw(t.Random, weights), nil
}

func (p *searcher) Close() error { p.search.Close(); return nil }

// valued is a player that looks up values. It is perfect if its temperature is 0.
type valued struct {
	values      solved.Game
	temperature float64
	first       bool // see env
}

func (*valued) Close() error { return nil }

func (p *valued) Move(_ context.Context, t *Turn) (int, error) {
	at, err := p.values.Position(t.Position)
	if err != nil {
		return 0, err
	}
	weights := make([]float64, len(t.Moves))
	if p.temperature > 0 {
		p.weigh(weights, at, t)
		return draw(t.Random, weights), nil
	}
	for i, m := range at.Moves {
		if r, ok := new(big.Rat).SetString(m.Probability); ok {
			w, _ := r.Float64()
			weights[t.own(m.Name)] += w
		} else if i == 0 || !p.first && sameValue(&m.Outcome, &at.Moves[0].Outcome, t.Role) { // the best moves come first
			weights[t.own(m.Name)] = 1
		}
	}
	return draw(t.Random, weights), nil
}

func sameValue(a, b *value.Outcome, role int) bool {
	x, y := a.Payoff[role], b.Payoff[role]
	return x == y || x != nil && y != nil && x.Cmp(y) == 0 && a.Remoteness == b.Remoteness
}

// weigh sets the weights of the moves of a casual player; see docs/serve.md.
func (p *valued) weigh(weights []float64, at *solved.Position, t *Turn) {
	worth, plies := make([]float64, len(weights)), make([]float64, len(weights))
	results := at.Mover >= 0 && !t.Info.GeneralSum && len(t.Info.Roles) == 2 && !solved.HasScores(t.Info)
	for _, m := range at.Moves {
		i := t.own(m.Name)
		plies[i] = 6
		if m.Outcome.Payoff[t.Role] == nil {
			continue
		}
		payoff, _ := m.Outcome.Payoff[t.Role].Float64()
		if worth[i] += payoff; results && t.Info.Stochastic {
			worth[i] = 2*payoff/float64(t.Info.Total) - 1
		} else if results {
			worth[i] = float64(cmp.Compare(2*payoff, float64(t.Info.Total)))
			if m.Outcome.Remoteness >= 0 {
				plies[i] = float64(m.Outcome.Remoteness)
			}
		}
	}
	low, high := slices.Min(worth), slices.Max(worth)
	if results {
		low, high = -1, 1
	}
	for i := range weights {
		appearance := 0.0 // of the worth, from -1/2 to 1/2
		if high > low {
			appearance = ((worth[i]-low)/(high-low) - 0.5) * math.Exp2(-plies[i]/6)
		}
		weights[i] = math.Exp(appearance / p.temperature)
	}
}
