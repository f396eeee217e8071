package tablebase

import (
	"errors"
	"fmt"
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
)

// tierReader reads a table of tiers. It is safe for concurrent use.
type tierReader[S games.State] struct {
	*numbering[S]
	t      *Table[S]
	blocks cache[tierBlock]
	strips cache[strip]
	codecs codecPool
}

// What the caches of a tierReader hold at most: 8 MiB of blocks, and this of
// strips, in bytes.
const (
	cacheTierBlocks = 64
	cacheStrips     = 16 << 20
)

func newTierReader[S games.State](t *Table[S]) (*tierReader[S], error) {
	game, ok := t.game.(games.Tiered[S])
	if !ok {
		return nil, errors.New("its values are by index, and the game has no indexes")
	}
	r := &tierReader[S]{
		numbering: newNumbering(game), t: t, blocks: newCache[tierBlock](cacheTierBlocks), strips: newCache[strip](0),
	}
	same := func(a games.Tier, b job.SolvedTier) bool { return a.Name == b.Name && a.Size == b.Size }
	if !slices.EqualFunc(r.tiers, t.header.Solution.Tiers, same) {
		return nil, errors.New("its tiers are not those of the game")
	}
	r.strips.grow(r.stripsIn(cacheStrips))
	return r, nil
}

// stripsIn is how many strips fit into so many bytes, on average; one at least.
func (r *tierReader[S]) stripsIn(bytes int64) int {
	var indexes, used float64
	for _, tier := range r.t.header.Solution.Tiers {
		indexes += float64(tier.Size)
		used += float64(tier.Used)
	}
	return max(1, int(float64(bytes)/(stripHead+2*stripCells*used/max(1, indexes))))
}

// Cells appends the value of each state for its player to move. The table must
// be one of tiers. States need not be canonical. Plies says whether remoteness
// is wanted; without it the remoteness of wins and losses means nothing. The
// error is a *CorruptError.
func (t *Table[S]) Cells(dst []value.Cell, states []S, plies bool) ([]value.Cell, error) {
	return t.tiers.cells(dst, states, t.tiers.game.Rank(nil, states), plies)
}

// cells appends the cells of states that have these slots.
func (r *tierReader[S]) cells(dst []value.Cell, states []S, slots []games.Slot, plies bool) ([]value.Cell, error) {
	if r.omitter == nil {
		return r.look(dst, slots, plies)
	}
	omitted := r.omittedStates(states, slots)
	var asked []games.Slot
	var parents []S
	for i, slot := range slots {
		if omitted[i] {
			parents = append(parents, states[i])
		} else {
			asked = append(asked, slot)
		}
	}
	children, ends := r.game.Expand(nil, nil, parents)
	held := len(asked)
	found, err := r.look(nil, r.game.Rank(asked, children), plies)
	if err != nil {
		return dst, err
	}
	own, below := found[:held], found[held:]
	from := int32(0)
	for i := range slots {
		if !omitted[i] {
			dst, own = append(dst, own[0]), own[1:]
			continue
		}
		dst = append(dst, derived(below[from:ends[0]]))
		from, ends = ends[0], ends[1:]
	}
	return dst, nil
}

// look appends the cells of slots that are not omitted. They are looked up in
// order of strips, so that each is made once at most.
func (r *tierReader[S]) look(dst []value.Cell, slots []games.Slot, plies bool) ([]value.Cell, error) {
	cells := slices.Grow(dst, len(slots))[:len(dst)+len(slots)]
	var now *strip
	last := games.Slot(0)
	for i, number := range byStrip(slots) {
		slot := slots[number]
		if at := slot / stripCells; i == 0 || at != last {
			var err error
			if now, err = r.strip(slot.Tier(), int(slot.Index()/stripCells), plies); err != nil {
				return dst, err
			}
			last = at
		}
		cells[len(dst)+int(number)] = now.cell(int(slot.Index() % stripCells))
	}
	return cells, nil
}

// strip is a strip of a tier, from the cache if it is there. It must not be
// changed.
func (r *tierReader[S]) strip(tier, number int, plies bool) (*strip, error) {
	at := place{int32(tier), int32(number)}
	if s := r.strips.get(at); s != nil && (s.plies || !plies) {
		return s, nil
	}
	b, err := r.block(tier, number/stripsPerBlock, plies)
	if err != nil {
		return nil, err
	}
	s := &strip{cells: slices.Clone(b.strip(number % stripsPerBlock)), plies: b.plies}
	if err := r.mark(s, tier, number); err != nil {
		return nil, err
	}
	r.strips.put(at, s)
	return s, nil
}

// mark notes in a strip of a tier, which has its cells, where they belong.
func (r *tierReader[S]) mark(s *strip, tier, number int) error {
	first := uint64(number) * stripCells
	n := int(min(r.tiers[tier].Size-first, stripCells))
	v := r.survey(tier, first, n)
	defer r.giveBackSurvey(v)
	for i := range n {
		if v.holds(i) {
			s.mark(i)
		}
	}
	if s.count() != len(s.cells) {
		return r.t.damaged(fmt.Sprintf("indexes from %d of tier %s: not as many values as positions", first, r.tiers[tier].Name), nil)
	}
	return nil
}

// block is a decoded block, from the cache if it is there. It must not be
// changed.
func (r *tierReader[S]) block(tier, number int, plies bool) (*tierBlock, error) {
	at := place{int32(tier), int32(number)}
	if b := r.blocks.get(at); b != nil && (b.plies || !plies) {
		return b, nil
	}
	c := r.codecs.borrow()
	defer r.codecs.giveBack(c)
	b := new(tierBlock)
	if err := r.read(c, b, tier, number, plies); err != nil {
		return nil, err
	}
	r.blocks.put(at, b)
	return b, nil
}

// read decodes a block into b, with its remoteness if that is asked for.
func (r *tierReader[S]) read(c *tierCodec, b *tierBlock, tier, number int, plies bool) error {
	key := tierKey(make([]byte, 0, tierKeySize), outcomeKey, tier, number)
	err := r.t.kv.get(key, func(value []byte) error {
		return c.decodeOutcomes(b, key, value, cellsOf(r.tiers[tier], number))
	})
	if err == nil && plies {
		if b.decided() {
			key[0] = remotenessKey
			err = r.t.kv.get(key, func(value []byte) error { return c.decodeRemoteness(b, key, value) })
		}
		b.plies = true
	}
	if err != nil {
		return r.t.damaged(fmt.Sprintf("block %d of tier %s", number, r.tiers[tier].Name), err)
	}
	return nil
}
