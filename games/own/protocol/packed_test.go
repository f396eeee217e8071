package protocol

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"zermelo/games"
	_ "zermelo/games/gamestest"
)

func TestListsOfTextsComeBack(t *testing.T) {
	var list, back Texts
	for _, text := range []string{"a", "", "bcd"} {
		list.Add(text)
	}
	packed := AppendTexts(nil, &list)
	rest, err := ReadTexts(append(packed, "more"...), &back, 3)
	if err != nil || string(rest) != "more" || back.Len() != 3 || string(back.At(2)) != "bcd" || len(back.At(1)) != 0 {
		t.Errorf("%q, %v: %q", rest, err, back.Bytes)
	}
	for n := range packed {
		if _, err := ReadTexts(packed[:n], &back, 3); err == nil {
			t.Errorf("a list cut after %d bytes is read", n)
		}
	}
	if _, err := ReadTexts(packed, &back, 2); err == nil {
		t.Error("more texts than wanted are read")
	}
}

func TestPackedWeights(t *testing.T) {
	var states, children, names Texts
	states.Add("x")
	for _, child := range []string{"a", "b"} {
		children.Add(child)
	}
	answer := func(mover int8, flags byte, weights ...uint32) []byte {
		packed := append([]byte{1, 0, 0, 0, byte(mover), flags}, make([]byte, 18)...)
		packed[16], packed[20] = 2, 1 // rows and columns
		packed = AppendTexts(AppendTexts(packed, &children), &names)
		for _, w := range weights {
			packed = binary.LittleEndian.AppendUint32(packed, w)
		}
		return packed
	}
	for _, test := range []struct {
		packed []byte
		chance bool   // Hello.Chance
		want   string // the weights or a part of the error
	}{
		{answer(games.Chance, 0), true, "[1 1]"},
		{answer(games.Chance, packedWeighted, 3, 1<<32-1), true, "[3 4294967295]"},
		{answer(0, 0), true, "[]"},
		{answer(games.Chance, 0), false, "requires chance = true"},
		{answer(games.Chance, packedWeighted, 3, 0), true, "a weight is 0"},
		{answer(games.Chance, packedWeighted, 3), true, "truncated"},
		{answer(games.Chance, packedWeighted, 3, 4, 5), true, "4 extra bytes"},
		{answer(games.Chance, 0, 3, 4), true, "8 extra bytes"},
		{answer(0, packedWeighted, 3, 4), true, "only random moves have"},
	} {
		var a Answers
		err := ReadAnswers(test.packed, &a, 1)
		if err == nil {
			err = a.Check(&Hello{Roles: []string{"a", "b"}, Chance: test.chance}, &states)
		}
		if got := fmt.Sprint(a.Weights, err); !strings.Contains(got, test.want) || (err == nil) != (test.want[0] == '[') {
			t.Errorf("%s, want %s", got, test.want)
		}
	}
}

func FuzzAnswers(f *testing.F) {
	f.Add([]byte{1, 0, 0, 0})
	f.Add(make([]byte, 40))
	h := &Hello{Roles: []string{"a", "b"}, Chance: true}
	var states Texts
	states.Add("x")
	f.Fuzz(func(t *testing.T, packed []byte) {
		var a Answers
		if ReadAnswers(packed, &a, 1) != nil || a.Check(h, &states) != nil {
			return
		}
		if a.List[0].Children() != a.Children.Len() {
			t.Errorf("%d children, but %d texts", a.List[0].Children(), a.Children.Len())
		}
		if random := a.List[0].Mover == games.Chance && !a.List[0].Terminal; random && len(a.Weights) != a.Children.Len() || !random && len(a.Weights) > 0 {
			t.Errorf("%d weights for %d children", len(a.Weights), a.Children.Len())
		}
	})
}
