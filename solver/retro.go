package solver

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"time"

	"zermelo/games"
)

// SolveTiers finds the value of every position of a game that is numbered tier
// by tier, and gives them to store. It keeps checkpoints in the existing
// directory work, and goes on from those that an earlier sitting with the same
// game and store left there, however it ended.
//
// Each tier is solved by retrograde analysis (Ströhlein 1970; Thompson 1986):
// a pass over its positions (retro_look.go), then rounds from the positions
// decided in r plies back to their parents (retro_round.go). What no round
// decides is drawn, as neither player can be forced to an end. The values do
// not depend on the number of workers, nor on checkpoints.
//
// Cost: two bytes an index of the tier and of the tiers that its plies lead to,
// an eighth of a byte an index and worker for changes, or less memory and more
// time (tierShare); the game's Expand and
// Rank once for each ply, Parents and Rank once for each ply to a position that
// is not drawn, and beside them 9 ns a ply in the first pass and 11 in the
// rounds. Quixo 4x4 (5.9 million indexes, 92 million plies) took 7.1 s of
// processor time on a busy machine, of which 2 s were spent here and the rest in
// the game.
//
// It returns a *TierTooLargeError, an error of the store or the file system, or
// that of the context when it is cancelled.
func SolveTiers[S games.State](ctx context.Context, g games.Tiered[S], work string, store TierStore, o Options) (*Solution, error) {
	r, err := newRetrograde(g, allTiers(g), work, store, o)
	if err != nil {
		return nil, err
	}
	if o.Memory > 0 {
		defer debug.SetMemoryLimit(debug.SetMemoryLimit(o.Memory - NotHeap))
	}
	return r.run(ctx)
}

// retrograde is the solution of a game tier by tier.
type retrograde[S games.State] struct {
	game    games.Tiered[S]
	tiers   []games.Tier
	wanted  []int // numbers of the tiers to solve, ascending
	work    string
	store   TierStore
	workers int
	memory  int64 // what tiers may take, in bytes
	pause   time.Duration
	prog    *Progress
	divide  func(memory int64, size uint64, lower int64, workers int) tierShare // shareMemory

	saved    *tierCheckpoint
	began    time.Time     // of the stretch of time that saved does not count yet
	cpu      time.Duration // likewise, of CPUTime
	hands    []*tierHand[S]
	resident map[int][]Cell // solved tiers
	storing  chan error     // the end of the tier that is on its way to the store; nil: none is
}

// newRetrograde checks that the game can be solved with what there is.
func newRetrograde[S games.State](g games.Tiered[S], wanted []int, work string, store TierStore, o Options) (*retrograde[S], error) {
	r := &retrograde[S]{
		game: g, tiers: g.Tiers(), wanted: wanted, work: work, store: store, workers: o.Workers, prog: o.Progress,
		pause: tierCheckpointEvery, divide: shareMemory, resident: map[int][]Cell{},
	}
	if r.workers <= 0 {
		r.workers = runtime.GOMAXPROCS(0)
	}
	if r.prog == nil {
		r.prog = new(Progress)
	}
	memory := o.Memory
	if memory == 0 {
		memory = max(MinMemory, FreeMemory()/4*3)
	}
	if memory < MinMemory {
		return nil, games.BadInput("--memory is %d MiB: a solve needs at least %d MiB", memory>>20, int64(MinMemory)>>20)
	}
	r.memory = memory - program
	finished := store.Finished()
	for _, number := range r.wanted {
		tier := r.tiers[number]
		if _, ok := finished[number]; ok {
			continue
		}
		for _, l := range tier.Lower {
			if l < 0 || l >= number {
				return nil, fmt.Errorf("tier %s lists tier %d as lower: the game breaks its contract", tier.Name, l)
			}
		}
		if tier.Size > maxTier {
			return nil, &TierTooLargeError{Tier: tier.Name, Size: tier.Size, Most: maxTier}
		}
		if need := leastMemory(tier.Size, r.workers); need > r.memory {
			_, err := os.Stat(r.checkpointPath())
			return nil, &TierTooLargeError{Tier: tier.Name, Size: tier.Size, Need: need + program, Memory: memory, Begun: err == nil}
		}
	}
	return r, nil
}

// maxTier is how many indexes a tier can have and be solved: lists of indexes
// hold 32 bits.
const maxTier = 1 << 32

