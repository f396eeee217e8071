package sheet_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"zermelo/games/gdl/gdltest"
	"zermelo/games/gdl/sheet"
	"zermelo/games/gdl/work"
)

func TestReadingASheetKeepsToLimitsAndContext(t *testing.T) {
	file := filepath.Join(t.TempDir(), "playable.kif")
	if err := os.WriteFile(file, []byte(gdltest.Playable), 0o666); err != nil {
		t.Fatal(err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, _, err := sheet.ReadAndCheck(ended, file, "", work.Limits{}); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of the context: %v", err)
	}
	var limit *work.LimitError
	if _, _, err := sheet.ReadAndCheck(t.Context(), file, "", work.Limits{Time: 1}); !errors.As(err, &limit) || limit.Doing != "parsing" {
		t.Errorf("within 1 ns: %v", err)
	}
}
