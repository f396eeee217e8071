package cluster

import (
	"sync"
	"sync/atomic"
	"testing"
)

func TestOneOfManyCreatesAFile(t *testing.T) {
	b := &bucket{folder: t.TempDir()}
	var fresh atomic.Int32
	var group sync.WaitGroup
	for i := range 16 {
		group.Go(func() {
			made, err := b.createFile("made/x.json", []byte{byte(i)})
			if err != nil {
				t.Error(err)
			}
			if made {
				fresh.Add(1)
			}
		})
	}
	group.Wait()
	if fresh.Load() != 1 {
		t.Errorf("%d of 16 made the file, want 1", fresh.Load())
	}
}
