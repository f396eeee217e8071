package gdl

import (
	"strings"
	"testing"
)

func TestErrorOfTheSumShortensThePosition(t *testing.T) {
	e := &SumError{Spec: "a.kif:sum=any", Position: strings.Repeat("(cell 1 1 b) ", 100), Total: 100}
	if text := e.Error(); len(text) > 300 || !strings.Contains(text, e.Spec) {
		t.Errorf("%d characters: %s", len(text), text)
	}
}
