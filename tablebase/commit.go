package tablebase

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"zermelo/solver/durable"
	"zermelo/solver/job"
)

// Commit completes the table with the description of its solution: it writes
// all blocks in order of their keys beside the journal, seals and syncs that,
// and renames it into place, where it replaces an older table. Then it removes
// the partial folder and ends the builder. It fails only while the table does not
// have its place; the builder can go on then, or be closed and resumed.
func (b *Builder[S]) Commit(s *job.Solution) error { return b.commit(s, b) }

// contents is what a builder has put into its journal.
type contents interface {
	// complete checks that the records are what the solution counts.
	complete(records []record, s *job.Solution) error
	// fill writes the finished table, the header included.
	fill(w *kvWriter, records []record, h *Header) error
}

// commit is the Commit of both builders.
func (b *construction) commit(s *job.Solution, from contents) error {
	final := filepath.Join(b.partial(), finalFolder)
	h := &Header{
		Format: formatVersion, Tool: b.opts.Tool, Name: b.info.Name, Title: b.info.Title, Roles: b.info.Roles,
		Options: b.info.Options, Rules: b.plan.Rules, Words: b.plan.Words,
		Created: b.opts.now().UTC().Truncate(time.Second), Solution: s,
	}
	if err := b.write(final, h, from); err != nil {
		return errors.Join(fmt.Errorf("complete the table of %s: %w", b.info.Label(), advised(err)), os.RemoveAll(final))
	}
	placed, err := replace(b.dir(), final, b.info.Name)
	switch {
	case !placed:
		return fmt.Errorf("complete the table of %s: %w", b.info.Label(), advised(err))
	case err != nil:
		_ = b.Close() // the table is there; the next builder tidies up
	default:
		_ = b.Discard() // as above
	}
	return nil
}

// write makes a finished table in the folder final.
func (b *construction) write(final string, h *Header, from contents) error {
	if err := b.Sync(); err != nil {
		return err
	}
	records := b.journal.sorted()
	if err := from.complete(records, h.Solution); err != nil {
		return &CorruptError{Name: b.info.Name, Dir: b.partial(), What: "blocks are missing", Err: err}
	}
	if err := b.roomFor(records, h); err != nil {
		return err
	}
	if err := os.RemoveAll(final); err != nil {
		return err
	}
	w, err := createKV(final)
	if err != nil {
		return err
	}
	if err := from.fill(w, records, h); err != nil {
		w.abort()
		return err
	}
	if err := w.finish(); err != nil {
		return err
	}
	start := h.Solution.Outcomes.Of(h.Solution.Start)
	return writeSeal(final, seal{
		Format: formatVersion, Tool: h.Tool, Name: h.Name, Rules: h.Rules, Build: b.plan.Build,
		Kind: h.Kind(), Roles: h.Roles, Total: h.Solution.Outcomes.Total, States: h.Solution.States(), Start: storeOutcome(start),
		Created: h.Created, CPU: h.Solution.CPU,
	}, w.longest)
}

// complete implements contents.
func (b *Builder[S]) complete(records []record, s *job.Solution) error {
	at := 0
	for layer := range s.Layers {
		left := s.Layers[layer].States
		for ; at < len(records) && records[at].layer() == layer; at++ {
			if want := min(left, job.BlockStates); int64(records[at].count) != want {
				return fmt.Errorf("layer %d has a block of %d states, want %d", layer, records[at].count, want)
			}
			left -= int64(records[at].count)
		}
		if left != 0 {
			return fmt.Errorf("layer %d lacks %d states", layer, left)
		}
	}
	if at < len(records) {
		return fmt.Errorf("there are states of layer %d, the last is %d", records[at].layer(), len(s.Layers)-1)
	}
	return nil
}

// spare is the room that is asked for beyond the size of the blocks, in bytes: for
// the header, the list of files and the seal, and what the file system rounds up.
const spare = 64 << 10

// roomFor checks that the disk has room for the finished table.
func (b *construction) roomFor(records []record, h *Header) error {
	need := int64(spare)
	for _, r := range records {
		need += int64(r.size) + int64(len(r.key)) + 64
	}
	need += need/64 + 64*int64(len(h.Solution.Outcomes.List)+len(h.Solution.Layers)+len(h.Solution.Tiers))
	return checkRoom(b.partial(), b.opts.freeSpace, need)
}

// CheckRoom returns ErrFull if the disk with the data directory db has less than
// these bytes left. The directory need not exist.
func CheckRoom(db string, bytes int64) error {
	for !exists(db) && filepath.Dir(db) != db {
		db = filepath.Dir(db)
	}
	return checkRoom(db, freeSpace, bytes)
}

func checkRoom(dir string, freeSpace func(dir string) (int64, error), need int64) error {
	free, err := freeSpace(dir)
	if err != nil || free >= need {
		return err
	}
	unit, shift := "MiB", 20
	if need < 10<<20 {
		unit, shift = "KiB", 10
	}
	return fmt.Errorf("%w: %s has %d %s left, %d %s are needed; what is stored is kept, make room and solve again to go on",
		ErrFull, dir, free>>shift, unit, (need+1<<shift-1)>>shift, unit)
}

// fill implements contents: blocks, directories and header.
func (b *Builder[S]) fill(w *kvWriter, records []record, h *Header) error {
	var value []byte
	for _, r := range records {
		var err error
		if value, err = b.value(r, value); err != nil {
			return err
		}
		if err := w.add([]byte(r.key), value); err != nil {
			return err
		}
	}
	if err := writeDirectories(w, records); err != nil {
		return err
	}
	return h.write(w)
}

// value reads a record of the journal into buf, which grows as needed.
func (b *construction) value(r record, buf []byte) ([]byte, error) {
	buf, err := b.journal.read(r, buf)
	if err != nil {
		return buf, &CorruptError{Name: b.info.Name, Dir: b.partial(), What: "the file " + journalFile, Err: err}
	}
	return buf, nil
}

// replace gives the finished table in the folder final its place dir. The one
// that is there steps aside first, to a name where readers and settle find it.
// It reports whether the table has its place: what fails after that is tidying.
func replace(dir, final, name string) (placed bool, err error) {
	old := dir + oldSuffix
	if err := settle(dir, name); err != nil {
		return false, err
	}
	if err := owned(dir, name); err != nil {
		return false, err
	}
	if exists(dir) {
		if err := durable.Rename(dir, old); err != nil {
			return false, errors.Join(err, settle(dir, name))
		}
	}
	if err := durable.Rename(final, dir); err != nil {
		if !exists(final) {
			return true, err // the older one stays, as the disk may not have the names yet
		}
		return false, errors.Join(err, settle(dir, name))
	}
	return true, settle(dir, name)
}

// settle cleans up after a crash in replace, for the holder of the lock. The old
// table goes only when the new one is in its place.
func settle(dir, name string) error {
	old := dir + oldSuffix
	if !exists(old) {
		return nil
	}
	if err := errors.Join(owned(old, name), owned(dir, name)); err != nil {
		return err
	}
	if exists(dir) {
		return discard(old)
	}
	return durable.Rename(old, dir)
}
