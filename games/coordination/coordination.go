// Package coordination is the game of repeated coordination: in each round two
// players choose left or right, and equal choices reward both. With both choosing
// at once it is gt_coordination of the General Game Playing repository (ggp.org).
package coordination

import (
	"fmt"

	"zermelo/games"
	"zermelo/games/turns"
)

// Entry is the game with its options.
func Entry() games.Entry {
	return games.Entry{
		Name:    "coordination",
		Summary: "left or right, round after round; equal choices reward both players",
		Options: []games.Option{
			games.Int("rounds", "how many rounds are played", 20, 1, 100),
			games.Int("reward", "what equal choices add to both scores", 5, 1, 100),
			games.Enum("turns", "black sees white's choice before choosing, or both choose at once", "alternating", "simultaneous"),
		},
		New: func(c games.Choice) (games.Variant, error) {
			g := &game{rounds: c.Int("rounds"), reward: c.Int("reward"), simultaneous: c.String("turns") == "simultaneous"}
			g.About = g.newInfo()
			return g, nil
		},
	}
}

// Presets are the names for coordination with certain options.
func Presets() []games.Preset {
	return []games.Preset{{
		Name:    "gt-coordination",
		Spec:    "coordination:turns=simultaneous",
		Summary: "the rule sheet gt_coordination.kif: both choose at once",
	}}
}

// game is one variant. A state is one word,
//
//	[rounds played: 7 bits or more][rounds with equal choices: 7 bits][white's pending choice: 2 bits]
//
// The pending choice is 0 if white has not chosen yet in this round, and stays
// 0 in simultaneous play.
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

// The pending choices.
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

// Expand appends the children, left before right, white's choice as the row.
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

// Movers appends who chooses.
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

// Rows appends 2: white chooses left or right.
func (g *game) Rows(dst []int32, src []uint64) []int32 {
	return turns.Each(dst, src, func(uint64) int32 { return 2 })
}

// Payoffs appends the score, at most 100 rounds times 100, for both.
func (g *game) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	return turns.Each(dst, src, func(s uint64) games.Payoff {
		_, equal, _ := unpack(s)
		score := int16(equal * g.reward)
		return games.Payoff{score, score}
	})
}

// Layers appends the number of plies played, a joint one counting once.
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

// Span is 1: layers are plies.
func (g *game) Span() int { return 1 }

// newInfo describes the variant; the registry adds the name and the options.
// The readings differ between a description in prose and the rule sheet
// gt_coordination.kif of the General Game Playing repository.
func (g *game) newInfo() games.Info {
	order := "In each round white chooses left or right; black sees the choice and then chooses left or right. Then the round counts."
	layer := "ply"
	if g.simultaneous {
		order = "In each round both players choose left or right at once, and neither sees the other's choice first."
		layer = "round"
	}
	return games.Info{
		Title:        "Coordination",
		Roles:        []string{"white", "black"},
		GeneralSum:   true,
		Simultaneous: g.simultaneous,
		LayerName:    layer,
		Rules: []string{
			fmt.Sprintf("Two players, white and black, play %s. Both scores start at 0. %s Nobody can pass.", games.Count(g.rounds, "round"), order),
			fmt.Sprintf("If both have chosen the same, each score grows by %d; otherwise the scores stay.", g.reward),
			fmt.Sprintf("The game ends after round %d. Each player's payoff is the score. The payoffs are always equal, so the players do not play against each other: "+
				"the answer is not one value but equilibrium payoffs, the best joint outcome, and what each can secure alone.", g.rounds),
			"Sources: two descriptions of this game are known. The one in prose says that the players alternate turns (turns=alternating); the rule sheet gt_coordination.kif " +
				"lets both choose at once (turns=simultaneous). Both have rounds=20 and reward=5. In force: " +
				fmt.Sprintf("rounds=%d, reward=%d, turns=%s.", g.rounds, g.reward, map[bool]string{false: "alternating", true: "simultaneous"}[g.simultaneous]),
		},
	}
}
