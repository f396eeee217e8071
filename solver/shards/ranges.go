package shards

import (
	"context"
	"encoding/binary"
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/retro"
	"zermelo/solver/value"
)

// A tier is divided into ranges of cells; see retro.Range. Round performs a
// step of a range. Its object contains the following sections:
//
//	cells    of the range, in frames; omitted if they follow from the cells after an earlier step and from changes
//	held     for each delayed cell, its round and the cell, as varints; omitted like cells
//	changes  to the cells of range 0, of range 1, ..., repeated for each sorted list of changes
//
// Changes are stored as the differences between consecutive changes, as varints
// in frames of bytes (codec.go). End writes the blocks of a range, which a Tier
// task joins.
//
// To recreate the cells of a range that it has not processed, a process reads the
// cells after the first steps and applies all later changes.

// A cell takes two bytes and about a microsecond. A range has at least
// minRangeFactor times Sizes.MinStates and at most maxRangeFactor times
// Sizes.MaxStates cells.
const (
	minRangeFactor = 16
	maxRangeFactor = 8
)

// Ranges returns the number of ranges into which a tier of the given size is
// divided. It is 1 for the zero Sizes.
func (z Sizes) Ranges(size uint64) int {
	if z.Shards == 0 {
		return 1
	}
	cells, blocks := int64(size), int64(size+job.BlockCells-1)/job.BlockCells
	least, most := minRangeFactor*z.MinStates, maxRangeFactor*z.MaxStates
	return int(min(max(min(int64(z.Shards), cells/least), (cells+most-1)/most, 1), max(1, blocks)))
}

// rangeBounds returns the bounds of range k of n. They are multiples of
// job.BlockCells, except at the end of the tier.
func rangeBounds(size uint64, k, n int) (from, to uint64) {
	blocks := (size + job.BlockCells - 1) / job.BlockCells
	at := func(k int) uint64 { return min(size, blocks*uint64(k)/uint64(n)*job.BlockCells) }
	return at(k), at(k + 1)
}

// hasMore reports whether a step has left work for the next step of any range.
func (m *Manifest) hasMore() bool { return m.More || m.States > 0 }

const changeBatch = 1 << 12 // number of changes per call to retro.Range.Change

// Ranges performs the tasks for ranges of tiers. It is not safe for concurrent use.
type Ranges[S games.State] struct {
	game    games.Tiered[S]
	tiers   []games.Tier
	sizes   Sizes
	store   Store
	live    *LiveRanges[S]
	memory  int64
	prog    *job.Progress
	packer  *packer
	objects *objects
	coder   *valueCoder
	worker  *retro.RangeWorker[S]
	body    []byte
	values  []value.Value
	changes []uint64
}

// NewRanges returns a Ranges that uses the memory given by the options. A third of
// this memory is for ranges that are not in use. The caller must close the Ranges.
func NewRanges[S games.State](g games.Tiered[S], sizes Sizes, store Store, live *LiveRanges[S], o job.Options) *Ranges[S] {
	memory := o.Memory - job.ProgramMemory
	live.adjustLimit(memory / 3)
	return &Ranges[S]{
		game: g, tiers: g.Tiers(), sizes: sizes, store: store, live: live, memory: memory, prog: o.Progress,
		packer: newPacker(), objects: newObjects(store), coder: newValueCoder(), worker: retro.NewRangeWorker(g),
	}
}

// Close releases the memory for ranges that are not in use.
func (r *Ranges[S]) Close() { r.live.adjustLimit(-r.memory / 3) }

// step is a range that is in use.
type step[S games.State] struct {
	*Ranges[S]
	*retro.Range[S]
	task     Task // task of the first step
	ranges   int  // number of ranges in the tier
	size     uint64
	from, to uint64
}

// open takes a range that has completed at most the given number of steps.
func (r *Ranges[S]) open(t Task, steps int) (*step[S], liveRange[S]) {
	s := &step[S]{Ranges: r, task: t, size: r.tiers[t.Layer].Size}
	s.ranges = r.sizes.Ranges(s.size)
	s.task.Kind, s.task.Step = Round, 0
	s.from, s.to = rangeBounds(s.size, t.Shard, s.ranges)
	l := r.live.take(s.task, steps, 2*int64(s.to-s.from), func() *retro.Range[S] { return retro.NewRange(r.game, t.Layer, s.from, s.to) })
	s.Range = l.Range
	s.SetWorker(r.worker)
	return s, l
}

