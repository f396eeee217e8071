package tablebase

import (
	"encoding/binary"
	"encoding/json"

	"zermelo/solver"
)

// tierBlock is the tier and the block that a record is about.
func (r record) tierBlock() (tier, block int) {
	return r.layer(), int(binary.BigEndian.Uint64([]byte(r.key[5:])))
}

// finishedRecord is the record that says that a tier is finished, with room for
// its head.
func finishedRecord(tier int, stats solver.TierStats) []byte {
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
func finishedStats(value []byte) (stats solver.TierStats, err error) {
	err = json.Unmarshal(value[2:len(value)-8], &stats)
	return stats, err
}

// journaled is the record of a block, with room for its head, and how many of
// its indexes are used. It is valid until the next call.
func (c *tierCodec) journaled(tier, block int, cells []solver.Cell) (data []byte, used int) {
	line := tierKey(append(c.record[:0], make([]byte, recordHead)...), blockRecord, tier, block)
	key := line[recordHead:]
	var part [tierKeySize]byte
	c.part = c.encodeOutcomes(c.part[:0], tierKey(part[:0], outcomeKey, tier, block), cells)
	line = append(line, tierFormat)
	line = binary.AppendUvarint(line, uint64(len(c.used)))
	line = appendPart(line, c.part)
	line = appendPart(line, c.encodeRemoteness(c.part[:0], tierKey(part[:0], remotenessKey, tier, block)))
	line = appendPart(line, c.encodeMask(c.part[:0], cells))
	c.record = binary.LittleEndian.AppendUint64(line, checksum(key, line[recordHead+tierKeySize:]))
	return c.record, len(c.used)
}

func appendPart(line, part []byte) []byte {
	line = binary.AppendUvarint(line, uint64(len(part)))
	return append(line, part...)
}

// encodeMask appends which cells are used.
func (c *tierCodec) encodeMask(dst []byte, cells []solver.Cell) []byte {
	c.raw = append(c.raw[:0], make([]byte, (len(cells)+7)/8)...)
	for i, cell := range cells {
		if cell != solver.Unused {
			c.raw[i/8] |= 1 << (i % 8)
		}
	}
	return c.encoder().EncodeAll(c.raw, dst)
}

// recordParts are the parts of the record of a block.
type recordParts struct{ outcomes, remoteness, mask []byte }

// partsOf takes the value of a record apart.
func partsOf(data []byte) (p recordParts, err error) {
	if len(data) < 9 {
		return p, errFormat
	}
	data = data[1 : len(data)-8]
	_, n := binary.Uvarint(data)
	for _, part := range []*[]byte{&p.outcomes, &p.remoteness, &p.mask} {
		if n <= 0 {
			return p, errFormat
		}
		data = data[n:]
		var size uint64
		if size, n = binary.Uvarint(data); n <= 0 || size > uint64(len(data)-n) {
			return p, errFormat
		}
		*part = data[n : n+int(size)]
		n += int(size)
	}
	return p, leftover(data[n:])
}

// readJournaled is the inverse of journaled: it fills dst with the cells.
func (c *tierCodec) readJournaled(dst []solver.Cell, tier, block int, data []byte) error {
	p, err := partsOf(data)
	if err != nil {
		return err
	}
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
	if c.raw, err = c.decoder().DecodeAll(p.mask, c.raw[:0]); err != nil {
		return err
	}
	if len(c.raw) != (len(dst)+7)/8 {
		return errFormat
	}
	at := 0
	for i := range dst {
		dst[i] = solver.Unused
		if c.raw[i/8]>>(i%8)&1 == 0 {
			continue
		}
		if at == len(b.used) {
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
