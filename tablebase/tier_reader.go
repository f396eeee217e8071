package tablebase

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"zermelo/games"
	"zermelo/solver"
)

// tierReader reads a table of tiers. It is safe for concurrent use.
type tierReader[S games.State] struct {
	numbering[S]
	t      *Table[S]
	blocks cache[tierBlock]
	strips cache[strip]

	mu     sync.Mutex
	codecs []*tierCodec // not in use
}

// strip is the cells of 4096 indexes, or fewer at the end of a tier. Omitted
// ones are Unused.
type strip struct {
	cells []solver.Cell
	plies bool // the cells have their remoteness
}

// What the caches of a tierReader hold at most: 8 MiB of blocks, 16 MiB of strips.
const (
	cacheTierBlocks = 64
	cacheStrips     = 2048
)

func newTierReader[S games.State](t *Table[S]) (*tierReader[S], error) {
	game, ok := t.game.(games.Tiered[S])
	if !ok {
		return nil, errors.New("its values are by index, and the game has no indexes")
	}
	r := &tierReader[S]{
		numbering: newNumbering(game), t: t, blocks: newCache[tierBlock](cacheTierBlocks), strips: newCache[strip](cacheStrips),
	}
	same := func(a games.Tier, b solver.SolvedTier) bool { return a.Name == b.Name && a.Size == b.Size }
	if !slices.EqualFunc(r.tiers, t.header.Solution.Tiers, same) {
		return nil, errors.New("its tiers are not those of the game")
	}
	return r, nil
}

// Cells appends the value of each state for its player to move. The table must
// be one of tiers. States need not be canonical. Plies says whether remoteness
// is wanted; without it the remoteness of wins and losses means nothing. The
// error is a *CorruptError.
func (t *Table[S]) Cells(dst []solver.Cell, states []S, plies bool) ([]solver.Cell, error) {
	return t.tiers.cells(dst, states, t.tiers.game.Rank(nil, states), plies)
}

// slotQuery is a slot to look up and its number among those asked for.
type slotQuery struct {
	slot  games.Slot
	index int32
}

// cells appends the cells of states that have these slots.
func (r *tierReader[S]) cells(dst []solver.Cell, states []S, slots []games.Slot, plies bool) ([]solver.Cell, error) {
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
// order, so that each strip is made once at most.
func (r *tierReader[S]) look(dst []solver.Cell, slots []games.Slot, plies bool) ([]solver.Cell, error) {
	queries := make([]slotQuery, len(slots))
	for i, s := range slots {
		queries[i] = slotQuery{s, int32(i)}
	}
	slices.SortFunc(queries, func(a, b slotQuery) int {
		if a.slot < b.slot {
			return -1
		}
		return 1
	})
	cells := slices.Grow(dst, len(slots))[:len(dst)+len(slots)]
	var now *strip
	last := games.Slot(0)
	for i, q := range queries {
		at := q.slot / stripCells
		if i == 0 || at != last {
			var err error
			if now, err = r.strip(q.slot.Tier(), int(q.slot.Index()/stripCells), plies); err != nil {
				return dst, err
			}
			last = at
		}
		cells[len(dst)+int(q.index)] = now.cells[q.slot.Index()%stripCells]
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
	perBlock := solver.BlockCells / stripCells
	b, err := r.block(tier, number/perBlock, plies)
	if err != nil {
		return nil, err
	}
	first := uint64(number) * stripCells
	s := &strip{make([]solver.Cell, min(r.tiers[tier].Size-first, stripCells)), b.plies}
	if err := r.spread(s.cells, b.strip(number%perBlock), tier, first); err != nil {
		return nil, err
	}
	r.strips.put(at, s)
	return s, nil
}

// spread puts the cells that the table holds in their places, from index first
// on.
func (r *tierReader[S]) spread(cells, used []solver.Cell, tier int, first uint64) error {
	if len(used) == len(cells) {
		copy(cells, used)
		return nil
	}
	_, is, omitted := r.survey(tier, first, len(cells))
	at := 0
	for i, ok := range is {
		if !ok || omitted != nil && omitted[i] {
			continue
		}
		if at == len(used) {
			at++
			break
		}
		cells[i] = used[at]
		at++
	}
	if at != len(used) {
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
	c := r.borrow()
	defer r.giveBack(c)
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

func (r *tierReader[S]) borrow() *tierCodec {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := len(r.codecs) - 1
	if n < 0 {
		return new(tierCodec)
	}
	c := r.codecs[n]
	r.codecs = r.codecs[:n]
	return c
}

func (r *tierReader[S]) giveBack(c *tierCodec) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.codecs = append(r.codecs, c)
}
