package protocol

import (
	"testing"

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

func FuzzAnswers(f *testing.F) {
	f.Add([]byte{1, 0, 0, 0})
	f.Add(make([]byte, 40))
	h := &Hello{Roles: []string{"a", "b"}}
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
	})
}
