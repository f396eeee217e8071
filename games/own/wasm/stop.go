package wasm

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// The runtime can stop a module by itself, but then it leaves the module's code at every
// loop to look at the time, which takes half of the time of a game. So a module is
// rewritten before it is compiled: it counts steps at the head of each loop and of each
// function. After many steps it leaves its code, as otherwise nothing else of this process
// can run for long, and it ends in a trap if a variable has been set meanwhile.
//
// A step is up to stepSize bytes of code. An operation on a block of memory, which may be
// large, is many steps.
const (
	steps      = 1 << 18 // between two looks at the variable: milliseconds, a second at worst
	stepSize   = 4096
	blockSteps = steps / 64
)

// What a rewritten module exports besides.
const (
	stopVariable  = "zermelo_stop"
	startFunction = "zermelo_start" // what the module runs at first, if it says so
)

// The sections of a module.
const (
	sectionType      = 1
	sectionImport    = 2
	sectionFunction  = 3
	sectionMemory    = 5
	sectionGlobal    = 6
	sectionExport    = 7
	sectionStart     = 8
	sectionCode      = 10
	sectionDataCount = 12
)

var (
	header    = []byte("\x00asm\x01\x00\x00\x00")
	errBroken = errors.New("the module is cut or has instructions that are not of WebAssembly 2")
)

// stoppable returns a module that ends in a trap when its variable stopVariable is not 0.
// Custom sections are left out.
func stoppable(module []byte) ([]byte, error) {
	if len(module) < len(header) || string(module[:len(header)]) != string(header) {
		return nil, errors.New("this is no module of WebAssembly, version 1")
	}
	var sections [sectionDataCount + 1][]byte
	for r := (reader{b: module[len(header):]}); len(r.b) > 0; {
		id, content := r.byte(), r.bytes(int(r.number()))
		switch {
		case r.bad:
			return nil, errBroken
		case int(id) >= len(sections) || sections[id] != nil && id != 0:
			return nil, fmt.Errorf("the section %d is unknown, or there twice", id)
		}
		sections[id] = content
	}
	list := func(id int) *reader { return &reader{b: sections[id]} }
	imports, types, functions, globals, exports, start, code := list(sectionImport), list(sectionType), list(sectionFunction), list(sectionGlobal), list(sectionExport), list(sectionStart), list(sectionCode)
	importedFunctions, stop := imports.imported()
	typesBefore, functionsBefore, globalsBefore, exportsBefore, bodies := types.count(), functions.count(), globals.count(), exports.count(), code.count()
	stop += globalsBefore
	c := counter{left: stop + 1, look: importedFunctions + functionsBefore}
	rewritten := number(bodies + 1)
	for range bodies {
		body := reader{b: code.bytes(int(code.number()))}
		rewritten = c.rewrite(rewritten, &body)
		if code.bad = code.bad || body.bad; code.bad {
			break
		}
	}
	for _, r := range []*reader{imports, types, functions, globals, exports, start, code} {
		if r.bad {
			return nil, errBroken
		}
	}
	if sections[sectionMemory] == nil {
		sections[sectionMemory] = []byte{1, 0, 0} // of no pages, to be grown by nothing
	}
	look := c.lookBody(stop)
	added := export(stopVariable, 3, stop)
	if sections[sectionStart] != nil {
		added = append(added, export(startFunction, 0, start.number())...)
		exportsBefore++
	}
	sections[sectionType] = slices.Concat(number(typesBefore+1), types.b, []byte{0x60, 0, 0}) // no parameters, no results
	sections[sectionFunction] = slices.Concat(number(functionsBefore+1), functions.b, number(typesBefore))
	sections[sectionGlobal] = slices.Concat(number(globalsBefore+2), globals.b, bytes.Repeat([]byte{0x7f, 1, 0x41, 0, 0x0b}, 2)) // variables of 32 bits, 0
	sections[sectionExport] = slices.Concat(number(exportsBefore+1), exports.b, added)
	sections[sectionCode] = slices.Concat(rewritten, number(uint32(len(look))), look)
	out := append([]byte(nil), header...)
	for _, id := range []byte{1, 2, 3, 4, 5, 6, 7, 9, 12, 10, 11} { // in the order of modules; start is called from outside
		if sections[id] != nil {
			out = append(append(append(out, id), number(uint32(len(sections[id])))...), sections[id]...)
		}
	}
	return out, nil
}

// number is a number in LEB128.
func number(n uint32) []byte { return binary.AppendUvarint(nil, uint64(n)) }

// export is an entry of the section of exports.
func export(name string, kind byte, index uint32) []byte {
	return slices.Concat(number(uint32(len(name))), []byte(name), []byte{kind}, number(index))
}

// reader reads from b, which is what follows. What is not there is 0, and bad is set.
type reader struct {
	b   []byte
	bad bool
}

func (r *reader) bytes(n int) []byte {
	if n < 0 || n > len(r.b) {
		r.b, r.bad = nil, true
		return nil
	}
	b := r.b[:n:n]
	r.b = r.b[n:]
	return b
}

func (r *reader) byte() byte {
	if b := r.bytes(1); b != nil {
		return b[0]
	}
	return 0
}

// number reads a number in LEB128 of 32 bits, or skips one of more.
func (r *reader) number() (n uint32) {
	for shift := 0; ; shift += 7 {
		c := r.byte()
		n |= uint32(c&0x7f) << min(shift, 32)
		if c < 0x80 {
			return n
		}
	}
}

// count is the length of the list of a section: 0 if there is no section.
func (r *reader) count() uint32 {
	if r.b == nil {
		return 0
	}
	return r.number()
}

