package bench

import (
	"cmp"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"

	"zermelo/reports/words"
)

// Headings are the headings of the columns of Row.Cells.
func Headings() []string {
	return []string{"NAME", "METHOD", "THREADS", "POSITIONS", "NODES", "CPU TIME", "TIME", "k NODES/S", "RESULT"}
}

// Cells are the row as people read it. "-" stands for what was not measured.
func (r *Row) Cells() []string {
	cells := []string{r.Name, r.Method, fmt.Sprint(r.Threads), "-", "-", "-", "-", "-", r.Result}
	if r.Positions == 0 {
		return cells
	}
	cells[3] = words.Thousands(int64(r.Positions))
	if cells[4] = fmt.Sprintf("%.1f", r.Nodes); r.Nodes >= 1000 {
		cells[4] = words.Thousands(int64(r.Nodes + 0.5))
	}
	cells[5], cells[6] = shortTime(r.CPU), shortTime(r.Seconds)
	if r.CPU > 0 { // else too short for the system's clock
		cells[7] = words.Thousands(int64(r.Nodes / r.CPU / 1000))
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
	b.WriteString("Nodes and times are means for one position. A node is a position that the search visits. CPU\n" +
		"time is that of all threads. `zermelo bench search --help` describes the problems.\n\n")
	b.WriteString("| problem | method | threads | positions | nodes | CPU time | time | k nodes/s | result |\n" +
		"| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |\n")
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
