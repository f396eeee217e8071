package tablebase

import (
	"encoding/binary"
	"encoding/json"
	"slices"

	"zermelo/solver/job"
	"zermelo/solver/value"
)

// tierBlock is the tier and the block that a record is about.
func (r record) tierBlock() (tier, block int) {
	return r.layer(), int(binary.BigEndian.Uint64([]byte(r.key[5:])))
}

// finishedRecord is the record that says that a tier is finished, with room for
// its head.
func finishedRecord(tier int, stats job.TierStats) []byte {
	text, err := json.Marshal(stats)
	if err != nil {
		panic("tablebase: " + err.Error()) // our own structs can be marshalled
	}
	line := tierKey(make([]byte, recordHead), finishRecord, tier, 0)
	line = append(append(line, tierFormat, 0), text...)
	return binary.LittleEndian.AppendUint64(line, checksum(line[recordHead:recordHead+tierKeySize], line[recordHead+tierKeySize:]))
}

// finishedStats is the inverse of finishedRecord, for the value of a record that
// is whole.
func finishedStats(value []byte) (stats job.TierStats, err error) {
	err = json.Unmarshal(value[2:len(value)-8], &stats)
	return stats, err
}

// journaled is the record of a block, with room for its head, and how many of
// its indexes are used. Omitted says which ones the table omits; it is
// empty if that is none. The record is valid until the next call.
func (c *tierCodec) journaled(tier, block int, cells []value.Cell, omitted []bool) (data []byte, used int) {
	line := tierKey(append(c.record[:0], make([]byte, recordHead)...), blockRecord, tier, block)
	key := line[recordHead:]
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
	c.record = binary.LittleEndian.AppendUint64(line, checksum(key, line[recordHead+tierKeySize:]))
	return c.record, used
}

// pick is the cells with this mark, others Unused. It is valid until the next
// call.
func (c *tierCodec) pick(cells []value.Cell, marks []bool, mark bool) []value.Cell {
	c.picked = append(c.picked[:0], cells...)
	for i := range c.picked {
		if marks[i] != mark {
			c.picked[i] = value.Unused
		}
	}
	return c.picked
}

// appendCells appends the outcomes and the remoteness of cells, and which are
// used.
func (c *tierCodec) appendCells(line []byte, tier, block int, cells []value.Cell) []byte {
	var key [tierKeySize]byte
	c.part = c.encodeOutcomes(c.part[:0], tierKey(key[:0], outcomeKey, tier, block), cells)
	line = appendPart(line, c.part)
	line = appendPart(line, c.encodeRemoteness(c.part[:0], tierKey(key[:0], remotenessKey, tier, block)))
	return appendPart(line, c.encodeMask(c.part[:0], cells))
}

func appendPart(line, part []byte) []byte {
	line = binary.AppendUvarint(line, uint64(len(part)))
	return append(line, part...)
}

// encodeMask appends which cells are used.
func (c *tierCodec) encodeMask(dst []byte, cells []value.Cell) []byte {
	c.raw = append(c.raw[:0], make([]byte, (len(cells)+7)/8)...)
	for i, cell := range cells {
		if cell != value.Unused {
			c.raw[i/8] |= 1 << (i % 8)
		}
	}
	return append(dst, c.compressed()...)
}

// recordParts are the parts of the record of a block: those of the cells that
// the table holds, or those of the ones that it omits.
type recordParts struct{ outcomes, remoteness, mask []byte }

// partsOf takes the value of a record apart. Without omitted cells those have no
// mask.
func partsOf(data []byte) (held, omitted recordParts, err error) {
	if len(data) < 9 {
		return held, omitted, errFormat
	}
	data = data[1 : len(data)-8]
	_, n := binary.Uvarint(data)
	if n <= 0 {
		return held, omitted, errFormat
	}
	if data, err = held.read(data[n:]); err == nil && len(data) > 0 {
		if data, err = omitted.read(data); err == nil {
			err = leftover(data)
		}
	}
	return held, omitted, err
}

// read reads three parts and returns what follows.
func (p *recordParts) read(data []byte) (rest []byte, err error) {
	for _, part := range []*[]byte{&p.outcomes, &p.remoteness, &p.mask} {
		size, n := binary.Uvarint(data)
		if n <= 0 || size > uint64(len(data)-n) {
			return nil, errFormat
		}
		*part, data = data[n:n+int(size)], data[n+int(size):]
	}
	return data, nil
}

// readJournaled is the inverse of journaled: it fills dst with the cells.
func (c *tierCodec) readJournaled(dst []value.Cell, tier, block int, data []byte) error {
	held, omitted, err := partsOf(data)
	if err != nil {
		return err
	}
	clear(dst)
	if err := c.readCells(dst, tier, block, held); err != nil || omitted.mask == nil {
		return err
	}
	return c.readCells(dst, tier, block, omitted)
}

// readCells puts the cells of some parts in their places, which are Unused.
func (c *tierCodec) readCells(dst []value.Cell, tier, block int, p recordParts) (err error) {
	var key [tierKeySize]byte
	b := &c.block
	if err := c.decodeOutcomes(b, tierKey(key[:0], outcomeKey, tier, block), p.outcomes, len(dst)); err != nil {
		return err
	}
	if len(p.remoteness) > 0 {
		if err := c.decodeRemoteness(b, tierKey(key[:0], remotenessKey, tier, block), p.remoteness); err != nil {
			return err
		}
	}
	if err = c.decompress(p.mask); err != nil {
		return err
	}
	if len(c.raw) != (len(dst)+7)/8 {
		return errFormat
	}
	at := 0
	for i := range dst {
		if c.raw[i/8]>>(i%8)&1 == 0 {
			continue
		}
		if at == len(b.used) || dst[i] != value.Unused {
			return errFormat
		}
		dst[i] = b.used[at]
		at++
	}
	if at != len(b.used) {
		return errFormat
	}
	return nil
}
