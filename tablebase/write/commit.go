package write

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"zermelo/solver/job"
	"zermelo/tablebase/block"
	"zermelo/tablebase/store"
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
	complete(records []store.Record, s *job.Solution) error
	// fill writes the finished table, the header included.
	fill(w *store.Writer, records []store.Record, h *store.Header) error
}

// commit is the Commit of both builders.
func (b *construction) commit(s *job.Solution, from contents) error {
	final := filepath.Join(b.partial(), store.FinalFolder)
	h := &store.Header{
		Format: store.FormatVersion, Tool: b.opts.Tool, Name: b.info.Name, Title: b.info.Title, Roles: b.info.Roles,
		Options: b.info.Options, Rules: b.plan.Rules, Words: b.plan.Words,
		Created: b.opts.now().UTC().Truncate(time.Second), Solution: s,
	}
	if err := b.write(final, h, from); err != nil {
		return errors.Join(fmt.Errorf("complete the table of %s: %w", b.info.Label(), store.DiskError(err)), os.RemoveAll(final))
	}
	placed, err := store.Replace(b.dir(), final, b.info.Name)
	switch {
	case !placed:
		return fmt.Errorf("complete the table of %s: %w", b.info.Label(), store.DiskError(err))
	case err != nil:
		_ = b.Close() // the table is there; the next builder tidies up
	default:
		_ = b.Discard() // as above
	}
	return nil
}

// write makes a finished table in the folder final.
func (b *construction) write(final string, h *store.Header, from contents) error {
	if err := b.Sync(); err != nil {
		return err
	}
	records := b.journal.Sorted()
	if err := from.complete(records, h.Solution); err != nil {
		return &store.CorruptError{Name: b.info.Name, Dir: b.partial(), What: "blocks are missing", Err: err}
	}
	if err := b.roomFor(records, h); err != nil {
		return err
	}
	if err := os.RemoveAll(final); err != nil {
		return err
	}
	w, err := store.CreateWriter(final)
	if err != nil {
		return err
	}
	if err := from.fill(w, records, h); err != nil {
		w.Abort()
		return err
	}
	if err := w.Finish(); err != nil {
		return err
	}
	start := h.Solution.Outcomes.Of(h.Solution.Start)
	return store.WriteSeal(final, store.Seal{
		Format: store.FormatVersion, Tool: h.Tool, Name: h.Name, Rules: h.Rules, Build: b.plan.Build,
		Kind: h.Kind(), Roles: h.Roles, Total: h.Solution.Outcomes.Total, States: h.Solution.States(), Start: store.StoreOutcome(start),
		Created: h.Created, CPU: h.Solution.CPU,
	}, w.Longest)
}

// complete implements contents.
func (b *Builder[S]) complete(records []store.Record, s *job.Solution) error {
	at := 0
	for layer := range s.Layers {
		left := s.Layers[layer].States
		for ; at < len(records) && records[at].Layer() == layer; at++ {
			if want := min(left, job.BlockStates); int64(records[at].Count) != want {
				return fmt.Errorf("layer %d has a block of %d states, want %d", layer, records[at].Count, want)
			}
			left -= int64(records[at].Count)
		}
		if left != 0 {
			return fmt.Errorf("layer %d lacks %d states", layer, left)
		}
	}
	if at < len(records) {
		return fmt.Errorf("there are states of layer %d, the last is %d", records[at].Layer(), len(s.Layers)-1)
	}
	return nil
}

// roomFor checks that the disk has room for the finished table.
func (b *construction) roomFor(records []store.Record, h *store.Header) error {
	need := int64(store.Spare)
	for _, r := range records {
		need += int64(r.Size) + int64(len(r.Key)) + 64
	}
	need += need/64 + 64*int64(len(h.Solution.Outcomes.List)+len(h.Solution.Layers)+len(h.Solution.Tiers))
	return store.NeedRoom(b.partial(), b.opts.freeSpace, need)
}

// fill implements contents: blocks, directories and header.
func (b *Builder[S]) fill(w *store.Writer, records []store.Record, h *store.Header) error {
	var value []byte
	for _, r := range records {
		var err error
		if value, err = b.value(r, value); err != nil {
			return err
		}
		if err := w.Add([]byte(r.Key), value); err != nil {
			return err
		}
	}
	if err := block.WriteDirectories(w, records); err != nil {
		return err
	}
	return h.Write(w)
}

// value reads a record of the journal into buf, which grows as needed.
func (b *construction) value(r store.Record, buf []byte) ([]byte, error) {
	buf, err := b.journal.Read(r, buf)
	if err != nil {
		return buf, &store.CorruptError{Name: b.info.Name, Dir: b.partial(), What: "the file " + store.JournalFile, Err: err}
	}
	return buf, nil
}
