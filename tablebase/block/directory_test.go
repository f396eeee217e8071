package block

import (
	"encoding/binary"
	"errors"
	"slices"
	"testing"

	"zermelo/solver/job"
	"zermelo/tablebase/store"
)

func FuzzDirectory(f *testing.F) {
	key := store.DirectoryKey(3, 0)
	good := binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, 3), 9)
	f.Add(good)
	f.Fuzz(func(t *testing.T, data []byte) {
		data = binary.LittleEndian.AppendUint64(data, store.Checksum(key, data))
		firsts, err := appendDirectory[uint64](nil, key, data)
		if err == nil && (!slices.IsSorted(firsts) || 8*len(firsts) != len(data)-8) {
			t.Fatalf("%v", firsts)
		}
	})
}

// TestDirectoryOfManyBlocks writes and reads the directory of a layer with more blocks
// than a chunk lists.
func TestDirectoryOfManyBlocks(t *testing.T) {
	const layer, blocks = 3, 2*directoryChunk + 5
	var records []store.Record
	var want []uint64
	for n := range uint64(blocks) {
		want = append(want, 7*n)
		records = append(records, store.Record{Key: string(binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint32([]byte{0}, layer), 7*n))})
	}
	chunks := map[string][]byte{}
	if err := WriteDirectories(func(key, value []byte) error { chunks[string(key)] = value; return nil }, records); err != nil {
		t.Fatal(err)
	}
	get := func(key []byte, read func([]byte) error) error { return read(chunks[string(key)]) }
	got, err := readDirectory[uint64](get, layer, blocks*job.BlockStates)
	if err != nil || !slices.Equal(got, want) || len(chunks) != 3 {
		t.Errorf("%d first states in %d chunks, %v; want %d in 3", len(got), len(chunks), err, blocks)
	}
}

func TestFirstStatesMustAscend(t *testing.T) {
	key := store.DirectoryKey(3, 0)
	for _, test := range []struct {
		firsts []uint64
		want   error
	}{{[]uint64{3, 4}, nil}, {[]uint64{3, 3}, store.ErrFormat}, {[]uint64{4, 3}, store.ErrFormat}} {
		var value []byte
		for _, s := range test.firsts {
			value = binary.BigEndian.AppendUint64(value, s)
		}
		value = store.AppendChecksum(value, key, 0)
		if got, err := appendDirectory[uint64](nil, key, value); !errors.Is(err, test.want) || err == nil && !slices.Equal(got, test.firsts) {
			t.Errorf("%v: %v, %v, want %v", test.firsts, got, err, test.want)
		}
	}
}
