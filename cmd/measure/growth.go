package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"zermelo/reports/picture"
)

// families lists games of growing size. Their tables are built with one worker and with two.
var families = []struct {
	name   string
	colour picture.Paint
	specs  []string
}{
	{"Connect Four", "blue", []string{"connect4:size=3x4", "connect4:size=4x3", "connect4:size=4x4", "connect4:size=5x4", "connect4:size=5x5"}},
	{"Tron", "red", []string{"tron:size=4x4", "tron:size=5x4", "tron:size=5x5", "tron:size=6x5", "tron:size=6x6"}},
	{"Hex", "green", []string{"hex:size=3x3", "hex:size=4x3", "hex:size=4x4"}},
	{"Breakthrough, no captures", "yellow", []string{"breakthrough:size=3x5", "breakthrough:size=4x5", "breakthrough:size=5x5"}},
	{"Nim", "muted", []string{"nim:piles=15+15+15", "nim:piles=31+31+31", "nim:piles=31+31+31+31", "nim:piles=63+63+63+63"}},
}

// searched lists games whose start position is searched by proof numbers.
var searched = []string{"4x4", "4x5", "5x5", "6x5", "4x6"}

// solved is the part of the output of "solve --json" that is used. Searches have no states.
type solved struct {
	Value   string  `json:"value"`
	States  float64 `json:"states"`
	Nodes   float64 `json:"nodes"`
	Seconds float64 `json:"seconds"`
	CPU     float64 `json:"cpu_seconds"`
	Memory  float64 `json:"peak_memory"`
	Bytes   float64 `json:"bytes_per_state"`
}

// minStates is the minimum number of states of a table that counts for the exponent. The
// time of smaller ones is mostly that of starting the program.
const minStates = 10_000

// minSeconds is the resolution of the processor time.
const minSeconds = 0.004

// runGrowth measures families of games, and writes a page to output and a chart next to
// it, with the ending .svg.
func runGrowth(output string, count int) error {
	if !strings.HasSuffix(output, ".md") {
		return fmt.Errorf("-growth needs -o FILE.md")
	}
	dir, program, err := build()
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	solve := func(args ...string) (solved, error) { return fastest(program, count, args) }

	svg := strings.TrimSuffix(output, ".md") + ".svg"
	var page strings.Builder
	page.WriteString("# Growth\n\nAfter reading this page you can estimate how the time, the memory and the size of tables grow with the number of states.\n\n")
	fmt.Fprintf(&page, "Written by `go run ./cmd/measure -growth%s -o docs/growth.md` on %s: %s, %s/%s, load average %s.\n%s Terminal states are not stored and not counted. The chart shows times below %g s as %[8]g s.\n\n",
		flags(count, false), time.Now().UTC().Format(time.DateOnly), processor(), runtime.GOOS, runtime.GOARCH, load(), choice(count), minSeconds)
	fmt.Fprintf(&page, "![Processor time against the number of states](%s)\n\n", filepath.Base(svg))
	page.WriteString("The exponent is the slope of the lines from 10,000 states on: with 1.0, the time per state is constant. Speedup is the\ntime of one worker divided by that of two.\n\n")
	page.WriteString("| game | states | processor time | time per state | exponent | speedup | memory | bytes per state |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	chart := picture.NewChart("Processor time of tables", "states", "seconds", picture.Axis{First: 500, Last: 5e7, Log: true}, picture.Axis{First: minSeconds, Last: 10, Log: true}, func(x float64) string { return strconv.FormatFloat(x, 'g', 3, 64) })
	var names []string
	var paints []picture.Paint
	for _, f := range families {
		var xs, ys []float64
		var rows []string
		for _, spec := range f.specs {
			one, err := solve(spec, "--workers", "1", "--method", "table")
			if err != nil {
				return err
			}
			two, err := solve(spec, "--workers", "2", "--method", "table")
			if err != nil {
				return err
			}
			xs, ys = append(xs, one.States), append(ys, max(one.CPU, minSeconds))
			rows = append(rows, fmt.Sprintf("| `%s` | %.0f | %.3f s | %.0f ns | %%s | %.2f | %.0f MiB | %.2f |\n", spec, one.States, one.CPU, 1e9*one.CPU/one.States, one.Seconds/two.Seconds, one.Memory/(1<<20), one.Bytes))
		}
		for i, row := range rows {
			exponent := ""
			if i == len(rows)-1 {
				exponent = slope(xs, ys)
			}
			fmt.Fprintf(&page, row, exponent)
		}
		chart.Line(xs, ys, f.colour)
		names, paints = append(names, f.name), append(paints, f.colour)
	}
	chart.Key(names, paints)
	page.WriteString("\nBreakthrough with captures, searched by proof numbers with one worker:\n\n| size | value | nodes | processor time | memory |\n| --- | --- | ---: | ---: | ---: |\n")
	for _, size := range searched {
		s, err := solve("breakthrough:size="+size+",captures=diagonal", "--workers", "1", "--method", "pns")
		if err != nil {
			return err
		}
		fmt.Fprintf(&page, "| %s | %s | %.0f | %.2f s | %.0f MiB |\n", size, s.Value, s.Nodes, s.CPU, s.Memory/(1<<20))
	}
	if err := os.WriteFile(svg, []byte(chart.File()), 0o666); err != nil {
		return err
	}
	return os.WriteFile(output, []byte(page.String()), 0o666)
}

// choice describes the result of fastest.
func choice(count int) string {
	if count == 1 {
		return "Each row is a single run."
	}
	return fmt.Sprintf("Each row is the run with the least processor time of %d.", count)
}

// fastest solves a game count times, each time with an empty data folder, and returns the
// run with the least processor time.
func fastest(program string, count int, args []string) (best solved, err error) {
	for i := range count {
		db, err := os.MkdirTemp(filepath.Dir(program), "db")
		if err != nil {
			return best, err
		}
		cmd := exec.Command(program, append([]string{"solve", "--json", "--quiet", "--db", db}, args...)...)
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			return best, fmt.Errorf("solve %s: %w", strings.Join(args, " "), err)
		}
		var s solved
		if err := json.Unmarshal(out, &s); err != nil {
			return best, err
		}
		if i == 0 || s.CPU < best.CPU {
			best = s
		}
		if err := os.RemoveAll(db); err != nil {
			return best, err
		}
	}
	return best, nil
}

// slope returns the slope of the regression line of log y on log x, for x of at least
// minStates. It is empty for fewer than two points.
func slope(xs, ys []float64) string {
	first := slices.IndexFunc(xs, func(x float64) bool { return x >= minStates })
	if first < 0 || len(xs)-first < 2 {
		return ""
	}
	var n, sx, sy, sxx, sxy float64
	for i := first; i < len(xs); i++ {
		x, y := math.Log(xs[i]), math.Log(ys[i])
		n, sx, sy, sxx, sxy = n+1, sx+x, sy+y, sxx+x*x, sxy+x*y
	}
	return strconv.FormatFloat((n*sxy-sx*sy)/(n*sxx-sx*sx), 'f', 2, 64)
}
