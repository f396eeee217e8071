package bench

import (
	"cmp"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"
)

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
