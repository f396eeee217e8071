package block

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
	"zermelo/tablebase/store"
)

// drawBlock draws ascending states with small and large gaps, and values.
func drawBlock[S games.State](t *rapid.T) ([]S, []value.Value) {
	n := rapid.IntRange(1, 300).Draw(t, "n")
	spread := rapid.SampledFrom([]uint64{2, 1 << 7, 1 << 20, 1<<64 - 1}).Draw(t, "spread")
	palette := rapid.SampledFrom([]uint32{1, 3, 255, 256, 257, 1<<32 - 1}).Draw(t, "palette")
	states := rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) S {
		var s S
		for i := range games.Bits(&s) {
			games.Bits(&s)[i] = rapid.Uint64Range(0, spread).Draw(t, "word")
		}
		return s
	}), 1, n, func(s S) S { return s }).Draw(t, "states")
	slices.SortFunc(states, games.Compare[S])
	values := make([]value.Value, len(states))
	for i := range values {
		values[i] = value.Value(rapid.Uint32Range(0, palette-1).Draw(t, "value"))
	}
	return states, values
}

func roundTrip[S games.State](t *rapid.T) {
	var c Codec[S]
	var b Block[S]
	for range 2 { // the second iteration reuses the memory of the codec
		states, values := drawBlock[S](t)
		key := store.BlockKey(nil, rapid.IntRange(0, 1<<32-1).Draw(t, "layer"), states[0])
		data := c.Encode(nil, key, states, values)
		if err := c.decode(&b, key, data); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(b.States, states) || !slices.Equal(b.Values, values) {
			t.Fatalf("got %v %v, want %v %v", b.States, b.Values, states, values)
		}
		if n, ok := store.CountOf(key, data); !ok || n != len(states) {
			t.Fatalf("count %d %v", n, ok)
		}
	}
}

func TestBlockRoundTrip(t *testing.T) {
	t.Run("1 word", func(t *testing.T) { rapid.Check(t, roundTrip[uint64]) })
	t.Run("2 words", func(t *testing.T) { rapid.Check(t, roundTrip[[2]uint64]) })
	t.Run("4 words", func(t *testing.T) { rapid.Check(t, roundTrip[[4]uint64]) })
}

// TestEncodingDoesNotDependOnEarlierBlocks encodes each block twice, because two executions
// of a task must have the same result.
func TestEncodingDoesNotDependOnEarlierBlocks(t *testing.T) {
	var used Codec[uint64]
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 300 {
		states, values := make([]uint64, 1+random.IntN(job.BlockStates)), []value.Value{}
		last, gap := uint64(0), 1+random.Uint64N(300)
		for i := range states {
			last += 1 + random.Uint64N(gap)
			states[i], values = last, append(values, value.Value(last/7%(1+gap)))
		}
		got, want := used.AppendRecords(nil, 3, states, values), new(Codec[uint64]).AppendRecords(nil, 3, states, values)
		if !bytes.Equal(got, want) {
			t.Fatalf("block %d: %d bytes, want %d different ones", i, len(got), len(want))
		}
	}
}

// TestFullBlocks encodes blocks with the maximum number of states and values of maximum width.
func TestFullBlocks(t *testing.T) {
	fullBlock[uint64](t)
	fullBlock[[4]uint64](t)
}

func fullBlock[S games.State](t *testing.T) {
	states := make([]S, job.BlockStates)
	values := make([]value.Value, len(states))
	mix := uint64(1)
	for i := range states {
		for w := range games.Bits(&states[i]) {
			mix = mix*0x9e3779b97f4a7c15 + 7
			games.Bits(&states[i])[w] = mix
		}
		games.Bits(&states[i])[0] = mix>>12 | uint64(i)<<52
		values[i] = value.Value(mix >> 32)
	}
	var c Codec[S]
	var b Block[S]
	key := store.BlockKey(nil, 5, states[0])
	data := c.Encode(nil, key, states, values)
	if len(data) > store.MaxValue {
		t.Errorf("%d bytes are too many for a value", len(data))
	}
	if err := c.decode(&b, key, data); err != nil || !slices.Equal(b.States, states) || !slices.Equal(b.Values, values) {
		t.Error(err)
	}
}

// TestFlippedBits checks that no damaged block is accepted.
func TestFlippedBits(t *testing.T) {
	states := []uint64{3, 4, 9, 1000, 1 << 60}
	values := []value.Value{1, 1, 2, 7, 1}
	var c Codec[uint64]
	var b Block[uint64]
	key := store.BlockKey(nil, 5, states[0])
	data := c.Encode(nil, key, states, values)
	for _, part := range [][]byte{key, data} {
		for i := range part {
			for bit := range 8 {
				part[i] ^= 1 << bit
				if err := c.decode(&b, key, data); err == nil {
					t.Errorf("byte %d, bit %d: no error", i, bit)
				}
				part[i] ^= 1 << bit
			}
		}
	}
	for n := range data {
		if err := c.decode(&b, key, data[:n]); err == nil {
			t.Errorf("cut to %d bytes: no error", n)
		}
	}
	if err := c.decode(&b, key, data); err != nil {
		t.Error(err)
	}
}

