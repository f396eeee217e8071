package gdl

import (
	"slices"
	"strings"
	"testing"

	"zermelo/games/gdl/gdltest"
	"zermelo/games/gdl/statemachine"
)

func TestWordsRoundTrip(t *testing.T) {
	t.Parallel()
	for _, file := range gdltest.Sheets(t, "games") {
		if strings.Contains(file, "checkers") {
			continue // slowest sheet to compile
		}
		m := gdltest.Compile(t, file)
		w := NewNotation(m)
		text := w.Format(m.Initial)
		if strings.ContainsAny(text, " \t\n\"'$`\\!()[]{}<>|&;*?~+=") {
			t.Errorf("%s: %s needs quoting", file, text)
		}
		back, err := w.Parse(text)
		if err != nil || !slices.Equal(back, m.Initial) {
			t.Errorf("%s: %s is read as %v, %v, want %v", file, text, back, err, m.Initial)
		}
	}
}

func TestWordsParseErrors(t *testing.T) {
	w := NewNotation(&statemachine.Machine{Fluents: []string{"(at 1)", "(at 2)"}, Initial: []int32{0}})
	for text, want := range map[string]string{
		"":               `unknown fluent ""`,
		"at.3":           `unknown fluent "at.3"; expected fluents separated by commas, such as "at.1"`,
		"at.1,at.2,at.1": `duplicate fluent "at.1"`,
		"at.1,.":         `unknown fluent "."`,
	} {
		if _, err := w.Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("parse(%q): %v, want %s", text, err, want)
		}
	}
	if got, err := w.Parse("at.2,at.1"); err != nil || !slices.Equal(got, []int32{0, 1}) {
		t.Errorf("parse(at.2,at.1) = %v, %v", got, err)
	}
	if got, err := w.Parse("."); err != nil || len(got) != 0 || w.Format(got) != "." {
		t.Errorf("parse(.) = %v, %v", got, err)
	}
}
