package block

import (
	"encoding/binary"
	"fmt"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/tablebase/store"
)

// A directory lists the first state of each block in a layer, so that a state's block can be
// found by binary search in memory and read by key. It takes 0.002 bytes per state. A directory
// is stored in chunks. The value of a chunk consists of the words of the first states,
// big-endian, and the xxhash64 of key and words, little-endian.

const directoryChunk = 8192 // maximum number of blocks listed in a chunk

// WriteDirectories calls add for each chunk of each layer's directory, in key order. records must
// be sorted by key.
func WriteDirectories(add func(key, value []byte) error, records []store.Record) error {
	for len(records) > 0 {
		layer, n := records[0].Layer(), 0
		for n < len(records) && records[n].Layer() == layer {
			n++
		}
		for chunk := 0; chunk*directoryChunk < n; chunk++ {
			var value []byte
			for _, r := range records[chunk*directoryChunk : min(n, (chunk+1)*directoryChunk)] {
				value = append(value, r.Key[5:]...)
			}
			key := store.DirectoryKey(layer, chunk)
			value = store.AppendChecksum(value, key, 0)
			if err := add(key, value); err != nil {
				return err
			}
		}
		records = records[n:]
	}
	return nil
}

// readDirectory returns the first state of each block of a layer with n states. get calls read with
// the value of key.
func readDirectory[S games.State](get func(key []byte, read func(value []byte) error) error, layer int, n int64) ([]S, error) {
	blocks := int((n + job.BlockStates - 1) / job.BlockStates)
	firsts := make([]S, 0, min(blocks, directoryChunk))
	for chunk := 0; chunk*directoryChunk < blocks; chunk++ {
		key := store.DirectoryKey(layer, chunk)
		err := get(key, func(value []byte) (err error) {
			firsts, err = appendDirectory(firsts, key, value)
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("directory of layer %d: %w", layer, err)
		}
	}
	if len(firsts) != blocks {
		return nil, fmt.Errorf("directory of layer %d has %d blocks, expected %d", layer, len(firsts), blocks)
	}
	return firsts, nil
}

func appendDirectory[S games.State](firsts []S, key, value []byte) ([]S, error) {
	words := games.Words[S]()
	list, err := store.Checked(key, value)
	if err != nil {
		return nil, err
	}
	if len(list)%(8*words) != 0 {
		return nil, store.ErrFormat
	}
	for at := 0; at < len(list); at += 8 * words {
		var s S
		for i := range games.Bits(&s) {
			games.Bits(&s)[i] = binary.BigEndian.Uint64(list[at+8*i:])
		}
		if n := len(firsts); n > 0 && !games.Less(firsts[n-1], s) {
			return nil, store.ErrFormat
		}
		firsts = append(firsts, s)
	}
	return firsts, nil
}
