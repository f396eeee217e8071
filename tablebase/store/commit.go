package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"zermelo/solver/job"
)

// Contents is what a builder has put into its journal.
type Contents interface {
	// Complete checks that the records are what the solution counts.
	Complete(records []Record, s *job.Solution) error
	// Fill writes the finished table, the header included.
	Fill(w *Writer, records []Record, h *Header) error
}

// Commit completes the table with the description of its solution: it writes all
// values in order of their keys beside the journal, seals and syncs that, and renames
// it into place, where it replaces an older table. Then it removes the partial folder
// and ends the building. It fails only while the table does not have its place; the
// building can go on then, or be closed and resumed.
func (b *Partial) Commit(s *job.Solution, from Contents) error {
	final := filepath.Join(b.Folder(), finalFolder)
	h := &Header{
		Format: formatVersion, Tool: b.opts.Tool, Name: b.info.Name, Title: b.info.Title, Roles: b.info.Roles,
		Options: b.info.Options, Rules: b.plan.Rules, Words: b.plan.Words,
		Created: b.opts.Now().UTC().Truncate(time.Second), Solution: s,
	}
	if err := b.write(final, h, from); err != nil {
		return errors.Join(fmt.Errorf("complete the table of %s: %w", b.info.Label(), diskError(err)), os.RemoveAll(final))
	}
	placed, err := replace(b.dir(), final, b.info.Name)
	switch {
	case !placed:
		return fmt.Errorf("complete the table of %s: %w", b.info.Label(), diskError(err))
	case err != nil:
		_ = b.Close() // the table is there; the next builder tidies up
	default:
		_ = b.Discard() // as above
	}
	return nil
}

// write makes a finished table in the folder final.
func (b *Partial) write(final string, h *Header, from Contents) error {
	if err := b.Sync(); err != nil {
		return err
	}
	records := b.journal.sorted()
	if err := from.Complete(records, h.Solution); err != nil {
		return &CorruptError{Name: b.info.Name, Dir: b.Folder(), What: "blocks are missing", Err: err}
	}
	if err := b.roomFor(records, h); err != nil {
		return err
	}
	if err := os.RemoveAll(final); err != nil {
		return err
	}
	w, err := createWriter(final)
	if err != nil {
		return err
	}
	if err := from.Fill(w, records, h); err != nil {
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
		Created: h.Created, CPU: h.Solution.CPU, Sheet: b.info.Sheet,
	}, w.longest)
}

// roomFor checks that the disk has room for the finished table.
func (b *Partial) roomFor(records []Record, h *Header) error {
	need := int64(spare)
	for _, r := range records {
		need += int64(r.Size) + int64(len(r.Key)) + 64
	}
	need += need/64 + 64*int64(len(h.Solution.Outcomes.List)+len(h.Solution.Layers)+len(h.Solution.Tiers))
	return needRoom(b.Folder(), b.opts.FreeSpace, need)
}

// Read reads a record of the journal into buf, which grows as needed.
func (b *Partial) Read(r Record, buf []byte) ([]byte, error) {
	buf, err := b.journal.read(r, buf)
	if err != nil {
		return buf, b.Damaged(err)
	}
	return buf, nil
}

// Damaged is the error for a journal that does not hold what it must.
func (b *Partial) Damaged(err error) error {
	return &CorruptError{Name: b.info.Name, Dir: b.Folder(), What: "the file " + journalFile, Err: err}
}
