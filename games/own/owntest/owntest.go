// Package owntest provides small rules for tests: scripts, shell programs, and
// WebAssembly modules assembled from bytes.
package owntest

import (
	"encoding/binary"
	"strings"
)

// Script returns a script for one role. Moves is the body of the function moves, and
// more is appended to the script.
func Script(moves, more string) string {
	return "roles = [\"one\"]\ndef start():\n  return \"0\"\ndef payoff(s):\n  return 1\ndef moves(s):\n  " + moves + "\n" + more + "\n"
}

// Nested is the start of a function body that sets x to a tuple nested 60 levels deep.
// Each level contains the next one twice, so visiting all elements takes 2^60 steps.
const Nested = "x = ()\n  for i in range(60): x = (x, x)\n  "

// Program returns a shell program that answers hello and start, and runs the command
// expand for all other requests.
func Program(expand string) string {
	return `while read q; do case "$q" in
*hello*) echo '{"hello":{"zermelo":1,"title":"t","roles":["a","b"],"total":1}}';;
*start*) echo '{"state":"0"}';;
*) ` + expand + ` ;;
esac; done`
}

// Module describes a WebAssembly module with a memory and the functions of the
// protocol.
type Module struct {
	Pages  int    // initial memory pages; defaults to 1
	Table  int    // number of table elements; 0 for no table
	Locals uint32 // number of local variables of zermelo_answer
	Start  bool   // run Body when the module is instantiated, not in zermelo_answer
	Body   string // instructions of zermelo_answer
	Data   string // stored at address dataAt
}

// dataAt is the address of Module.Data.
const dataAt = 4096

// Bytes returns the encoded module.
func (m Module) Bytes() string {
	pages := max(1, m.Pages)
	table := ""
	if m.Table > 0 {
		table = section(4, "\x01\x70\x00"+leb(m.Table))
	}
	types, functions, start, bodies := "\x02\x60\x01\x7f\x01\x7f\x60\x02\x7f\x7f\x01\x7e", "\x02\x00\x01", "", "\x02"
	answer := m.Body
	if m.Start {
		types, functions, bodies = "\x03"+types[1:]+"\x60\x00\x00", "\x03\x00\x01\x02", "\x03"
		start, answer = section(8, "\x02"), "\x00"
	}
	locals := "\x00"
	if m.Locals > 0 {
		locals = "\x01" + leb(int(m.Locals)) + "\x7f"
	}
	bodies += function("\x00", "\x41\x80\x08") + function(locals, answer)
	if m.Start {
		bodies += function("\x00", m.Body)
	}
	return "\x00asm\x01\x00\x00\x00" + section(1, types) + section(3, functions) + table + section(5, "\x01\x00"+leb(pages)) +
		section(7, "\x03"+name("memory")+"\x02\x00"+name("zermelo_reserve")+"\x00\x00"+name("zermelo_answer")+"\x00\x01") +
		start + section(10, bodies) + section(11, "\x01\x00\x41\x80\x20\x0b"+leb(len(m.Data))+m.Data)
}

func section(id byte, content string) string { return string([]byte{id}) + leb(len(content)) + content }

func name(s string) string { return leb(len(s)) + s }

func function(locals, body string) string {
	body = locals + body + "\x0b"
	return leb(len(body)) + body
}

// leb encodes a number in LEB128.
func leb(n int) string { return string(binary.AppendUvarint(nil, uint64(n))) }

// signed encodes a number in signed LEB128.
func signed(n int) string {
	var b []byte
	for {
		c := byte(n & 0x7f)
		n >>= 7
		if n == 0 && c&0x40 == 0 {
			return string(append(b, c))
		}
		b = append(b, c|0x80)
	}
}

// Encoded instructions.
const (
	Loop        = "\x03\x40\x0c\x00\x0b\x00" // infinite loop, then unreachable
	unreachable = "\x00"
)

// Constant returns the instruction that makes zermelo_answer return an address and a
// size.
func Constant(address, size int) string { return "\x42" + signed(address<<32|size) }

// Answering returns a module that answers hello and start. The instructions in expand
// handle all other requests. Data is stored at the address used by Answer.
func Answering(expand, data string) Module {
	at := dataAt
	when := func(kind int, data string) string {
		text := "\x20\x00\x41" + signed(kind) + "\x46\x04\x40" + Constant(at, len(data)) + "\x0f\x0b"
		at += len(data)
		return text
	}
	return Module{Body: when(1, hello) + when(2, start) + expand, Data: hello + start + data}
}

const (
	hello = "\x00\x00\x00\x00" + `{"zermelo":1,"title":"t","roles":["a"]}`
	start = "\x00\x00\x00\x000"
)

// Answer returns a module that answers expand requests with data, which must be packed.
func Answer(data string) Module {
	return Answering(Constant(dataAt+len(hello)+len(start), len(data)), data)
}

// Fill returns instructions without loops that fill 256 MiB of memory n times.
func Fill(n int) string {
	const grow, fill = "\x41\x80\x20\x40\x00\x1a", "\x41\x00\x41\x00\x41\x80\x80\x80\x80\x01\xfc\x0b\x00"
	return grow + strings.Repeat(fill, n) + unreachable
}
