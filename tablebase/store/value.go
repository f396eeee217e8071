package store

import (
	"encoding/binary"
	"errors"

	"github.com/cespare/xxhash/v2"
	"github.com/klauspost/compress/zstd"
)

// Errors returned if a value is damaged.
var (
	ErrChecksum = errors.New("wrong checksum")
	ErrFormat   = errors.New("malformed block")
)

// Checksum returns the xxhash64 of key followed by value.
func Checksum(key, value []byte) uint64 {
	var h xxhash.Digest
	h.Reset()
	h.Write(key)
	h.Write(value)
	return h.Sum64()
}

// AppendChecksum appends the checksum of a key and its value line[from:] to line,
// as 8 bytes in little-endian order.
func AppendChecksum(line, key []byte, from int) []byte {
	return binary.LittleEndian.AppendUint64(line, Checksum(key, line[from:]))
}

// Checked returns value without its checksum, or ErrChecksum.
func Checked(key, value []byte) ([]byte, error) {
	body := len(value) - 8
	if body < 0 || binary.LittleEndian.Uint64(value[body:]) != Checksum(key, value[:body]) {
		return nil, ErrChecksum
	}
	return value[:body], nil
}

// AppendPart appends a part of a value to line, preceded by its length as a uvarint.
func AppendPart(line, part []byte) []byte {
	return append(binary.AppendUvarint(line, uint64(len(part))), part...)
}

// TakePart splits data into its first part and the rest.
func TakePart(data []byte) (part, rest []byte, err error) {
	size, n := binary.Uvarint(data)
	if n <= 0 || size > uint64(len(data)-n) {
		return nil, nil, ErrFormat
	}
	data = data[n:]
	return data[:size], data[size:], nil
}

// Leftover returns ErrFormat if raw is not empty.
func Leftover(raw []byte) error {
	if len(raw) != 0 {
		return ErrFormat
	}
	return nil
}

// NewEncoder returns an encoder for values. The encoder must not be used concurrently.
func NewEncoder(options ...zstd.EOption) *zstd.Encoder {
	enc, err := zstd.NewWriter(nil, append(options, zstd.WithEncoderConcurrency(1))...)
	if err != nil {
		panic("tablebase: " + err.Error()) // invalid option
	}
	return enc
}

// FrameOptions returns encoder options for blocks. window is in bytes.
func FrameOptions(level zstd.EncoderLevel, window int) []zstd.EOption {
	return []zstd.EOption{
		zstd.WithEncoderLevel(level), zstd.WithEncoderCRC(false), zstd.WithSingleSegment(true),
		zstd.WithWindowSize(window), zstd.WithLowerEncoderMem(true),
	}
}

// NewDecoder returns a decoder for frames of at most the given number of bytes. The
// decoder must not be used concurrently.
func NewDecoder(most uint64) *zstd.Decoder {
	dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxMemory(most), zstd.WithDecoderMaxWindow(most))
	if err != nil {
		panic("tablebase: " + err.Error()) // the options are constant
	}
	return dec
}
