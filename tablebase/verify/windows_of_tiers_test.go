package verify

import (
	"testing"

	"zermelo/solver/value"
)

func TestNoOtherChildHidesOneWithAnUnusedIndex(t *testing.T) {
	for _, other := range []value.Cell{value.Loss(0), value.Draw, value.Win(0)} {
		before := better(better(noChild, value.Unused), other)
		after := better(better(noChild, other), value.Unused)
		if before != badChild || after != badChild {
			t.Errorf("a child with %s: better = %d after it and %d before it, want %d", showCell(other), after, before, badChild)
		}
	}
}