// TestStatesMustAscend decodes blocks with valid checksums whose states do not ascend.
func TestStatesMustAscend(t *testing.T) {
	for _, states := range [][]uint64{{5, 4}, {5, 5}, {0, 0}, {1<<64 - 1, 0}, {1, 2, 1}} {
		unordered(t, states)
	}
	for _, states := range [][][2]uint64{
		{{1, 5}, {1, 4}}, {{1, 5}, {1, 5}}, {{1, 5}, {0, 9}}, {{0, 0}, {0, 0}}, {{1<<64 - 1, 3}, {0, 4}}, {{3, 1<<64 - 1}, {3, 0}},
	} {
		unordered(t, states)
	}
}

func unordered[S games.State](t *testing.T, states []S) {
	t.Helper()
	var c Codec[S]
	var b Block[S]
	key := store.BlockKey(nil, 1, states[0])
	if err := c.decode(&b, key, c.Encode(nil, key, states, make([]value.Value, len(states)))); err == nil {
		t.Errorf("%v: no error", states)
	}
}

// fuzzBlock decodes data as a block with a valid checksum. An accepted block must have
// ascending states and encode to the same bytes.
func fuzzBlock[S games.State](t *testing.T, data []byte) {
	size := 5 + 8*games.Words[S]()
	if len(data) < size {
		return
	}
	key, body := data[:size], data[size:]
	var c Codec[S]
	var b, again Block[S]
	if err := c.decodeBody(&b, key, body); err != nil {
		return
	}
	if len(b.States) != len(b.Values) || len(b.States) < 1 || len(b.States) > job.BlockStates {
		t.Fatalf("%d states, %d values", len(b.States), len(b.Values))
	}
	for i := 1; i < len(b.States); i++ {
		if !games.Less(b.States[i-1], b.States[i]) {
			t.Fatalf("states %v, %v do not ascend", b.States[i-1], b.States[i])
		}
	}
	if cap(b.States) > 2*job.BlockStates || cap(c.raw) > 4*maxFrame {
		t.Fatalf("memory for %d states and %d bytes", cap(b.States), cap(c.raw))
	}
	if err := c.decode(&again, key, c.Encode(nil, key, b.States, b.Values)); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(again.States, b.States) || !slices.Equal(again.Values, b.Values) {
		t.Fatal("another block after encoding")
	}
}

func seedBlock[S games.State](f *testing.F, states []S, values []value.Value) {
	var c Codec[S]
	key := store.BlockKey(nil, 1, states[0])
	data := c.Encode(slices.Clone(key), key, states, values)
	f.Add(data[:len(data)-8])
}

func FuzzBlockOneWord(f *testing.F) {
	seedBlock(f, []uint64{5}, []value.Value{9})
	seedBlock(f, []uint64{5, 6, 7, 1 << 40, 1<<64 - 1}, []value.Value{9, 9, 1, 2, 3})
	f.Fuzz(func(t *testing.T, data []byte) { fuzzBlock[uint64](t, data) })
}

func FuzzBlockTwoWords(f *testing.F) {
	seedBlock(f, [][2]uint64{{0, 5}, {0, 6}, {1, 2}, {1, 3}, {1 << 50, 0}}, []value.Value{9, 9, 1, 2, 3})
	f.Fuzz(func(t *testing.T, data []byte) { fuzzBlock[[2]uint64](t, data) })
}

func TestIndexBehindThePaletteIsRefused(t *testing.T) {
	var c Codec[uint64]
	raw := []byte{2, 5, 0, 0, 1, 2} // the values 5 and 6, and three indexes
	if err := c.decodeValues(make([]value.Value, 3), raw); err != store.ErrFormat {
		t.Errorf("index 2 of 2 values: %v", err)
	}
	raw[5] = 1
	if values := make([]value.Value, 3); c.decodeValues(values, raw) != nil || !slices.Equal(values, []value.Value{5, 6, 6}) {
		t.Errorf("values %v, want [5 6 6]", values)
	}
}

func TestBytesBehindABlockAreRefused(t *testing.T) {
	var c Codec[uint64]
	var b Block[uint64]
	key := store.BlockKey(nil, 5, uint64(3))
	data := c.Encode(nil, key, []uint64{3, 4}, []value.Value{1, 2})
	body := data[:len(data)-8]
	if err := c.decodeBody(&b, key, body); err != nil {
		t.Error(err)
	}
	if err := c.decodeBody(&b, key, append(body, 0)); err != store.ErrFormat {
		t.Errorf("a byte more: %v", err)
	}
}