// TierTooLargeError says that a tier needs more memory than there is, even in
// parts, or has more indexes than any tier can have.
type TierTooLargeError struct {
	Tier         string
	Size         uint64 // indexes
	Most         uint64 // indexes that a tier can have, if that is why; else 0
	Need, Memory int64  // bytes needed, bytes allowed
	Begun        bool   // with more memory something was solved before
}

func (e *TierTooLargeError) Error() string {
	if e.Most > 0 {
		return fmt.Sprintf("too large for a strong solution: tier %s has %s indexes, and no tier can have more than %s",
			e.Tier, Count(int64(e.Size)), Count(int64(e.Most)))
	}
	return fmt.Sprintf("too large for the memory: tier %s, of %s indexes, needs %d MiB at least, and %d MiB may be used",
		e.Tier, Count(int64(e.Size)), e.Need>>20, e.Memory>>20)
}

// allTiers are the numbers of all tiers.
func allTiers[S games.State](g games.Tiered[S]) []int {
	all := make([]int, len(g.Tiers()))
	for number := range all {
		all[number] = number
	}
	return all
}

// run solves all tiers and sums up.
func (r *retrograde[S]) run(ctx context.Context) (*Solution, error) {
	if err := r.solveTiers(ctx); err != nil {
		return nil, err
	}
	solution, err := r.solution()
	if err != nil {
		return nil, err
	}
	r.prog.phase.Store(int64(Finished))
	return solution, nil
}

// solveTiers solves the wanted tiers that are left.
func (r *retrograde[S]) solveTiers(ctx context.Context) (err error) {
	defer func() { err = cmp.Or(err, r.stored()) }()
	r.began, r.cpu = time.Now(), CPUTime()
	if err := r.resume(); err != nil {
		return err
	}
	finished := r.store.Finished()
	var total, done int64
	for _, number := range r.wanted {
		total += int64(r.tiers[number].Size)
		if _, ok := finished[number]; ok {
			done += int64(r.tiers[number].Size)
		}
	}
	r.prog.enter(Deciding, len(r.tiers), total)
	for _, number := range r.wanted {
		if _, ok := finished[number]; ok {
			continue
		}
		r.prog.layer.Store(int64(number))
		r.prog.done.Store(done)
		if err := r.tier(ctx, number); err != nil {
			return err
		}
		done += int64(r.tiers[number].Size)
	}
	return nil
}

// tier solves one tier, or the rest of it.
func (r *retrograde[S]) tier(ctx context.Context, number int) error {
	size := r.tiers[number].Size
	share := r.divide(r.memory, size, r.lowerCells(number), r.workers)
	if share.rest {
		if err := r.stored(); err != nil {
			return err
		}
		r.store.Rest()
	}
	if size >= largeTier {
		r.hands = nil
		runtime.GC() // else what is left of tiers before takes as much again
	}
	t, err := r.restored(number, share)
	if err != nil {
		return err
	}
	defer t.cells.close()
	c := &clock{due: r.pause, began: time.Now()}
	if err := r.look(ctx, t, c, share); err != nil {
		return err
	}
	t.lower = nil
	r.forget(number)
	r.evict(2*int64(size)+agendaBytes(size)+bufferBytes(size, r.workers), nil)
	if !takesBack(r.game) {
		if err := t.reverse(ctx, r.memory-2*int64(size)-agendaBytes(size)-bufferBytes(size, r.workers)); err != nil {
			return err
		}
	}
	t.cells.keep(share.atRounds)
	t.makeBuffers(share.room)
	if err := r.decide(ctx, t, c); err != nil {
		return err
	}
	return r.finish(ctx, t, share)
}

// largeTier is a tier worth collecting garbage for, in indexes.
const largeTier = 1 << 20

// restored is a tier as the checkpoint has it, or one to begin with.
func (r *retrograde[S]) restored(number int, share tierShare) (*tierWork[S], error) {
	for {
		cells, err := r.makeCells(int(r.tiers[number].Size), share)
		if err != nil {
			return nil, err
		}
		if r.hands == nil {
			r.hands = newHands(r.game, r.workers)
		}
		t := newTierWork(r.game, number, cells, r.hands)
		if r.saved.Tier != number {
			r.saved.leave()
			return t, nil
		}
		whole, err := r.restore(t, share)
		if whole {
			return t, nil
		}
		t.cells.close()
		if err != nil {
			return nil, err
		}
		r.saved.leave()
	}
}