// imported is how many functions and variables are imported.
func (r *reader) imported() (functions, globals uint32) {
	for range r.count() {
		r.bytes(int(r.number()))
		r.bytes(int(r.number()))
		switch kind := r.byte(); kind {
		case 0:
			r.number()
			functions++
		case 1, 2:
			if kind == 1 {
				r.byte() // its type
			}
			if r.byte()&1 != 0 { // there is a maximum
				r.number()
			}
			r.number()
		case 3:
			r.bytes(2)
			globals++
		default:
			r.bad = true
		}
		if r.bad {
			break
		}
	}
	return functions, globals
}

// Instructions that matter here.
const (
	block        = 0x02
	loop         = 0x03
	call         = 0x10
	callIndirect = 0x11
	memoryInit   = 0xfc08 // the first of the operations on blocks of memory
)

// counter writes the code that counts.
type counter struct {
	left uint32 // the variable with the steps that are left
	look uint32 // the function that is called when there are none
}

// count is the code that takes so many steps off.
func (c *counter) count(steps int) []byte {
	left := number(c.left)
	return slices.Concat([]byte{0x23}, left, []byte{0x41}, signed(steps), []byte{0x6b, 0x24}, left) // left = left - steps
}

// check is the code at the head of a loop or a function.
func (c *counter) check(steps int) []byte {
	return slices.Concat(c.count(steps), []byte{0x23}, number(c.left), []byte{0x41, 0, 0x48, 0x04, 0x40, call}, number(c.look), []byte{0x0b}) // if left < 0: look()
}

// lookBody is the function look. Growing the memory by nothing leaves the code.
func (c *counter) lookBody(stop uint32) []byte {
	return slices.Concat([]byte{0, 0x41}, signed(steps), []byte{0x24}, number(c.left), // left = steps
		[]byte{0x41, 0, 0x40, 0, 0x1a, 0x23}, number(stop), []byte{0x04, 0x40, 0x00, 0x0b, 0x0b}) // memory.grow 0; if stop: unreachable
}

// signed is a number of 0 or more in signed LEB128.
func signed(n int) (b []byte) {
	for ; n >= 0x40; n >>= 7 {
		b = append(b, byte(n)|0x80)
	}
	return append(b, byte(n))
}

// rewrite appends a function that counts, with its size.
func (c *counter) rewrite(dst []byte, r *reader) []byte {
	whole := r.b
	for range r.number() { // variables
		r.number()
		if r.byte(); r.bad {
			return dst
		}
	}
	at := func() int { return len(whole) - len(r.b) }
	check := c.check(1 + len(whole)/stepSize)
	body, from, straight := []byte(nil), 0, true
	insert := func(code []byte) {
		body = append(append(body, whole[from:at()]...), code...)
		from = at()
	}
	head := at()
	for len(r.b) > 0 && !r.bad {
		switch op := r.instruction(); {
		case op == loop:
			insert(check)
			if straight {
				head = -1 // each call meets this check
			}
			straight = false
		case op >= block && op <= callIndirect:
			straight = straight && op == block
		case op >= memoryInit && op>>8 == memoryInit>>8:
			insert(c.count(blockSteps))
		}
	}
	insert(nil)
	if head >= 0 {
		body = slices.Insert(body, head, check...)
	}
	return append(binary.AppendUvarint(dst, uint64(len(body))), body...)
}

// instruction reads an instruction and returns its first byte; for those that begin with
// 0xfc both bytes.
func (r *reader) instruction() int {
	op := int(r.byte())
	switch {
	case op == block || op == loop || op == 0x04: // with the type of a block
		r.number()
	case op == 0x0c || op == 0x0d || op == call || op >= 0x20 && op <= 0x26 || op == 0x3f || op == 0x40 || op == 0x41 || op == 0x42 || op == 0xd0 || op == 0xd2:
		r.number()
	case op == callIndirect || op >= 0x28 && op <= 0x3e: // of memory: alignment, offset
		r.number()
		r.number()
	case op == 0x0e: // br_table
		for range r.number() {
			if r.number(); r.bad {
				break
			}
		}
		r.number()
	case op == 0x1c: // select with types
		r.bytes(int(r.number()))
	case op == 0x43: // f32.const
		r.bytes(4)
	case op == 0x44: // f64.const
		r.bytes(8)
	case op == 0xfc:
		op = op<<8 | r.bulk()
	case op == 0xfd:
		r.vector()
	case op <= 0x01 || op == 0x05 || op == 0x0b || op == 0x0f || op == 0x1a || op == 0x1b || op >= 0x45 && op <= 0xc4 || op == 0xd1:
	default:
		r.bad = true
	}
	return op
}

// bulk reads what follows 0xfc: conversions, and operations on memories and tables.
func (r *reader) bulk() int {
	op := r.number()
	switch {
	case op <= 7:
	case op == 8 || op == 10 || op == 12 || op == 14:
		r.number()
		r.number()
	case op <= 17:
		r.number()
	default:
		r.bad = true
	}
	return int(op & 0xff)
}

// vector reads what follows 0xfd.
func (r *reader) vector() {
	switch op := r.number(); {
	case op <= 11 || op == 92 || op == 93: // of memory
		r.number()
		r.number()
	case op == 12 || op == 13: // a constant, a shuffle
		r.bytes(16)
	case op >= 21 && op <= 34: // of a lane
		r.byte()
	case op >= 84 && op <= 91: // of a lane in memory
		r.number()
		r.number()
		r.byte()
	case op > 255:
		r.bad = true
	}
}
