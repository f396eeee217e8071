package games

import (
	"encoding/binary"
	"fmt"

	"github.com/cespare/xxhash/v2"
)

// digestStates is the maximum number of states that RulesDigest examines. This is
// enough to exercise every rule of a small game, and takes about a millisecond.
const digestStates = 2000

// digestBatch is the number of states passed to each Expand call.
const digestBatch = 64

// RulesDigest returns a fingerprint of the rules. It covers the variant's name, the
// files that a program lists, and, for the first digestStates states in breadth-first
// order, the children, payoffs, layers or slots, omissions and canonical states.
// Tables store the digest so that they are never used with different rules.
func RulesDigest[S State](g Game[S]) uint64 {
	h := xxhash.New()
	info := g.Info()
	fmt.Fprintln(h, info.Name, info.Roles, info.Total, info.GeneralSum, info.Simultaneous)
	if info.Halves {
		fmt.Fprintln(h, "halves")
	}
	var word [8]byte
	write := func(v uint64) {
		binary.LittleEndian.PutUint64(word[:], v)
		h.Write(word[:])
	}
	if info.Own != nil && info.Own.Files != 0 {
		write(info.Own.Files)
	}
	if tiered, ok := any(g).(Tiered[S]); ok {
		for _, tier := range tiered.Tiers() {
			fmt.Fprintln(h, tier.Name, tier.Size)
		}
		if _, ok := any(g).(Omitter[S]); ok {
			fmt.Fprintln(h, "omits")
		}
	}
	canonizer := CanonizerOf(g)
	var bytes []byte
	writeStates := func(states []S) {
		bytes = bytes[:0]
		for _, w := range Packed(g, states) {
			bytes = binary.LittleEndian.AppendUint64(bytes, w)
		}
		h.Write(bytes)
	}
	seen := map[S]bool{g.Start(): true}
	queue := []S{g.Start()}
	var all []S // children
	var ends []int32
	for i, k := 0, 0; i < len(queue); i, k = i+1, k+1 {
		if k == len(ends) {
			all, ends = g.Expand(all[:0], ends[:0], queue[i:min(len(queue), i+digestBatch)])
			k = 0
		}
		src, children := queue[i:i+1], all[:ends[k]]
		if k > 0 {
			children = children[ends[k-1]:]
		}
		if layered, ok := any(g).(Layered[S]); ok {
			write(uint64(layered.Layers(nil, src)[0]))
		}
		if tiered, ok := any(g).(Tiered[S]); ok {
			slot := tiered.Rank(nil, src)[0]
			write(uint64(slot))
			if omitter, ok := any(g).(Omitter[S]); ok && !tiered.Tiers()[slot.Tier()].AtSight && omitter.Omit(nil, src)[0] {
				write(1)
			}
		}
		_, moves := Stage(g, src[0], len(children))
		for _, n := range moves[:max(1, len(moves)-1)] {
			write(uint64(n))
		}
		if len(children) == 0 {
			for _, p := range g.Payoffs(nil, src)[0][:max(2, len(moves))] {
				write(uint64(p))
			}
		}
		writeStates(children)
		for _, c := range children {
			if len(queue) < digestStates && !seen[c] {
				seen[c] = true
				queue = append(queue, c)
			}
		}
		canonizer.Canonize(children, make([]bool, len(children)))
		writeStates(children)
	}
	return h.Sum64()
}
