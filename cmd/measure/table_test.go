package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	_ "zermelo/games/gamestest" // for the flag -large
)

func TestTableHasMedianOfEachUnit(t *testing.T) {
	const output = `goos: linux
BenchmarkSolve/tron-6x6/workers=1-2   1   0.97 cpu-s/op   4767946 states
BenchmarkSolve/tron-6x6/workers=1-2   1   1.25 cpu-s/op   4767946 states
BenchmarkSolve/tron-6x6/workers=1-2   1   1.5 cpu-s/op   4767946 states
BenchmarkServe-2   20000   2.87 p50-ms
PASS
`
	want := `| name | cpu-s/op | states | p50-ms |
| --- | ---: | ---: | ---: |
| tron-6x6/workers=1 | 1.25 | 4767946 | - |
| serve | - | - | 2.87 |
`
	if diff := cmp.Diff(want, table(output)); diff != "" {
		t.Errorf("table (-want +got):\n%s", diff)
	}
}
