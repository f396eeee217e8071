package own

import (
	"fmt"
	"math/bits"
	"strings"

	"zermelo/games"
	"zermelo/games/own/protocol"
)

// codec turns texts into words and back.
type codec interface {
	// pack writes a text into words, which are 0. It fails for all that protocol.CheckState
	// refuses, but for a text of no characters. It counts the characters that the layer
	// is the number of.
	pack(words []uint64, text []byte) (counted int32, err error)
	// unpack appends the text.
	unpack(dst []byte, words []uint64) []byte
}

// letters packs texts character by character, the first the most significant. 0 stands for
// no more characters. No character is in two words.
type letters struct {
	bits    int // of a character: 8 for those of any text
	perWord int
	length  int         // the most characters
	code    [256]uint16 // of each character, and isCounted; 0 for those that are not in the alphabet
	letter  []byte      // by code
}

// isCounted is added to the codes of characters that are counted for the layer.
const isCounted = 1 << 8

// newLetters is the packing that a game declares, and the number of words it takes.
func newLetters(h *protocol.Hello) (l *letters, words int) {
	l = &letters{length: h.Length}
	if l.length == 0 {
		l.length = protocol.MaxText
	}
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
		return 0, fmt.Errorf("the state %q has %d characters, more than %d: say the most that there are, as in length = %d", games.Echo(string(text)), len(text), l.length, len(text))
	}
	for i := range words {
		part := text[:min(len(text), l.perWord)]
		text = text[len(part):]
		w := uint64(0)
		for _, c := range part {
			code := l.code[c]
			if code == 0 {
				return 0, fmt.Errorf("the character %q of a state is not in alphabet", rune(c))
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

// numbers are texts too long to be packed, by their numbers in the order in which they
// are met.
type numbers struct {
	texts   []string
	number  map[string]uint64
	closed  bool   // all that can be reached are there
	counted string // characters that are counted for the layer
}

func (n *numbers) pack(words []uint64, text []byte) (int32, error) {
	at, ok := n.number[string(text)]
	if !ok {
		if err := protocol.CheckState(text); err != nil {
			return 0, err
		}
		if n.closed {
			return 0, fmt.Errorf("the state %q cannot be reached, and states of this game are too long to be looked at then", games.Echo(string(text)))
		}
		at = uint64(len(n.texts))
		n.texts = append(n.texts, string(text))
		n.number[n.texts[at]] = at
	}
	words[0] = at
	return count(text, n.counted), nil
}

func (n *numbers) unpack(dst []byte, words []uint64) []byte { return append(dst, n.texts[words[0]]...) }