// makeCells makes room for the cells of a tier.
func (r *retrograde[S]) makeCells(n int, share tierShare) (*tierCells, error) {
	if share.paged {
		return newPagedCells(n, share.shift, share.atLook, r.pagesPath())
	}
	return newTierCells(n, share.shift), nil
}

// look makes the first pass over a tier for each window of the lower tiers, or
// the rest of it.
func (r *retrograde[S]) look(ctx context.Context, t *tierWork[S], c *clock, share tierShare) error {
	s := r.saved
	total := r.lowerCells(t.number)
	window := total
	if share.window < total {
		window = share.window / BlockCells * BlockCells
	}
	t.windows = max(1, (total+window-1)/max(window, 1))
	r.prog.done.Add(t.known(s, window))
	for !s.Looked {
		if s.At == 0 {
			s.To = min(total, s.From+window)
		}
		t.lower = nil
		var err error
		r.evict(2*int64(t.cells.n)+agendaBytes(uint64(t.cells.n)), r.tiers[t.number].Lower)
		if t.lower, err = r.gather(ctx, t.number, s.From, s.To); err != nil {
			return err
		}
		t.first, t.last = s.From == 0, s.To == total
		if err := r.lookOnce(ctx, t, c); err != nil {
			return err
		}
		s.From, s.At = s.To, 0
		s.Looked = s.From == total
	}
	return nil
}

// lookOnce makes the pass for one window, or the rest of it.
func (r *retrograde[S]) lookOnce(ctx context.Context, t *tierWork[S], c *clock) error {
	s := r.saved
	for s.At < t.cells.n {
		reached, err := t.look(ctx, s.At, c.isDue, r.prog)
		if err != nil && err != ctx.Err() {
			return fmt.Errorf("solve %s: %w", r.game.Info().Name, err)
		}
		s.At = reached
		if err != nil || reached < t.cells.n {
			if failed := r.snapshot(t, c); failed != nil || err != nil {
				return cmp.Or(failed, err)
			}
		}
	}
	return nil
}

// decide goes through the rounds of a tier that are left.
func (r *retrograde[S]) decide(ctx context.Context, t *tierWork[S], c *clock) error {
	s := r.saved
	for {
		if s.At == 0 {
			if s.Round = t.next(s.Round); s.Round < 0 {
				s.Round = MaxCellRemoteness + 1
				return nil
			}
			if err := t.release(s.Round); err != nil {
				return err
			}
		}
		reached, err := t.decide(ctx, s.Round, s.At, c.isDue, r.prog)
		if err != nil && err != ctx.Err() {
			return fmt.Errorf("solve %s: %w", r.game.Info().Name, err)
		}
		if s.At = reached; reached == t.cells.n {
			t.agenda.drop(s.Round)
			s.Round, s.At = s.Round+1, 0
		}
		if err != nil || c.isDue() {
			if failed := r.snapshot(t, c); failed != nil || err != nil {
				return cmp.Or(failed, err)
			}
		}
	}
}

// solution sums up.
func (r *retrograde[S]) solution() (*Solution, error) {
	info := r.game.Info()
	s := &Solution{
		Outcomes: Outcomes{Kind: Alternating, Total: info.Total},
		Method:   "retrograde analysis", Workers: r.workers,
		Elapsed: r.saved.Elapsed + time.Since(r.began), CPU: r.saved.CPU + CPUTime() - r.cpu,
		PeakMemory: max(r.saved.Peak, PeakMemory()),
	}
	finished := r.store.Finished()
	for number, tier := range r.tiers {
		s.Tiers = append(s.Tiers, SolvedTier{tier, finished[number]})
		s.Digest += finished[number].Digest
		s.RawStates += finished[number].Positions
	}
	start := []S{r.game.Start()}
	slot := r.game.Rank(nil, start)[0]
	first := slot.Index() / BlockCells * BlockCells
	cells := make([]Cell, min(BlockCells, r.tiers[slot.Tier()].Size-first))
	if err := r.store.ReadCells(slot.Tier(), first, cells); err != nil {
		return nil, err
	}
	s.Start = cells[slot.Index()-first].Value(info, int(r.game.Movers(nil, start)[0]))
	return s, nil
}
