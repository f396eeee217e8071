package own

import (
	"fmt"
	"math/bits"

	"zermelo/games"
	"zermelo/games/own/protocol"
)

// codec turns texts into words and back.
type codec interface {
	// pack writes a text into words, which are 0.
	pack(words []uint64, text []byte) error
	// unpack appends the text.
	unpack(dst []byte, words []uint64) []byte
}

// letters packs texts character by character, the first the most significant. 0 stands for
// no more characters. No character is in two words.
type letters struct {
	bits    int // of a character: 8 for those of any text
	perWord int
	length  int      // the most characters
	code    [256]int // of each character; 0 for those that are not in the alphabet
	letter  []byte   // by code
}

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
		l.code[c] = code
	}
	l.code[0] = 0
	l.bits = bits.Len(uint(len(l.letter) - 1))
	if h.Alphabet == "" {
		l.bits = 8
	}
	l.perWord = 64 / l.bits
	return l, (l.length + l.perWord - 1) / l.perWord
}

func (l *letters) pack(words []uint64, text []byte) error {
	if len(text) > l.length {
		return fmt.Errorf("the state %q has %d characters, more than %d: say the most that there are, as in length = %d", games.Echo(string(text)), len(text), l.length, len(text))
	}
	for i := range words {
		part := text[:min(len(text), l.perWord)]
		text = text[len(part):]
		w, shift := uint64(0), l.bits*(l.perWord-1)
		for _, c := range part {
			code := l.code[c]
			if code == 0 {
				return fmt.Errorf("the character %q of a state is not in alphabet", rune(c))
			}
			w |= uint64(code) << shift
			shift -= l.bits
		}
		words[i] = w
	}
	return nil
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
	texts  []string
	number map[string]uint64
	closed bool // all that can be reached are there
}

func (n *numbers) pack(words []uint64, text []byte) error {
	at, ok := n.number[string(text)]
	if !ok {
		if n.closed {
			return fmt.Errorf("the state %q cannot be reached, and states of this game are too long to be looked at then", games.Echo(string(text)))
		}
		at = uint64(len(n.texts))
		n.texts = append(n.texts, string(text))
		n.number[n.texts[at]] = at
	}
	words[0] = at
	return nil
}

func (n *numbers) unpack(dst []byte, words []uint64) []byte { return append(dst, n.texts[words[0]]...) }
