package own

import (
	"cmp"
	"fmt"
	"math/bits"
	"strings"

	"zermelo/games"
	"zermelo/games/own/protocol"
)

// codec converts states between strings and packed words.
type codec interface {
	// pack encodes text into words, which must be zero, and returns the number of
	// characters in text that count for the layer. It returns an error for every text
	// that protocol.CheckState rejects, except the empty text.
	pack(words []uint64, text []byte) (counted int32, err error)
	// unpack appends the text to dst.
	unpack(dst []byte, words []uint64) []byte
}

// letters encodes each character in a fixed number of bits, starting at the most
// significant bits. No character spans two words. Code 0 marks the end of the text.
type letters struct {
	bits    int // bits per character; 8 if no alphabet is declared
	perWord int
	length  int         // maximum number of characters
	code    [256]uint16 // by character: code, plus isCounted; 0 if invalid
	letter  []byte      // by code
}

// isCounted is added to the codes of characters that count for the layer.
const isCounted = 1 << 8

// newLetters returns the encoding declared by h and the number of words per state.
func newLetters(h *protocol.Hello) (l *letters, words int) {
	l = &letters{length: cmp.Or(h.Length, protocol.MaxText)}
	l.letter = append(l.letter, 0)
	l.letter = append(l.letter, h.Alphabet...)
	for c := '!'; c <= '~' && h.Alphabet == ""; c++ {
		l.letter = append(l.letter, byte(c))
	}
	for code, c := range l.letter {
		l.code[c] = uint16(code)
		if strings.IndexByte(h.Counted(), c) >= 0 {
			l.code[c] |= isCounted
		}
	}
	for c := range l.code {
		if c == 0 || protocol.CheckPlain([]byte{byte(c)}) >= 0 {
			l.code[c] = 0
		}
	}
	l.bits = bits.Len(uint(len(l.letter) - 1))
	if h.Alphabet == "" {
		l.bits = 8
	}
	l.perWord = 64 / l.bits
	return l, (l.length + l.perWord - 1) / l.perWord
}

func (l *letters) pack(words []uint64, text []byte) (counted int32, err error) {
	if len(text) > l.length {
		return 0, fmt.Errorf("state %q has %d characters, but length is %d; set length to %d", games.Echo(string(text)), len(text), l.length, len(text))
	}
	for i := range words {
		part := text[:min(len(text), l.perWord)]
		text = text[len(part):]
		w := uint64(0)
		for _, c := range part {
			code := l.code[c]
			if code == 0 {
				return 0, fmt.Errorf("a state contains %q, which is not in alphabet", rune(c))
			}
			w = w<<l.bits | uint64(code%isCounted)
			counted += int32(code / isCounted)
		}
		words[i] = w << (l.bits * (l.perWord - len(part)))
	}
	return counted, nil
}

func (l *letters) unpack(dst []byte, words []uint64) []byte {
	mask := uint64(1)<<l.bits - 1
	for _, w := range words {
		shift := l.bits * (l.perWord - 1)
		for range l.perWord {
			code := w >> shift & mask
			if code == 0 {
				return dst
			}
			dst = append(dst, l.letter[code])
			shift -= l.bits
		}
	}
	return dst
}

// numbers encodes long states as consecutive numbers, in order of discovery.
type numbers struct {
	texts   []string
	number  map[string]uint64
	closed  bool   // all reachable states are numbered
	counted string // characters that count for the layer
}

func (n *numbers) pack(words []uint64, text []byte) (int32, error) {
	at, ok := n.number[string(text)]
	if !ok {
		if err := protocol.CheckState(text); err != nil {
			return 0, err
		}
		if n.closed {
			return 0, fmt.Errorf("state %q cannot be reached from the start; this game accepts only reachable states", games.Echo(string(text)))
		}
		at = uint64(len(n.texts))
		n.texts = append(n.texts, string(text))
		n.number[n.texts[at]] = at
	}
	words[0] = at
	return count(text, n.counted), nil
}

// unpack appends the text of a state. It appends nothing if the number is unknown,
// as in a table that was built with different rules.
func (n *numbers) unpack(dst []byte, words []uint64) []byte {
	if words[0] >= uint64(len(n.texts)) {
		return dst
	}
	return append(dst, n.texts[words[0]]...)
}
