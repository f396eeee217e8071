package record_test

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/reports/record"
)

func TestReadReturnsWhatWriteWrote(t *testing.T) {
	want := []*record.Game{
		{
			Game: "connect4:size=5x4", Players: []string{"perfect", "mcts:1s"}, Moves: []string{"3", "3"},
			Payoffs: []string{"1", "0"}, End: record.EndOver,
		},
		{
			Game: "tron", Players: []string{"a", "b"}, Start: "x", Moves: []string{"up+down"},
			Payoffs: []string{"1/2", "1/2"}, End: record.EndIllegal, By: "red", Text: `"<move>"`,
		},
	}
	var out bytes.Buffer
	for _, g := range want {
		if err := record.Write(&out, g); err != nil {
			t.Fatal(err)
		}
	}
	if n := strings.Count(out.String(), "\n"); n != len(want) {
		t.Errorf("wrote %d lines for %d games", n, len(want))
	}
	var got []*record.Game
	err := record.Read(&out, "games.jsonl", func(g *record.Game) error { got = append(got, g); return nil })
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("read %+v, %v, want %+v", got, err, want)
	}
}

func TestReadNamesTheLineOfAnError(t *testing.T) {
	err := record.Read(strings.NewReader("# comment\n\n{\"game\":1}\n"), "games.jsonl", func(*record.Game) error { return nil })
	var input *games.InputError
	if !errors.As(err, &input) || !strings.HasPrefix(err.Error(), "games.jsonl:3: ") {
		t.Errorf("got %v, want an InputError for games.jsonl:3", err)
	}
}
