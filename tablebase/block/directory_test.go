package block

import (
	"encoding/binary"
	"slices"
	"testing"

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
