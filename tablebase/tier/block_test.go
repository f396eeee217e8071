package tier

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"zermelo/solver/job"
	"zermelo/solver/value"
	"zermelo/tablebase/store"
)

// randomCells returns n cells. most is the maximum remoteness, and one in gaps cells is unused.
// If parity is set, wins take an odd number of plies and losses an even number.
func randomCells(n, gaps, most int, parity bool) []value.Cell {
	cells := make([]value.Cell, n)
	for i := range cells {
		plies := rand.IntN(most + 1)
		switch kind := rand.IntN(4); {
		case gaps > 0 && rand.IntN(gaps) == 0:
		case kind == 0:
			cells[i] = value.Draw
		case kind == 1:
			if parity {
				plies &^= 1
			}
			cells[i] = value.Loss(plies)
		default:
			if parity {
				plies |= 1
			}
			cells[i] = value.Win(min(plies, value.MaxCellRemoteness))
		}
	}
	return cells
}

// randomMarks marks some of the used cells.
func randomMarks(cells []value.Cell) []bool {
	marks := make([]bool, len(cells))
	for i, cell := range cells {
		marks[i] = cell != value.Unused && rand.IntN(3) == 0
	}
	return marks
}

func TestTierBlocks(t *testing.T) {
	var c Codec
	for _, n := range []int{1, 5, StripCells, StripCells + 1, 3*StripCells - 1, job.BlockCells} {
		for _, gaps := range []int{0, 1, 2, 100} {
			for _, most := range []int{0, 1, 255, 256, 511, 512, value.MaxCellRemoteness} {
				for _, parity := range []bool{false, true} {
					cells := randomCells(n, gaps, most, parity)
					var omitted []bool
					if gaps == 2 {
						omitted = randomMarks(cells)
					}
					data, used := c.AppendRecord(3, 7, cells, omitted)
					got := slices.Repeat([]value.Cell{77}, n)
					err := c.ReadRecord(got, 3, 7, data[store.RecordHead+store.TierKeySize:])
					if err != nil || !slices.Equal(got, cells) {
						t.Fatalf("%d cells, gaps %d, %d plies, parity %v: %v", n, gaps, most, parity, err)
					}
					if want := n - len(slices.DeleteFunc(slices.Clone(cells), func(c value.Cell) bool { return c != value.Unused })); used != want {
						t.Fatalf("%d used, want %d", used, want)
					}
				}
			}
		}
	}
}

// TestStripsHaveAsManyCellsAsFit changes the number of used cells in the first of two strips.
func TestStripsHaveAsManyCellsAsFit(t *testing.T) {
	var c Codec
	var b tierBlock
	const cells = 2 * StripCells
	data, _ := c.AppendRecord(0, 0, randomCells(cells, 0, 20, true), nil)
	parts, _, err := PartsOf(data[store.RecordHead+store.TierKeySize:])
	if err != nil {
		t.Fatal(err)
	}
	good := parts.Outcomes[1 : len(parts.Outcomes)-8] // without format and checksum
	head := func(first uint64) []byte { return binary.AppendUvarint(binary.AppendUvarint(nil, cells), first) }
	frame, ok := bytes.CutPrefix(good, head(StripCells))
	if !ok {
		t.Fatalf("begins with %x, want %x", good[:8], head(StripCells))
	}
	for first, want := range map[uint64]error{StripCells: nil, StripCells + 1: store.ErrFormat, StripCells - 1: store.ErrFormat} {
		if err := c.decodeOutcomesBody(&b, append(head(first), frame...), cells); !errors.Is(err, want) {
			t.Errorf("%d of %d cells: %v, want %v", first, StripCells, err, want)
		}
	}
}

func TestDigitsBeyondTheRadixAreRefused(t *testing.T) {
	for packed, want := range map[byte]error{7: nil, 17: store.ErrFormat, 107: store.ErrFormat} {
		c := Codec{raw: []byte{packed}}
		if err := c.unpack(1, 10); !errors.Is(err, want) {
			t.Errorf("one decimal digit in %d: %v, want %v", packed, err, want)
		}
	}
}

// seedTierBlocks adds parts of several blocks, without their checksums, to the corpus.
func seedTierBlocks(f *testing.F, part func(recordParts) []byte) {
	var c Codec
	for _, cells := range [][]value.Cell{
		{value.Draw}, {value.Unused, value.Win(3), value.Loss(2), value.Draw}, randomCells(StripCells+9, 3, 700, false), randomCells(100, 0, 20, true),
	} {
		data, _ := c.AppendRecord(0, 0, cells, nil)
		p, _, err := PartsOf(data[store.RecordHead+store.TierKeySize:])
		if err != nil {
			f.Fatal(err)
		}
		if data := part(p); len(data) > 9 {
			f.Add(data[1:len(data)-8], len(cells))
		}
	}
}

func FuzzTierOutcomes(f *testing.F) {
	seedTierBlocks(f, func(p recordParts) []byte { return p.Outcomes })
	f.Fuzz(func(t *testing.T, data []byte, cells int) {
		var c Codec
		var b tierBlock
		if cells < 1 || cells > job.BlockCells || c.decodeOutcomesBody(&b, data, cells) != nil {
			return
		}
		used := 0
		for i := range b.before {
			used += len(b.strip(i))
		}
		if used != len(b.used) || len(b.before) != (cells+StripCells-1)/StripCells || slices.Contains(b.used, value.Unused) {
			t.Fatalf("%d of %d used, strips %v", used, len(b.used), b.before)
		}
	})
}

func FuzzTierRemoteness(f *testing.F) {
	seedTierBlocks(f, func(p recordParts) []byte { return p.Remoteness })
	f.Fuzz(func(t *testing.T, data []byte, cells int) {
		if cells < 1 || cells > job.BlockCells {
			return
		}
		b := tierBlock{used: randomCells(cells, 0, 0, false), before: []int32{0}}
		kinds := slices.Clone(b.used)
		var c Codec
		if c.decodeRemotenessBody(&b, data) != nil {
			return
		}
		for i, cell := range b.used {
			if cell&3 != kinds[i]&3 || cell == value.Unused {
				t.Fatalf("cell %d: %d was %d", i, cell, kinds[i])
			}
		}
	})
}

func FuzzTierRecord(f *testing.F) {
	var c Codec
	for _, omit := range []bool{false, true} {
		cells := randomCells(100, 3, 20, true)
		var omitted []bool
		if omit {
			omitted = randomMarks(cells)
		}
		data, _ := c.AppendRecord(0, 0, cells, omitted)
		f.Add(slices.Clone(data[store.RecordHead+store.TierKeySize:]))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 8 {
			binary.LittleEndian.PutUint64(data[len(data)-8:], store.Checksum(store.TierKey(nil, store.BlockRecord, 0, 0), data[:len(data)-8]))
		}
		_ = new(Codec).ReadRecord(make([]value.Cell, 100), 0, 0, data)
	})
}
