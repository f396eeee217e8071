package store

import (
	"io"
	"os"
	"path/filepath"
	"testing"
)

// counter counts the reads of a file.
type counter struct {
	in    io.ReaderAt
	reads int
}

func (c *counter) ReadAt(p []byte, at int64) (int, error) {
	c.reads++
	return c.in.ReadAt(p, at)
}

// TestCountAgainReadsOnlyWhatIsNew counts the records in a growing journal, and
// checks the number of reads.
func TestCountAgainReadsOnlyWhatIsNew(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "journal"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	j := &journal{file: f, keySize: TierKeySize}
	p := plan{Tiers: true}
	count := journalCount{blocks: map[string]int{}}
	for block := range 6 {
		if _, err := j.write(testRecord(block, 10), 10); err != nil {
			t.Fatal(err)
		}
		in := counter{f, 0}
		count.update(&in, j.end, &p)
		if want := int64(10 * (block + 1)); count.states != want || in.reads > 2 { // one read for the new block, one at the end of the file
			t.Errorf("%d states in %d reads, want %d", count.states, in.reads, want)
		}
	}
}
