// Package coordination implements a repeated coordination game. In each round, two
// players choose left or right, and equal choices reward both. With simultaneous
// choices, it is the game gt_coordination of the General Game Playing repository
// (ggp.org).
package coordination

import (
	"fmt"

	"zermelo/games"
	"zermelo/games/turns"
)

// Entry returns the registry entry for coordination.
func Entry() games.Entry {
	return games.Entry{
		Name:    "coordination",
		Summary: "left or right, round after round; equal choices reward both players",
		Options: []games.Option{
			games.Int("rounds", "number of rounds", 20, 1, 100),
			games.Int("reward", "points that each player scores for equal choices", 5, 1, 100).Says("reward %s"),
			games.Enum("turns", "black sees white's choice before choosing, or both choose simultaneously", "alternating", "simultaneous"),
		},
		New: func(c games.Choice) (games.Variant, error) {
			g := &game{rounds: c.Int("rounds"), reward: c.Int("reward"), simultaneous: c.String("turns") == "simultaneous"}
			g.About = g.newInfo()
			return g, nil
		},
	}
}

// Presets returns the presets of coordination.
func Presets() []games.Preset {
	return []games.Preset{{
		Name:    "gt-coordination",
		Spec:    "coordination:turns=simultaneous",
		Summary: "the rule sheet gt_coordination.kif: both choose simultaneously",
	}}
}

// game implements all variants. A state is a word:
//
//	[rounds played: 7 bits or more][rounds with equal choices: 7 bits][white's pending choice: 2 bits]
//
// The pending choice is 0 if white has not chosen yet. In simultaneous play, it is
// always 0.
type game struct {
	turns.Base[uint64]
	rounds       int
	reward       int
	simultaneous bool
}

const (
	pendingBits = 2
	equalBits   = 7
	pendingMask = 1<<pendingBits - 1
	equalMask   = 1<<equalBits - 1
)

// Pending choices.
const (
	none = iota
	left
	right
)

func pack(round, equal, pending int) uint64 {
	return uint64(round)<<(equalBits+pendingBits) | uint64(equal)<<pendingBits | uint64(pending)
}

func unpack(s uint64) (round, equal, pending int) {
	return int(s >> (equalBits + pendingBits)), int(s >> pendingBits & equalMask), int(s & pendingMask)
}

// Expand appends the children, with left before right. In simultaneous play, white's
// choice selects the row.
func (g *game) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		round, equal, pending := unpack(s)
		same, other := pack(round+1, equal+1, none), pack(round+1, equal, none)
		switch {
		case round >= g.rounds:
		case g.simultaneous:
			dst = append(dst, same, other, other, same)
		case pending == none:
			dst = append(dst, pack(round, equal, left), pack(round, equal, right))
		case pending == left:
			dst = append(dst, same, other)
		default:
			dst = append(dst, other, same)
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

func (g *game) Movers(dst []int8, src []uint64) []int8 {
	for _, s := range src {
		mover := games.Both
		if _, _, pending := unpack(s); !g.simultaneous {
			mover = int8(min(pending, 1))
		}
		dst = append(dst, mover)
	}
	return dst
}

// Rows implements games.Simultaneous. White always has two choices.
func (g *game) Rows(dst []int32, src []uint64) []int32 {
	return turns.Each(dst, src, func(uint64) int32 { return 2 })
}

// Payoffs implements games.Game. A score is at most 100*100.
func (g *game) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	return turns.Each(dst, src, func(s uint64) games.Payoff {
		_, equal, _ := unpack(s)
		score := int16(equal * g.reward)
		return games.Payoff{score, score}
	})
}

// Layers implements games.Layered. A joint move is one ply.
func (g *game) Layers(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		round, _, pending := unpack(s)
		layer := int32(round)
		if !g.simultaneous {
			layer *= 2
			if pending != none {
				layer++
			}
		}
		dst = append(dst, layer)
	}
	return dst
}

func (g *game) Span() int { return 1 }

func (g *game) newInfo() games.Info {
	order := "In each round white chooses left or right; black sees the choice and then chooses left or right."
	layer := "ply"
	if g.simultaneous {
		order = "In each round both players choose left or right simultaneously."
		layer = "round"
	}
	return games.Info{
		Title:        "Coordination",
		Roles:        []string{"white", "black"},
		GeneralSum:   true,
		Simultaneous: g.simultaneous,
		LayerName:    layer,
		Rules: []string{
			fmt.Sprintf("Two players, white and black, play %s. Both scores start at 0. %s Passing is not possible.", games.Count(g.rounds, "round"), order),
			fmt.Sprintf("If both choices are equal, each score increases by %s; otherwise the scores do not change.", games.Count(g.reward, "point")),
			fmt.Sprintf("The game ends after round %d. Each player's payoff is the score. The payoffs are always equal, so the players are not opponents: "+
				"the solution consists of equilibrium payoffs, the best joint outcome, and the payoff that each player can secure alone.", g.rounds),
			"Sources: this game has two descriptions. In the description in prose, the players alternate turns (turns=alternating); the rule sheet gt_coordination.kif " +
				"makes the choices simultaneous (turns=simultaneous). Both have rounds=20 and reward=5. In force: " +
				fmt.Sprintf("rounds=%d, reward=%d, turns=%s.", g.rounds, g.reward, map[bool]string{false: "alternating", true: "simultaneous"}[g.simultaneous]),
		},
	}
}