// Round performs a step of a range and writes its object. Step 0 reads the
// lower tiers from lower.
func (r *Ranges[S]) Round(ctx context.Context, t Task, object string, lower job.TierStore) (m *Manifest, err error) {
	s, live := r.open(t, t.Step)
	defer func() { r.live.put(live, err == nil) }()
	m = &Manifest{Task: t}
	if t.Step == 0 {
		// A third of the memory is for unused ranges, and 18 MiB are for buffers.
		counts, err := s.Begin(ctx, lower, r.memory*2/3-(18<<20), r.prog)
		if err != nil {
			return nil, err
		}
		m.Tier = &counts
	} else if err := s.advanceTo(ctx, t.Step+1); err != nil {
		return nil, err
	}
	m.Object, err = r.packer.pack(ctx, r.store, object, games.Words[S](), func(p *packer) error {
		if t.Step < s.BaseSteps() {
			if err := s.packCells(p); err != nil {
				return err
			}
		}
		m.More, err = s.Find(ctx, r.prog, func(changes []uint64) error {
			m.States += int64(len(changes))
			return s.packChanges(p, changes)
		})
		return err
	})
	return m, err
}

// End writes the blocks of a decided range. It calls put with the range's cells and
// the index of the first of them. The function block must then return block i of the
// tier and its number of items.
func (r *Ranges[S]) End(ctx context.Context, t Task, object string, put func(first uint64, cells []value.Cell) error, block func(i int) ([]byte, int, error)) (*Manifest, error) {
	begun := t
	begun.Kind = Round
	first, err := r.store.Manifest(ctx, begun)
	if err != nil {
		return nil, err
	}
	s, live := r.open(t, int(^uint(0)>>1))
	defer r.live.put(live, false)
	if err := s.advanceTo(ctx, int(^uint(0)>>1)); err != nil {
		return nil, err
	}
	r.live.adjustLimit(-r.memory / 3) // put uses this memory
	defer r.live.adjustLimit(r.memory / 3)
	stats, err := s.Finish(ctx, *first.Tier, put)
	if err != nil {
		return nil, err
	}
	m := &Manifest{Task: t, States: stats.Used, Tier: &stats}
	m.Object, err = r.packer.pack(ctx, r.store, object, games.Words[S](), func(p *packer) error {
		return p.blocks(int(s.from/job.BlockCells), int((s.to+job.BlockCells-1)/job.BlockCells), block)
	})
	return m, err
}

// Join calls use for each block of a tier, in order, and returns the sum of the
// ranges' statistics.
func (r *Ranges[S]) Join(ctx context.Context, tier int, use func(i int, data []byte, items int) error) (stats job.TierStats, err error) {
	size := r.tiers[tier].Size
	ranges := r.sizes.Ranges(size)
	for k := range ranges {
		m, err := r.store.Manifest(ctx, Task{Kind: End, Layer: tier, Shard: k})
		if err != nil {
			return stats, err
		}
		from, to := rangeBounds(size, k, ranges)
		first, end := int(from/job.BlockCells), int((to+job.BlockCells-1)/job.BlockCells)
		err = ReadBlocks(ctx, r.store, m, end-first, func(i int, data []byte, items int) error { return use(first+i, data, items) })
		if err != nil {
			return stats, err
		}
		stats.Merge(m.Tier)
	}
	return stats, nil
}

// advanceTo advances a range until it has completed the given number of steps
// or no range has work left.
func (s *step[S]) advanceTo(ctx context.Context, steps int) error {
	if s.Steps() == 0 {
		if err := s.restore(ctx, min(steps-1, s.BaseSteps())); err != nil {
			return err
		}
	}
	for s.Steps() < steps {
		left := false
		before := s.task
		before.Step = s.Steps() - 1
		for before.Shard = range s.ranges {
			m, err := s.store.Manifest(ctx, before)
			if err == nil {
				err = s.take(ctx, m)
			}
			if err != nil {
				return err
			}
			left = left || m.hasMore()
			s.prog.Done.Add(1) // signal progress to keep the task's lease
		}
		if !left {
			return nil
		}
		if err := s.Advance(ctx); err != nil {
			return err
		}
	}
	return nil
}

