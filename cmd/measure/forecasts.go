package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// forecastList lists variants with their numbers of states, one per line, separated by
// tabs: the argument of "zermelo plan", the number of states, the set (see
// forecastSets) and the source of the number. Lines that start with # are comments.
//
//go:embed forecasts.tsv
var forecastList string

// forecastSets lists the sets of variants.
var forecastSets = []string{"tuning", "held out", "held out 2"}

// forecastRow compares the forecast for a variant with the true number of states.
type forecastRow struct {
	spec, set, source string
	truth             float64
	States            float64 `json:"states"`
	Low               float64 `json:"states_low"`
	High              float64 `json:"states_high"` // 0 if there is no upper bound
	Exact             bool    `json:"exact"`
	Tiers             []any   `json:"tiers"`
	cpu               time.Duration
}

// forecasts runs "zermelo plan" for each variant of forecastList in the given set, or
// in all sets if set is empty. It returns a Markdown page that compares the forecasts
// with the true numbers of states.
func forecasts(set string) (string, error) {
	dir, program, err := build()
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	var rows []*forecastRow
	for line := range strings.Lines(forecastList) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if len(fields) != 4 || strings.HasPrefix(line, "#") || set != "" && fields[2] != set {
			continue
		}
		if _, err := os.Stat(fields[0]); strings.HasPrefix(fields[0], "../") && err != nil {
			continue // a rule sheet that this machine does not have
		}
		r := &forecastRow{spec: fields[0], set: fields[2], source: fields[3]}
		if r.truth, err = strconv.ParseFloat(fields[1], 64); err != nil {
			return "", err
		}
		if err := r.plan(program, dir); err != nil {
			return "", err
		}
		fmt.Fprintln(os.Stderr, strings.TrimSpace(r.String()))
		rows = append(rows, r)
	}
	var b strings.Builder
	for _, name := range forecastSets {
		if set != "" && set != name {
			continue
		}
		var t tally
		fmt.Fprintf(&b, "\n## Variants: %s\n\n| variant | states | forecast | interval | ratio | | cpu | source of the number of states |\n"+
			"| --- | ---: | ---: | ---: | ---: | --- | ---: | --- |\n", name)
		for _, r := range rows {
			if r.set == name {
				b.WriteString(r.String())
				t.add(r)
			}
		}
		b.WriteString(t.String())
	}
	return b.String(), nil
}

// plan runs "zermelo plan" and stores the result in r. Paths of games are relative to
// the root of the module.
func (r *forecastRow) plan(program, db string) error {
	cmd := exec.Command(program, "plan", r.spec, "--json", "--db", db)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("plan %s: %w", r.spec, err)
	}
	r.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	return json.Unmarshal(out, r)
}

func (r *forecastRow) ratio() float64 { return r.States / r.truth }

// unknown reports whether the forecast is only a lower bound.
func (r *forecastRow) unknown() bool { return r.High == 0 && r.Tiers == nil }

// covered reports whether the forecast interval contains the true number of states,
// with a tolerance of 0.5%.
func (r *forecastRow) covered() bool {
	return r.Low <= 1.005*r.truth && r.High >= 0.995*r.truth
}

// String formats r as a row of a Markdown table.
func (r *forecastRow) String() string {
	interval, note := fmt.Sprintf("%.3g–%.3g", r.Low, r.High), ""
	switch {
	case r.unknown():
		interval, note = fmt.Sprintf("more than %.3g", r.Low), "not known"
	case r.High == 0:
		interval = "none"
	case !r.covered():
		note = "**not covered**"
	case r.Exact:
		note = "exact"
	}
	return fmt.Sprintf("| `%s` | %.0f | %.4g | %s | %.2f | %s | %.2f s | %s |\n", r.spec, r.truth, r.States, interval, r.ratio(), note, r.cpu.Seconds(), r.source)
}

// tally counts the forecasts that meet the targets. For exact forecasts and lower
// bounds, it records only their number and processor time.
type tally struct {
	all, exact, unknown, intervals, covered, within2, within4 int
	maxCPU                                                    time.Duration
}

func (t *tally) add(r *forecastRow) {
	t.all++
	t.maxCPU = max(t.maxCPU, r.cpu)
	if r.Exact || r.unknown() {
		t.exact += count(r.Exact)
		t.unknown += count(!r.Exact)
		return
	}
	off := math.Abs(math.Log2(r.ratio()))
	t.intervals += count(r.High > 0)
	t.covered += count(r.covered())
	t.within2 += count(off <= 1)
	t.within4 += count(off <= 2)
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (t *tally) String() string {
	n := t.all - t.exact - t.unknown
	unknown := ""
	if t.unknown > 0 {
		unknown = fmt.Sprintf(" and %d not known", t.unknown)
	}
	return fmt.Sprintf("\n%d variants, %d of them counted exactly%s. Of the other %d, %d have an interval, which\n"+
		"contains the number of states in %d; the forecast is within a factor of 2 in %d and within a factor\n"+
		"of 4 in %d. The maximum processor time is %.2f s.\n",
		t.all, t.exact, unknown, n, t.intervals, t.covered, t.within2, t.within4, t.maxCPU.Seconds())
}

// tablesStart starts the part of the page that runForecasts replaces.
const tablesStart = "\n## Variants: "

// runForecasts measures the accuracy of the forecasts. It replaces the tables in the
// file output or, if output is empty, writes the tables to standard output.
func runForecasts(output, set string) error {
	tables, err := forecasts(set)
	if err != nil {
		return err
	}
	if output == "" {
		_, err := os.Stdout.WriteString(tables)
		return err
	}
	page, err := os.ReadFile(output)
	if err != nil {
		return err
	}
	text, _, _ := strings.Cut(string(page), tablesStart)
	return os.WriteFile(output, []byte(text+tables), 0o666)
}
