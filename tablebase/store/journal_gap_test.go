package store

import (
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// testRecord returns an intact journal record with the given block number and number of states.
func testRecord(block, states int) []byte {
	line := TierKey(make([]byte, RecordHead), BlockRecord, 0, block)
	line = append(line, 1) // the format
	line = append(binary.AppendUvarint(line, uint64(states)), make([]byte, 100)...)
	return binary.LittleEndian.AppendUint64(line, Checksum(line[RecordHead:RecordHead+TierKeySize], line[RecordHead+TierKeySize:]))
}

// TestRecordAcrossScanWindows checks that a record after a long gap is found at any offset
// relative to the boundary between two search windows.
func TestRecordAcrossScanWindows(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "journal"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for shift := range int64(12) {
		at := scanWindow - 8 + shift
		j := &journal{file: f, keySize: TierKeySize, end: at}
		_, werr := j.write(testRecord(1, 77), 77)
		end := j.end
		j.end = 0
		if next, err := j.nextWhole(0, end); errors.Join(werr, err) != nil || next != at {
			t.Errorf("found at %d, want %d: %v %v", next, at, err, werr)
		}
		if err := f.Truncate(0); err != nil {
			t.Fatal(err)
		}
	}
}

// TestFullDiskLeavesNoTraceInTheJournal writes to a device that is always full, and continues
// when space is available.
func TestFullDiskLeavesNoTraceInTheJournal(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_RDWR, 0)
	if err != nil {
		t.Skip("there is no /dev/full here")
	}
	defer full.Close()
	f, err := os.Create(filepath.Join(t.TempDir(), "journal"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	j := &journal{file: full, keySize: TierKeySize}
	if _, err := j.write(testRecord(0, 1), 1); !errors.Is(err, ErrFull) || len(j.records) != 0 {
		t.Errorf("write: %v, %d records", err, len(j.records))
	}
	j.file = f
	r, err := j.write(testRecord(1, 1), 1)
	if err != nil || len(j.records) != 1 {
		t.Fatalf("write with room: %v, %d records", err, len(j.records))
	}
	if _, err := j.read(r, nil); err != nil {
		t.Error(err)
	}
}

// TestFailedSyncOfTheJournalIsRemembered makes one sync fail. The contents on disk are then
// unknown, so all later syncs and writes must fail as well.
func TestFailedSyncOfTheJournalIsRemembered(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "journal"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	closed, err := os.Open(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	j := &journal{file: closed, keySize: TierKeySize}
	first := j.sync()
	j.file = f
	_, written := j.write(testRecord(1, 77), 77)
	for _, err := range []error{first, j.sync(), written} {
		if !errors.Is(err, os.ErrClosed) {
			t.Errorf("%v, want %v", err, os.ErrClosed)
		}
	}
}
