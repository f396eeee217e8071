package protocol

import (
	"encoding/binary"
	"errors"
	"fmt"

	"zermelo/games"
)

// Kinds of packed requests, with the contents of the request and of the answer.
const (
	AskHello    = 1 + iota // request: options as JSON; answer: a Hello as JSON
	AskStart               // request: empty; answer: a state
	AskExpand              // request: 1 to include names, otherwise 0, and states; answer: packed answers
	AskDraw                // request: a state; answer: a Drawing as JSON
	AskEstimate            // request: states; answer: one float32 per state
	AskImages              // request: states; answer: the same number of images for each state
)

// Numbers are little-endian. A list of texts consists of its length, the end offset of
// each text, and the concatenated texts; length and offsets have 32 bits. A packed
// answer starts with a 32-bit word, which is 0, or 1 if an error message follows.

// answerSize is the size of a packed Answer in bytes: the mover, the flags, two
// 16-bit payoffs, two unused bytes, and the layer, rows and columns of 32 bits each.
const answerSize = 20

// Flags of a packed Answer.
const (
	packedOver     = 1
	packedNamed    = 2
	packedWeighted = 4 // the mover is chance, and the answers end with a 32-bit weight for each child
)

var errShort = errors.New("the packed answer is truncated")

// AppendTexts appends a packed list of texts.
func AppendTexts(dst []byte, t *Texts) []byte {
	dst = binary.LittleEndian.AppendUint32(dst, uint32(t.Len()))
	for _, end := range t.Ends {
		dst = binary.LittleEndian.AppendUint32(dst, uint32(end))
	}
	return append(dst, t.Bytes...)
}

// ReadTexts reads a list of texts into t and returns the data after the list. It
// returns an error if the number of texts exceeds most.
func ReadTexts(src []byte, t *Texts, most int) (rest []byte, err error) {
	t.Reset()
	if len(src) < 4 {
		return nil, errShort
	}
	n := int(binary.LittleEndian.Uint32(src))
	src = src[4:]
	if n > most {
		return nil, fmt.Errorf("a list has %d texts; the maximum is %d", n, most)
	}
	if len(src) < 4*n {
		return nil, errShort
	}
	last := int32(0)
	for i := range n {
		end := int32(binary.LittleEndian.Uint32(src[4*i:]))
		if end < last {
			return nil, fmt.Errorf("text %d of a list ends before it begins", i+1)
		}
		last = end
		t.Ends = append(t.Ends, end)
	}
	src = src[4*n:]
	if len(src) < int(last) {
		t.Reset()
		return nil, errShort
	}
	t.Bytes = append(t.Bytes, src[:last]...)
	return src[last:], nil
}

// ReadAnswers reads the packed answers for the given number of states.
func ReadAnswers(src []byte, to *Answers, states int) error {
	to.Reset()
	if len(src) < 4 {
		return errShort
	}
	n := int(binary.LittleEndian.Uint32(src))
	src = src[4:]
	if n != states {
		return fmt.Errorf("expand: the rules returned %s for %s", games.Count(n, "answer"), games.Count(states, "state"))
	}
	if len(src) < n*answerSize {
		return errShort
	}
	heads := src
	for i := range n {
		p := src[i*answerSize:][:answerSize]
		flags := p[1]
		to.List = append(to.List, Answer{
			Mover: int8(p[0]), Terminal: flags&packedOver != 0, Named: flags&packedNamed != 0,
			Payoffs: games.Payoff{int16(binary.LittleEndian.Uint16(p[2:])), int16(binary.LittleEndian.Uint16(p[4:]))},
			Layer:   int32(binary.LittleEndian.Uint32(p[8:])), Rows: int32(binary.LittleEndian.Uint32(p[12:])), Columns: int32(binary.LittleEndian.Uint32(p[16:])),
		})
	}
	rest, err := ReadTexts(src[n*answerSize:], &to.Children, MaxReply)
	if err != nil {
		return err
	}
	rest, err = ReadTexts(rest, &to.Names, MaxReply)
	for i := 0; i < n && err == nil; i++ {
		rest, err = to.readWeights(&to.List[i], heads[i*answerSize+1]&packedWeighted != 0, rest)
	}
	if err == nil && len(rest) > 0 {
		err = fmt.Errorf("the packed answer is followed by %d extra bytes", len(rest))
	}
	return err
}

// readWeights appends the weights of an answer's children. If weighted is true, it reads
// them from src and returns the rest.
func (a *Answers) readWeights(at *Answer, weighted bool, src []byte) (rest []byte, err error) {
	random := at.Mover == games.Chance && !at.Terminal && at.Columns == 1
	switch {
	case weighted && !random:
		return nil, fmt.Errorf("the rules returned weights, which only random moves have; clear the flag %d, or return the mover %d", packedWeighted, games.Chance)
	case weighted && len(src) < 4*int(at.Rows):
		return nil, errShort
	case !random:
		return src, nil
	}
	for range min(at.Rows, maxChildren) {
		weight := int64(1)
		if weighted {
			weight, src = int64(binary.LittleEndian.Uint32(src)), src[4:]
		}
		if err := a.AddWeight(weight); err != nil {
			return nil, err
		}
	}
	return src, nil
}
