package bench

import (
	"cmp"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"zermelo/reports/words"
)

// Row is what was measured, and its JSON form. Times are of a whole solve, of one position
// that is searched, or of one request; they are medians of the runs.
type Row struct {
	Part    string  `json:"part"` // solve, search or serve
	Name    string  `json:"name"`
	Game    string  `json:"game"`
	Method  string  `json:"method"`
	Threads int     `json:"threads"` // workers of a solve, clients of a server
	Runs    int     `json:"runs"`
	CPU     float64 `json:"cpu_seconds"` // processor time of all threads
	CPULow  float64 `json:"cpu_seconds_low"`
	CPUHigh float64 `json:"cpu_seconds_high"`
	Seconds float64 `json:"seconds"`

	States     int64   `json:"states,omitempty"` // of a solve
	StateBytes float64 `json:"bytes_per_state,omitempty"`
	Memory     int64   `json:"peak_memory,omitempty"` // bytes
	Digest     string  `json:"digest,omitempty"`

	Positions int     `json:"positions"` // of a search, 0 if there are none to measure; or different ones asked for
	Wrong     int     `json:"wrong"`     // scores found that are not those of the set
	Nodes     float64 `json:"nodes,omitempty"`
	Speedup   float64 `json:"speedup,omitempty"` // over one thread

	Requests int     `json:"requests,omitempty"`
	Rate     float64 `json:"requests_per_second,omitempty"`
	Median   float64 `json:"median_seconds,omitempty"` // of the time to an answer
	P99      float64 `json:"p99_seconds,omitempty"`    // 99 of 100 answers took no longer

	Result string `json:"result"`
}

// Median combines the rows of several runs, one or more, into that of the median
// processor time, with the least and the greatest.
func Median(runs []Row) Row {
	byTime := slices.SortedFunc(slices.Values(runs), func(a, b Row) int { return cmp.Compare(a.Seconds, b.Seconds) })
	byCPU := slices.SortedStableFunc(slices.Values(runs), func(a, b Row) int { return cmp.Compare(a.CPU, b.CPU) })
	row := byCPU[len(runs)/2]
	row.Runs, row.CPULow, row.CPUHigh, row.Seconds = len(runs), byCPU[0].CPU, byCPU[len(runs)-1].CPU, byTime[len(runs)/2].Seconds
	for _, r := range runs {
		row.Wrong = max(row.Wrong, r.Wrong)
	}
	return row
}

// Headings are the headings of the columns of Row.Cells.
func Headings() []string {
	return []string{"NAME", "METHOD", "THREADS", "WORK", "CPU TIME", "SPREAD", "TIME", "RATE", "MEMORY", "RESULT"}
}

// Alignments are those of the columns, for terminal.Output.PrintColumns.
const Alignments = "llrrrrrrrl"

// Cells are the row as people read it. "-" stands for what was not measured.
func (r *Row) Cells() []string {
	cells := []string{r.Name, r.Method, fmt.Sprint(r.Threads), "-", "-", "-", "-", "-", "-", r.Result}
	amount, unit := r.Nodes, "nodes"
	switch {
	case r.Part == Solve:
		amount, unit = float64(r.States), "states"
		cells[3] = words.Thousands(r.States) + " states"
		cells[8] = words.Bytes(r.Memory)
	case r.Part == Serve:
		amount, unit = 1, "requests"
		cells[3] = words.Thousands(int64(r.Requests)) + " requests"
	case r.Positions == 0:
		return cells
	case r.Nodes >= 1000:
		cells[3] = words.Thousands(int64(r.Nodes+0.5)) + " nodes"
	default:
		cells[3] = fmt.Sprintf("%.1f nodes", r.Nodes)
	}
	if r.Part == Search && r.Positions > 1 {
		cells[3] = words.Thousands(int64(r.Positions)) + " × " + cells[3]
	}
	cells[4], cells[6] = shortTime(r.CPU), shortTime(r.Seconds)
	if r.CPU > 0 { // else too short for the system's clock
		cells[7] = words.Thousands(int64(amount/r.CPU/1000+0.5)) + " k " + unit + "/s"
	}
	if r.Runs > 1 && r.CPU > 0 {
		cells[5] = fmt.Sprintf("±%.0f %%", 50*(r.CPUHigh-r.CPULow)/r.CPU)
	}
	return cells
}

// shortTime writes seconds in three digits or so, as in "12.3 µs" or "0.28 ms".
func shortTime(seconds float64) string {
	switch d := time.Duration(seconds * float64(time.Second)); {
	case d < 100*time.Microsecond:
		return fmt.Sprintf("%.1f µs", seconds*1e6)
	case d < time.Second:
		return fmt.Sprintf("%.2f ms", seconds*1e3)
	}
	return fmt.Sprintf("%.2f s", seconds)
}

// Page is a page in Markdown with rows that were measured on this machine. Command is
// what made it.
func Page(command string, made time.Time, rows []Row) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "# Benchmarks\n\nWritten by `%s`.\n\n", command)
	fmt.Fprintf(&b, "| | |\n| --- | --- |\n| date | %s |\n| machine | %s, %d cores, %s/%s |\n| load average | %s |\n| Go | %s |\n\n",
		made.UTC().Format(time.DateOnly), processor(), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, load(), strings.TrimPrefix(runtime.Version(), "go"))
	b.WriteString("A row is a solve (states), a search (nodes for one position, of so many) or a server (requests).\n" +
		"Times are for one of these and medians of the runs; the spread is half the range. CPU time is that of\n" +
		"all threads: of a solve with that of the system, else in user mode. Rates are by CPU time. Threads are\n" +
		"the workers of a solve and the clients of a server. `zermelo bench search --help` describes the problems.\n\n")
	fmt.Fprintf(&b, "| %s |\n|", strings.ToLower(strings.Join(Headings(), " | ")))
	for _, side := range Alignments {
		b.WriteString(map[rune]string{'l': " --- |", 'r': " ---: |"}[side])
	}
	b.WriteByte('\n')
	for i := range rows {
		fmt.Fprintf(&b, "| %s |\n", strings.Join(rows[i].Cells(), " | "))
	}
	return []byte(b.String())
}

// processor is the name of the processor, where the system reports it.
func processor() string {
	text, _ := os.ReadFile("/proc/cpuinfo") // there is none on other systems
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "unknown processor"
}

// load is how many processes the machine has run in the last minute on average, these
// measurements included, where the system reports it.
func load() string {
	text, _ := os.ReadFile("/proc/loadavg") // there is none on other systems
	average, _, _ := strings.Cut(string(text), " ")
	return cmp.Or(average, "unknown")
}