// packCells adds one section per frame of cells, and a last section for the delayed
// cells.
func (s *step[S]) packCells(p *packer) error {
	for part := range slices.Chunk(s.Cells(), frameValues) {
		p.beginSection()
		s.values = s.values[:0]
		for _, c := range part {
			s.values = append(s.values, value.Value(c))
		}
		if err := s.coder.add(p, s.values); err != nil {
			return err
		}
	}
	p.beginSection()
	s.body = s.body[:0]
	n := 0
	for round, list := range s.Delayed() {
		for _, index := range list {
			s.body = binary.AppendUvarint(binary.AppendUvarint(s.body, uint64(round)), uint64(index))
		}
		n += len(list)
	}
	return p.add(s.body, n)
}

func (s *step[S]) restore(ctx context.Context, steps int) error {
	t := s.task
	t.Step = steps - 1
	m, err := s.store.Manifest(ctx, t)
	if err != nil {
		return err
	}
	sections, _, err := s.sections(ctx, m)
	if err != nil {
		return err
	}
	for part := range slices.Chunk(s.Cells(), frameValues) {
		data, err := s.objects.section(ctx, m, sections[0])
		if err != nil {
			return err
		}
		s.values, err = s.coder.read(data, s.values[:0])
		if err != nil || len(s.values) != len(part) {
			return &DamagedError{m, errDamaged}
		}
		for i, v := range s.values {
			part[i] = value.Cell(v)
		}
		sections = sections[1:]
	}
	data, err := s.objects.section(ctx, m, sections[0])
	if err != nil {
		return err
	}
	var held [][]uint32
	for len(data) > 0 {
		round, n := binary.Uvarint(data)
		index, more := binary.Uvarint(data[max(0, n):])
		if n <= 0 || more <= 0 || round > value.MaxCellRemoteness {
			return &DamagedError{m, errDamaged}
		}
		for len(held) <= int(round) {
			held = append(held, nil)
		}
		held[round] = append(held[round], uint32(index))
		data = data[n+more:]
	}
	s.Range.Restore(steps, held)
	return nil
}

// sections returns the sections of a step's object, divided into those that restore
// cells and those that contain changes.
func (s *step[S]) sections(ctx context.Context, m *Manifest) (cells, changes []section, err error) {
	all, err := s.objects.index(ctx, m, -1)
	if err != nil {
		return nil, nil, err
	}
	head := 0
	if m.Step < s.BaseSteps() {
		from, to := rangeBounds(s.size, m.Shard, s.ranges)
		head = int(to-from+frameValues-1)/frameValues + 1
	}
	if n := len(all); n < head || (n-head)%s.ranges != 0 {
		return nil, nil, &DamagedError{m, errDamaged}
	}
	return all[:head], all[head:], nil
}

// packChanges adds sorted changes, with one section per range.
func (s *step[S]) packChanges(p *packer, changes []uint64) error {
	for k := range s.ranges {
		p.beginSection()
		from, to := rangeBounds(s.size, k, s.ranges)
		n, _ := slices.BinarySearch(changes, 2*to)
		s.body = s.body[:0]
		last := 2 * from
		for _, c := range changes[:n] {
			s.body = binary.AppendUvarint(s.body, c-last)
			last = c
		}
		if err := s.coder.addBytes(p, s.body, n); err != nil {
			return err
		}
		changes = changes[n:]
	}
	return nil
}

// take applies the changes that a step of some range has found for this range.
func (s *step[S]) take(ctx context.Context, m *Manifest) error {
	_, sections, err := s.sections(ctx, m)
	if err != nil {
		return err
	}
	for at := s.task.Shard; at < len(sections); at += s.ranges {
		data, err := s.objects.section(ctx, m, sections[at])
		if err != nil {
			return err
		}
		if s.body, err = s.coder.readBytes(data, s.body[:0]); err != nil {
			return &DamagedError{m, errDamaged}
		}
		data, s.changes = s.body, s.changes[:0]
		for last := 2 * s.from; len(data) > 0; {
			delta, n := binary.Uvarint(data)
			if last += delta; n <= 0 || last >= 2*s.to {
				return &DamagedError{m, errDamaged}
			}
			data = data[n:]
			s.changes = append(s.changes, last)
			if len(s.changes) == changeBatch || len(data) == 0 {
				if err := s.Change(s.changes); err != nil {
					return err
				}
				s.changes = s.changes[:0]
			}
		}
	}
	return nil
}
