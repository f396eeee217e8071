package tier

import (
	"errors"
	"fmt"
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
	"zermelo/tablebase/cache"
	"zermelo/tablebase/store"
)

// Reader reads a finished tiered table. It is safe for concurrent use.
type Reader[S games.State] struct {
	*Numbering[S]
	t      *store.Table
	blocks *cache.Cache[tierBlock]
	strips *cache.Cache[strip]
	codecs Codecs
}

const (
	cacheTierBlocks = 64       // maximum number of cached blocks; they take up to 8 MiB
	cacheStrips     = 16 << 20 // maximum size of the cached strips, in bytes
)

// CacheBytes is the maximum total size of the caches of a Reader, in bytes.
const CacheBytes = cacheTierBlocks*job.BlockCells*2 + cacheStrips

// NewReader returns a reader of the table t. It returns an error if the tiers of the
// game do not match the table.
func NewReader[S games.State](t *store.Table, g games.Game[S]) (*Reader[S], error) {
	game, ok := g.(games.Tiered[S])
	if !ok {
		return nil, errors.New("the table is indexed by position number, but the game does not number its positions")
	}
	r := &Reader[S]{
		Numbering: NewNumbering(game), t: t, blocks: cache.New[tierBlock](cacheTierBlocks), strips: cache.New[strip](0),
	}
	same := func(a games.Tier, b job.SolvedTier) bool { return a.Name == b.Name && a.Size == b.Size }
	if !slices.EqualFunc(r.Tiers, t.Header().Solution.Tiers, same) {
		return nil, errors.New("the tiers do not match those of the game")
	}
	r.strips.Resize(r.stripsIn(cacheStrips))
	return r, nil
}

// Resize sets the maximum number of cached blocks and strips. A cache that exceeds
// its new limit is emptied.
func (r *Reader[S]) Resize(blocks, strips int) {
	r.blocks.Resize(blocks)
	r.strips.Resize(strips)
}

// SetCacheSize limits the size of the cached strips to the given number of bytes,
// but not below the default.
func (r *Reader[S]) SetCacheSize(bytes int64) {
	r.strips.Resize(r.stripsIn(max(cacheStrips, bytes)))
}

// stripsIn returns the number of strips of average size that fit into the given
// number of bytes, but at least 1.
func (r *Reader[S]) stripsIn(bytes int64) int {
	var indexes, used float64
	for _, tier := range r.t.Header().Solution.Tiers {
		indexes += float64(tier.Size)
		used += float64(tier.Used)
	}
	return max(1, int(float64(bytes)/(stripHead+2*StripCells*used/max(1, indexes))))
}

// Cells appends to dst the value of each state for the player to move. States need
// not be canonical. If plies is false, the remoteness of wins and losses is
// undefined. The error is a [*store.CorruptError].
func (r *Reader[S]) Cells(dst []value.Cell, states []S, plies bool) ([]value.Cell, error) {
	return r.cells(dst, states, r.Game.Rank(nil, states), plies)
}

// cells is like Cells, but takes the slots of the states.
func (r *Reader[S]) cells(dst []value.Cell, states []S, slots []games.Slot, plies bool) ([]value.Cell, error) {
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
	children, ends := r.Game.Expand(nil, nil, parents)
	held := len(asked)
	found, err := r.look(nil, r.Game.Rank(asked, children), plies)
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

// look appends the cells of stored slots to dst. It decodes each strip at most once.
func (r *Reader[S]) look(dst []value.Cell, slots []games.Slot, plies bool) ([]value.Cell, error) {
	cells := slices.Grow(dst, len(slots))[:len(dst)+len(slots)]
	var now *strip
	last := games.Slot(0)
	for i, number := range byStrip(slots) {
		slot := slots[number]
		if at := slot / StripCells; i == 0 || at != last {
			var err error
			if now, err = r.strip(slot.Tier(), int(slot.Index()/StripCells), plies); err != nil {
				return dst, err
			}
			last = at
		}
		cells[len(dst)+int(number)] = now.cell(int(slot.Index() % StripCells))
	}
	return cells, nil
}

// strip returns a strip of a tier from the cache or the table. The caller must not
// modify it.
func (r *Reader[S]) strip(tier, number int, plies bool) (*strip, error) {
	at := cache.Place{Layer: int32(tier), Block: int32(number)}
	if s := r.strips.Get(at); s != nil && (s.plies || !plies) {
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
	r.strips.Put(at, s)
	return s, nil
}

// mark marks the stored indexes of a strip. It returns an error if their number
// differs from the strip's number of cells.
func (r *Reader[S]) mark(s *strip, tier, number int) error {
	first := uint64(number) * StripCells
	n := int(min(r.Tiers[tier].Size-first, StripCells))
	v := r.survey(tier, first, n)
	defer r.surveys.Put(v)
	for i := range n {
		if v.used[i] && (len(v.omitted) == 0 || !v.omitted[i]) {
			s.mark(i)
		}
	}
	if s.count() != len(s.cells) {
		return r.t.Damaged(fmt.Sprintf("numbers of values and positions differ at index %d of tier %s", first, r.Tiers[tier].Name), nil)
	}
	return nil
}

// block returns a decoded block from the cache or the table. The caller must not
// modify it.
func (r *Reader[S]) block(tier, number int, plies bool) (*tierBlock, error) {
	at := cache.Place{Layer: int32(tier), Block: int32(number)}
	if b := r.blocks.Get(at); b != nil && (b.plies || !plies) {
		return b, nil
	}
	c := r.codecs.Get()
	defer r.codecs.Put(c)
	b := new(tierBlock)
	if err := r.read(c, b, tier, number, plies); err != nil {
		return nil, err
	}
	r.blocks.Put(at, b)
	return b, nil
}

func (r *Reader[S]) read(c *Codec, b *tierBlock, tier, number int, plies bool) error {
	key := store.TierKey(make([]byte, 0, store.TierKeySize), store.OutcomeKey, tier, number)
	err := r.t.Get(key, func(value []byte) error {
		return c.decodeOutcomes(b, key, value, cellsOf(r.Tiers[tier], number))
	})
	if err == nil && plies {
		if slices.ContainsFunc(b.used, func(c value.Cell) bool { return c != value.Draw }) {
			key[0] = store.RemotenessKey
			err = r.t.Get(key, func(value []byte) error { return c.decodeRemoteness(b, key, value) })
		}
		b.plies = true
	}
	if err != nil {
		return r.t.Damaged(fmt.Sprintf("block %d of tier %s", number, r.Tiers[tier].Name), err)
	}
	return nil
}
