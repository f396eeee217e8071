package main

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// cpuSuffix matches the suffix -GOMAXPROCS that the testing package adds to the names
// of benchmarks.
var cpuSuffix = regexp.MustCompile(`-\d+$`)

// table formats the output of go test -bench as a Markdown table with a row per
// benchmark and a column per unit. Each cell is the median over all runs.
func table(output string) string {
	var names, units []string
	values := map[[2]string][]float64{} // by name and unit
	for line := range strings.Lines(output) {
		fields := strings.Fields(line)
		if len(fields) < 4 || len(fields)%2 != 0 || !strings.HasPrefix(fields[0], "Benchmark") {
			continue
		}
		_, name, _ := strings.Cut(cpuSuffix.ReplaceAllString(fields[0], ""), "/")
		if name == "" {
			name = strings.ToLower(strings.TrimPrefix(cpuSuffix.ReplaceAllString(fields[0], ""), "Benchmark"))
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		for i := 2; i < len(fields); i += 2 {
			value, err := strconv.ParseFloat(fields[i], 64)
			if err != nil {
				continue
			}
			unit := fields[i+1]
			if !slices.Contains(units, unit) {
				units = append(units, unit)
			}
			values[[2]string{name, unit}] = append(values[[2]string{name, unit}], value)
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "| name | %s |\n| --- |%s\n", strings.Join(units, " | "), strings.Repeat(" ---: |", len(units)))
	for _, name := range names {
		fmt.Fprintf(&b, "| %s |", name)
		for _, unit := range units {
			fmt.Fprintf(&b, " %s |", median(values[[2]string{name, unit}]))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// median formats the median of values with up to three significant digits, or as an
// integer if it is at least 100. It returns "-" if values is empty.
func median(values []float64) string {
	if len(values) == 0 {
		return "-"
	}
	slices.Sort(values)
	middle := values[len(values)/2]
	if middle >= 100 {
		return strconv.FormatFloat(middle, 'f', 0, 64)
	}
	return strconv.FormatFloat(middle, 'g', 3, 64)
}
