package games_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"zermelo/games"
)

func TestCleanTextHasNoControlCharacters(t *testing.T) {
	tests := []struct{ text, want string }{
		{"plain, ü and 三", "plain, ü and 三"},
		{"a\x1b[31mb\x1b]0;title\a", "a\ufffd[31mb\ufffd]0;title\ufffd"},
		{"two\nlines\tand\rmore", "two\nlines and\ufffdmore"},
		{"C1 \u009b31m, bidi \u202egnp, \x7f", "C1 \ufffd31m, bidi \ufffdgnp, \ufffd"},
		{"no UTF-8: \xff\xfe", "no UTF-8: \ufffd\ufffd"},
	}
	for _, test := range tests {
		if got := games.Clean(test.text); got != test.want {
			t.Errorf("%q: got %q, want %q", test.text, got, test.want)
		}
		data, err := json.Marshal(test.text)
		if err != nil {
			t.Fatal(err)
		}
		clean, again := string(games.CleanJSON(data)), ""
		if clean != games.Clean(clean) {
			t.Errorf("%q: JSON %q", test.text, clean)
		}
		if err := json.Unmarshal([]byte(clean), &again); err != nil || again != strings.ToValidUTF8(test.text, "\ufffd") && again != strings.ReplaceAll(test.text, "\xff\xfe", "\ufffd\ufffd") {
			t.Errorf("%q: the JSON %s means %q, %v", test.text, clean, again, err)
		}
	}
}

func TestShortTextsStayWhole(t *testing.T) {
	tests := []struct{ text, want string }{
		{"0123456789", "0123456789"},
		{"äöüäöüäöüä", "äöüäöüäöüä"},
		{"0123456789a", "01234...9a"},
		{"äöüäöüäöüäö", "äöüäö...äö"},
	}
	for _, test := range tests {
		if got := games.Shorten(test.text, 10); got != test.want {
			t.Errorf("%q: got %q, want %q", test.text, got, test.want)
		}
	}
}

func TestBadInputFromWrapsTheCause(t *testing.T) {
	cause := errors.New("why")
	err := games.BadInputFrom(cause, "%s: %v", "tron", cause)
	if _, ok := errors.AsType[*games.InputError](err); !ok || !errors.Is(err, cause) || err.Error() != "tron: why" {
		t.Errorf("%v: want an InputError that wraps %v", err, cause)
	}
	if errors.Is(games.BadInput("tron: %v", cause), cause) {
		t.Error("BadInput wraps an argument")
	}
}

func TestMessageShortensWhatItRepeats(t *testing.T) {
	huge := strings.Repeat("\x1b[31mx", 10_000)
	inner := games.BadInput("inner %q", huge)
	for name, text := range map[string]string{
		"quoted":    games.Message("got %q", huge),
		"an error":  games.Message("got %v", errors.New(huge)),
		"a list":    games.Message("the moves are %s", huge),
		"echoed":    games.Message("got %s", games.Echo(huge)),
		"InputErrs": games.BadInput("position %q: %v", huge, inner).Error(),
	} {
		if len(text) > 4*2100 || text != games.Clean(text) {
			t.Errorf("%s: %d bytes: %.300q", name, len(text), text)
		}
		if name != "a list" && len(text) > 2000 {
			t.Errorf("%s: %d bytes", name, len(text))
		}
	}
	if got, want := games.Message("%s has %d of %q, %v", "tron", 3, "a\x00", errors.New("why")), `tron has 3 of "a\x00", why`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
