package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"zermelo/solver/job"
)

// Contents converts the records in a journal to a finished table.
type Contents interface {
	// Complete returns an error unless the records match the counts in s.
	Complete(records []Record, s *job.Solution) error
	// Fill writes the finished table, including its header.
	Fill(w *Writer, records []Record, h *Header) error
}

// Commit writes the finished table and closes b. It writes all values in key order
// to a temporary directory, seals and syncs the files, and renames the directory
// into place, replacing an older table. On error, the table is not in place and b
// is still open, so that Commit can be called again.
func (b *Partial) Commit(s *job.Solution, from Contents) error {
	final := filepath.Join(b.Folder(), finalFolder)
	h := &Header{
		Format: formatVersion, Tool: b.opts.Tool, Name: b.info.Name, Title: b.info.Title, Roles: b.info.Roles,
		Halves: b.info.HalfPoints, Unit: b.info.Unit, Options: b.info.Options, Rules: b.plan.Rules, Words: b.plan.Words,
		Created: b.opts.Now().UTC().Truncate(time.Second), Solution: s,
	}
	if err := b.write(final, h, from); err != nil {
		return errors.Join(fmt.Errorf("completing the table of %s: %w", b.info.Label(), diskError(err)), os.RemoveAll(final))
	}
	placed, err := replace(b.dir(), final, b.info.Name)
	switch {
	case !placed:
		return fmt.Errorf("completing the table of %s: %w", b.info.Label(), diskError(err))
	case err != nil:
		_ = b.Close() // ignore err: the table is in place, and the next builder cleans up
	default:
		_ = b.Discard() // as above
	}
	return nil
}

func (b *Partial) write(final string, h *Header, from Contents) error {
	if err := b.Sync(); err != nil {
		return err
	}
	records := b.journal.sorted()
	if err := from.Complete(records, h.Solution); err != nil {
		return &CorruptError{Name: b.info.Name, Dir: b.Folder(), What: "missing blocks", Err: err}
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
	if err := b.writeRules(final); err != nil {
		return err
	}
	program := b.info.Typed
	if b.info.Source != "" {
		program = ""
	}
	start := h.Solution.Outcomes.Of(h.Solution.Start)
	return writeSeal(final, seal{
		Format: formatVersion, Tool: h.Tool, Name: h.Name, Rules: h.Rules, Build: b.plan.Build, Program: program,
		Kind: h.Kind(), Roles: h.Roles, Total: h.Solution.Outcomes.Total, Halves: h.Halves, Unit: h.Unit, States: h.Solution.States(), Start: storeOutcome(start),
		Created: h.Created, CPU: h.Solution.CPU,
	}, w.longest)
}

// roomFor returns a *FullError if there is not enough room for the finished table.
func (b *Partial) roomFor(records []Record, h *Header) error {
	need := int64(spare + len(b.info.Source))
	for _, r := range records {
		need += int64(r.Size) + int64(len(r.Key)) + 64
	}
	need += need/64 + 64*int64(h.Solution.Outcomes.Len()+len(h.Solution.Layers)+len(h.Solution.Tiers))
	return needRoom(b.Folder(), b.opts.FreeSpace, need)
}

// Read reads the value of a journal record into buf, growing buf as needed.
func (b *Partial) Read(r Record, buf []byte) ([]byte, error) {
	buf, err := b.journal.read(r, buf)
	if err != nil {
		return buf, b.Damaged(err)
	}
	return buf, nil
}

// Damaged wraps err in a [*CorruptError] for the journal.
func (b *Partial) Damaged(err error) error {
	return &CorruptError{Name: b.info.Name, Dir: b.Folder(), What: "invalid file " + journalFile, Err: err}
}
