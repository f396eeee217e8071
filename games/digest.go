package games

import (
	"encoding/binary"
	"fmt"

	"github.com/cespare/xxhash/v2"
)

// digestStates is the maximum number of states that RulesDigest examines. It is
// enough to exercise every rule of a small game in about a millisecond.
const digestStates = 2000

// digestBatch is the number of states passed to each Expand call.
const digestBatch = 64

// RulesDigest returns a fingerprint of the rules. It serves to detect tables that
// were built with different rules. The fingerprint covers the variant's name and the
// files that an external program lists. It also covers the first digestStates states
// in breadth-first order, with their children, payoffs, layers or slots, omissions
// and canonical states.
func RulesDigest[S State](g Game[S]) uint64 {
	h := newRulesHash(g)
	h.addInfo()
	seen := map[S]bool{g.Start(): true}
	queue := []S{g.Start()}
	var all []S // children
	var ends []int32
	for i, k := 0, 0; i < len(queue); i, k = i+1, k+1 {
		if k == len(ends) {
			all, ends = g.Expand(all[:0], ends[:0], queue[i:min(len(queue), i+digestBatch)])
			k = 0
		}
		children := all[:ends[k]]
		if k > 0 {
			children = children[ends[k-1]:]
		}
		h.addState(queue[i:i+1], len(children))
		h.addStates(children)
		for _, c := range children {
			if len(queue) < digestStates && !seen[c] {
				seen[c] = true
				queue = append(queue, c)
			}
		}
		h.canonizer.Canonize(children, make([]bool, len(children)))
		h.addStates(children)
	}
	return h.Sum64()
}

type rulesHash[S State] struct {
	*xxhash.Digest
	game      Game[S]
	layered   Layered[S]
	tiered    Tiered[S]
	tiers     []Tier
	omitter   Omitter[S] // nil if no states are omitted
	canonizer Canonizer[S]
	bytes     []byte // buffer
}

func newRulesHash[S State](g Game[S]) *rulesHash[S] {
	h := &rulesHash[S]{Digest: xxhash.New(), game: g, canonizer: CanonizerOf(g)}
	h.layered, _ = any(g).(Layered[S])
	if h.tiered, _ = any(g).(Tiered[S]); h.tiered != nil {
		h.tiers = h.tiered.Tiers()
		h.omitter, _ = any(g).(Omitter[S])
	}
	return h
}

func (h *rulesHash[S]) addNumber(n uint64) {
	h.bytes = binary.LittleEndian.AppendUint64(h.bytes[:0], n)
	h.Write(h.bytes)
}

func (h *rulesHash[S]) addInfo() {
	info := h.game.Info()
	fmt.Fprintln(h, info.Name, info.Roles, info.Total, info.GeneralSum, info.Simultaneous)
	if info.HalfPoints {
		fmt.Fprintln(h, "halves")
	}
	if info.External != nil && info.External.FilesDigest != 0 {
		h.addNumber(info.External.FilesDigest)
	}
	for _, tier := range h.tiers {
		fmt.Fprintln(h, tier.Name, tier.Size)
	}
	if h.omitter != nil {
		fmt.Fprintln(h, "omits")
	}
}

// addState adds the properties of src[0], a state with the given number of children.
func (h *rulesHash[S]) addState(src []S, children int) {
	if h.layered != nil {
		h.addNumber(uint64(h.layered.Layers(nil, src)[0]))
	}
	if h.tiered != nil {
		slot := h.tiered.Rank(nil, src)[0]
		h.addNumber(uint64(slot))
		if h.omitter != nil && !h.tiers[slot.Tier()].Immediate && h.omitter.Omit(nil, src)[0] {
			h.addNumber(1)
		}
	}
	mover, moves := Stage(h.game, src[0], children)
	if mover == Chance && children > 0 {
		fmt.Fprintln(h, Odds(h.game, src[0], children))
	}
	for _, n := range moves[:max(1, len(moves)-1)] {
		h.addNumber(uint64(n))
	}
	if children == 0 {
		for _, p := range h.game.Payoffs(nil, src)[0][:max(2, len(moves))] {
			h.addNumber(uint64(p))
		}
	}
}

func (h *rulesHash[S]) addStates(states []S) {
	h.bytes = h.bytes[:0]
	for _, w := range Packed(h.game, states) {
		h.bytes = binary.LittleEndian.AppendUint64(h.bytes, w)
	}
	h.Write(h.bytes)
}
