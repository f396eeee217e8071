package tier

import (
	"encoding/binary"
	"encoding/json"
	"slices"

	"zermelo/solver/job"
	"zermelo/solver/value"
	"zermelo/tablebase/store"
)

func blockOf(r store.Record) (tier, block int) {
	return r.Layer(), int(binary.BigEndian.Uint64([]byte(r.Key[5:])))
}

const valueAt = store.RecordHead + store.TierKeySize // offset of the value in a record

// FinishedRecord returns the record that marks a tier as finished, with space for its
// head.
func FinishedRecord(tier int, stats job.TierStats) []byte {
	text, err := json.Marshal(stats)
	if err != nil {
		panic("tablebase: " + err.Error()) // cannot happen
	}
	line := store.TierKey(make([]byte, store.RecordHead), store.FinishRecord, tier, 0)
	line = append(append(line, tierFormat, 0), text...)
	return store.AppendChecksum(line, line[store.RecordHead:valueAt], valueAt)
}

// BlockOf returns the record that stores value as a block, with space for its head.
func BlockOf(tier, block int, value []byte) []byte {
	return append(store.TierKey(make([]byte, store.RecordHead), store.BlockRecord, tier, block), value...)
}

func finishedStats(value []byte) (stats job.TierStats, err error) {
	err = json.Unmarshal(value[2:len(value)-8], &stats)
	return stats, err
}

// AppendRecord encodes a block as a record with space for its head. It also returns
// the number of used indexes. omitted is the result of Numbering.MarkOmitted. The
// record is valid until the next call.
func (c *Codec) AppendRecord(tier, block int, cells []value.Cell, omitted []bool) (data []byte, used int) {
	line := store.TierKey(append(c.Record[:0], make([]byte, store.RecordHead)...), store.BlockRecord, tier, block)
	key := line[store.RecordHead:]
	for _, cell := range cells {
		if cell != value.Unused {
			used++
		}
	}
	line = append(line, tierFormat)
	line = binary.AppendUvarint(line, uint64(used))
	if slices.Contains(omitted, true) {
		line = c.appendCells(line, tier, block, c.pick(cells, omitted, false))
		line = c.appendCells(line, tier, block, c.pick(cells, omitted, true))
	} else {
		line = c.appendCells(line, tier, block, cells)
	}
	c.Record = store.AppendChecksum(line, key, valueAt)
	return c.Record, used
}

// pick returns a copy of cells in which each cell without the given mark is Unused.
// The copy is valid until the next call.
func (c *Codec) pick(cells []value.Cell, marks []bool, mark bool) []value.Cell {
	c.picked = append(c.picked[:0], cells...)
	for i := range c.picked {
		if marks[i] != mark {
			c.picked[i] = value.Unused
		}
	}
	return c.picked
}

// appendCells appends the cells' outcomes, remoteness values and mask to line.
func (c *Codec) appendCells(line []byte, tier, block int, cells []value.Cell) []byte {
	var key [store.TierKeySize]byte
	c.part = c.encodeOutcomes(c.part[:0], store.TierKey(key[:0], store.OutcomeKey, tier, block), cells)
	line = store.AppendPart(line, c.part)
	line = store.AppendPart(line, c.encodeRemoteness(c.part[:0], store.TierKey(key[:0], store.RemotenessKey, tier, block)))
	return store.AppendPart(line, c.encodeMask(c.part[:0], cells))
}

func (c *Codec) encodeMask(dst []byte, cells []value.Cell) []byte {
	c.raw = append(c.raw[:0], make([]byte, (len(cells)+7)/8)...)
	for i, cell := range cells {
		if cell != value.Unused {
			c.raw[i/8] |= 1 << (i % 8)
		}
	}
	return append(dst, c.compressed()...)
}

// recordParts holds the parts of a block record for the stored or the omitted cells.
type recordParts struct{ Outcomes, Remoteness, mask []byte }

// PartsOf splits the value of a block record into its parts. If no cells are omitted,
// the parts of omitted are nil.
func PartsOf(data []byte) (held, omitted recordParts, err error) {
	if len(data) < 9 {
		return held, omitted, store.ErrFormat
	}
	data = data[1 : len(data)-8]
	_, n := binary.Uvarint(data)
	if n <= 0 {
		return held, omitted, store.ErrFormat
	}
	if data, err = held.read(data[n:]); err == nil && len(data) > 0 {
		if data, err = omitted.read(data); err == nil {
			err = store.Leftover(data)
		}
	}
	return held, omitted, err
}

func (p *recordParts) read(data []byte) (rest []byte, err error) {
	for _, part := range []*[]byte{&p.Outcomes, &p.Remoteness, &p.mask} {
		if *part, data, err = store.TakePart(data); err != nil {
			return nil, err
		}
	}
	return data, nil
}

// ReadRecord decodes the value of a record returned by AppendRecord into dst.
func (c *Codec) ReadRecord(dst []value.Cell, tier, block int, data []byte) error {
	held, omitted, err := PartsOf(data)
	if err != nil {
		return err
	}
	clear(dst)
	if err := c.readCells(dst, tier, block, held); err != nil || omitted.mask == nil {
		return err
	}
	return c.readCells(dst, tier, block, omitted)
}

// readCells decodes parts of a record into dst. The cells to be set must be Unused
// before the call.
func (c *Codec) readCells(dst []value.Cell, tier, block int, p recordParts) (err error) {
	var key [store.TierKeySize]byte
	b := &c.block
	if err := c.decodeOutcomes(b, store.TierKey(key[:0], store.OutcomeKey, tier, block), p.Outcomes, len(dst)); err != nil {
		return err
	}
	if len(p.Remoteness) > 0 {
		if err := c.decodeRemoteness(b, store.TierKey(key[:0], store.RemotenessKey, tier, block), p.Remoteness); err != nil {
			return err
		}
	}
	if err = c.decompress(p.mask); err != nil {
		return err
	}
	if len(c.raw) != (len(dst)+7)/8 {
		return store.ErrFormat
	}
	at := 0
	for i := range dst {
		if c.raw[i/8]>>(i%8)&1 == 0 {
			continue
		}
		if at == len(b.used) || dst[i] != value.Unused {
			return store.ErrFormat
		}
		dst[i] = b.used[at]
		at++
	}
	if at != len(b.used) {
		return store.ErrFormat
	}
	return nil
}
