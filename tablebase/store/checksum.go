package store

import (
	"errors"

	"github.com/cespare/xxhash/v2"
)

// Checksum is the hash of a key and a value.
func Checksum(key, value []byte) uint64 {
	var h xxhash.Digest
	h.Reset()
	h.Write(key)
	h.Write(value)
	return h.Sum64()
}

// Errors of decode: the block is damaged.
var (
	ErrChecksum = errors.New("wrong checksum")
	ErrFormat   = errors.New("malformed block")
)

func Leftover(raw []byte) error {
	if len(raw) != 0 {
		return ErrFormat
	}
	return nil
}
