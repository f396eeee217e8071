// Measure benchmarks solving, searching and the server, and writes the medians as a
// Markdown page. Run it at the root of the module:
//
//	go run ./cmd/measure -o docs/benchmarks.md
//
// With -forecasts, it instead compares the forecasts of "zermelo plan" with known numbers
// of states, and replaces the tables at the end of the page:
//
//	go run ./cmd/measure -forecasts -o docs/forecasts.md
//
// With -growth, it measures tables of growing size, and writes a page and a chart:
//
//	go run ./cmd/measure -growth -o docs/growth.md
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// suites lists the packages to benchmark with their values of -bench and -benchtime.
var suites = []struct{ title, dir, bench, time string }{
	{"Solves", "./cmd/zermelo", "^BenchmarkSolve$", "1x"},
	{"Searches", "./solver", "^BenchmarkSearch$", "1x"},
	{"Server", "./cmd/zermelo/serve", "^BenchmarkServe$", "20000x"},
}

func main() {
	var (
		output = flag.String("o", "", "write the page to `FILE` instead of standard output")
		count  = flag.Int("count", 3, "run each benchmark `N` times and print the median, or with -growth the fastest")
		plans  = flag.Bool("forecasts", false, "measure the accuracy of forecasts instead")
		set    = flag.String("set", "", "with -forecasts, measure only the variants of `SET`: "+strings.Join(forecastSets, ", "))
		growth = flag.Bool("growth", false, "measure how time and memory grow with the number of states instead")
		large  = flag.Bool("large", false, "include the benchmarks that take more than a few seconds")
	)
	flag.Parse()
	if err := check(flag.Args(), *count); err != nil {
		fmt.Fprintln(os.Stderr, "measure:", err)
		os.Exit(2)
	}
	do := func() error { return run(*output, *count, *large) }
	if *plans {
		do = func() error { return runForecasts(*output, *set) }
	}
	if *growth {
		do = func() error { return runGrowth(*output, *count) }
	}
	if err := do(); err != nil {
		fmt.Fprintln(os.Stderr, "measure:", err)
		os.Exit(1)
	}
}

// check returns an error if the command line has arguments or count is not positive.
func check(args []string, count int) error {
	switch {
	case len(args) > 0:
		return fmt.Errorf("unexpected argument %q; see measure -help", args[0])
	case count < 1:
		return fmt.Errorf("-count %d: must be at least 1", count)
	}
	return nil
}

func run(output string, count int, large bool) error {
	var page strings.Builder
	page.WriteString("# Benchmarks\n\n")
	fmt.Fprintf(&page, "Written by `go run ./cmd/measure%s` on %s: %s, %d cores, %s/%s, load average %s, %s.\n\n",
		flags(count, large), time.Now().UTC().Format(time.DateOnly), processor(), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, load(), runtime.Version())
	page.WriteString("Each row is the median of the runs. Units with cpu count the processor time of all threads. `B/state` is the\n" +
		"size of the table per stored state, `p50` and `p99` are latencies of requests.\n")
	for _, s := range suites {
		args := []string{"test", s.dir, "-run", "^$", "-bench", s.bench, "-benchtime", s.time, "-count", fmt.Sprint(count), "-timeout", "2h"}
		if large {
			args = append(args, "-large")
		}
		var out strings.Builder
		cmd := exec.Command("go", args...)
		cmd.Stdout, cmd.Stderr = io.MultiWriter(&out, os.Stderr), os.Stderr
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("go %s: %w", strings.Join(args, " "), err)
		}
		fmt.Fprintf(&page, "\n## %s\n\n%s", s.title, table(out.String()))
	}
	if output == "" {
		_, err := io.WriteString(os.Stdout, page.String())
		return err
	}
	return os.WriteFile(output, []byte(page.String()), 0o666)
}

// flags returns the command-line flags whose values differ from the defaults.
func flags(count int, large bool) string {
	text := ""
	if large {
		text += " -large"
	}
	if count != 3 {
		text += fmt.Sprint(" -count ", count)
	}
	return text
}

// build builds zermelo in a temporary directory, which the caller must remove.
func build() (dir, program string, err error) {
	if dir, err = os.MkdirTemp("", "measure"); err != nil {
		return "", "", err
	}
	program = filepath.Join(dir, "zermelo")
	if out, err := exec.Command("go", "build", "-o", program, "./cmd/zermelo").CombinedOutput(); err != nil {
		return "", "", errors.Join(fmt.Errorf("go build: %w\n%s", err, out), os.RemoveAll(dir))
	}
	return dir, program, nil
}

// processor returns the model name of the processor, or "unknown processor" if the
// system does not report it.
func processor() string {
	text, _ := os.ReadFile("/proc/cpuinfo") // Linux only
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "unknown processor"
}

// load returns the load average over one minute, or "unknown" if the system does not
// report it.
func load() string {
	text, _ := os.ReadFile("/proc/loadavg") // Linux only
	if average, _, ok := strings.Cut(string(text), " "); ok {
		return average
	}
	return "unknown"
}
