package store

import (
	"encoding/binary"
	"errors"

	"github.com/cespare/xxhash/v2"
	"github.com/klauspost/compress/zstd"
)

// Errors of decoding: the value is damaged.
var (
	ErrChecksum = errors.New("wrong checksum")
	ErrFormat   = errors.New("malformed block")
)

// Checksum is the hash of a key and a value.
func Checksum(key, value []byte) uint64 {
	var h xxhash.Digest
	h.Reset()
	h.Write(key)
	h.Write(value)
	return h.Sum64()
}

// AppendChecksum ends the value that begins at an offset of line with the checksum of
// its key and itself, 8 bytes little-endian.
func AppendChecksum(line, key []byte, from int) []byte {
	return binary.LittleEndian.AppendUint64(line, Checksum(key, line[from:]))
}

// Checked is a value without its checksum, or ErrChecksum if that is wrong.
func Checked(key, value []byte) ([]byte, error) {
	body := len(value) - 8
	if body < 0 || binary.LittleEndian.Uint64(value[body:]) != Checksum(key, value[:body]) {
		return nil, ErrChecksum
	}
	return value[:body], nil
}

// AppendPart appends a part of a value, its length before it as a uvarint.
func AppendPart(line, part []byte) []byte {
	return append(binary.AppendUvarint(line, uint64(len(part))), part...)
}

// TakePart is the inverse of AppendPart: the first part, and what follows it.
func TakePart(data []byte) (part, rest []byte, err error) {
	size, n := binary.Uvarint(data)
	if n <= 0 || size > uint64(len(data)-n) {
		return nil, nil, ErrFormat
	}
	data = data[n:]
	return data[:size], data[size:], nil
}

// Leftover returns ErrFormat if there is anything.
func Leftover(raw []byte) error {
	if len(raw) != 0 {
		return ErrFormat
	}
	return nil
}

// NewEncoder makes an encoder of the frames in values, for one goroutine. The options,
// of which it must be certain that they are valid, add to that.
func NewEncoder(options ...zstd.EOption) *zstd.Encoder {
	enc, err := zstd.NewWriter(nil, append(options, zstd.WithEncoderConcurrency(1))...)
	if err != nil {
		panic("tablebase: " + err.Error()) // the options are constant
	}
	return enc
}

// FrameOptions are those of frames of blocks: of a level, and of at most window bytes.
func FrameOptions(level zstd.EncoderLevel, window int) []zstd.EOption {
	return []zstd.EOption{
		zstd.WithEncoderLevel(level), zstd.WithEncoderCRC(false), zstd.WithSingleSegment(true),
		zstd.WithWindowSize(window), zstd.WithLowerEncoderMem(true),
	}
}

// NewDecoder makes a decoder of frames that hold at most so many bytes, for one goroutine.
func NewDecoder(most uint64) *zstd.Decoder {
	dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxMemory(most), zstd.WithDecoderMaxWindow(most))
	if err != nil {
		panic("tablebase: " + err.Error()) // the options are constant
	}
	return dec
}
