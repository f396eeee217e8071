package render

import (
	"flag"
	"html"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares got with a file in testdata, or writes the file with -update.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got; go test -update writes it anew):\n%s", name, diff)
	}
}

// checkWidth checks that text fits 100 columns and that no line ends with blanks.
func checkWidth(t *testing.T, text string) {
	t.Helper()
	for i, line := range strings.Split(text, "\n") {
		if n := utf8.RuneCountInString(line); n > 100 {
			t.Errorf("line %d has %d columns: %s", i+1, n, line)
		}
		if strings.TrimRight(line, " ") != line {
			t.Errorf("line %d ends with blanks", i+1)
		}
	}
}

// between returns the part of a page between two strings.
func between(t *testing.T, page, from, to string) string {
	t.Helper()
	_, rest, ok := strings.Cut(page, from)
	part, _, end := strings.Cut(rest, to)
	if !ok || !end {
		t.Fatalf("the page has nothing between %q and %q", from, to)
	}
	return part
}

var tags = regexp.MustCompile(`(?s)<svg.*?</svg>|<div class="notes">.*?</div>|<[^>]*>`)

// cellsOf returns the text of each cell in the first table in a part of a page, without the
// header.
func cellsOf(t *testing.T, part string) [][]string {
	t.Helper()
	var rows [][]string
	for _, row := range strings.Split(between(t, part, "<tbody>", "</tbody>"), "<tr>")[1:] {
		var texts []string
		for _, cell := range regexp.MustCompile(`(?s)<t[dh][^>]*>.*?</t[dh]>`).FindAllString(row, -1) {
			texts = append(texts, strings.TrimSpace(html.UnescapeString(tags.ReplaceAllString(cell, ""))))
		}
		rows = append(rows, texts)
	}
	return rows
}

// checkAlone checks that a page is self-contained, that all its elements are closed, and that
// its links have targets.
func checkAlone(t *testing.T, name, page string) {
	t.Helper()
	if found := regexp.MustCompile(`<script [^>]*src|<link|<img|<iframe|@import|url\(|(src|href)="[^#]|ZgotmplZ|<no value>`).FindString(page); found != "" {
		t.Errorf("%s: the page has %s", name, found)
	}
	for _, element := range []string{"section", "article", "div", "table", "tr", "ul", "ol", "li", "figure", "details", "svg", "span", "code", "b"} {
		opened := len(regexp.MustCompile("<"+element+"[ >]").FindAllString(page, -1))
		if closed := strings.Count(page, "</"+element+">"); opened != closed {
			t.Errorf("%s: %d elements %s, %d closed", name, opened, element, closed)
		}
	}
	ids := map[string]bool{}
	for _, m := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		if ids[m[1]] {
			t.Errorf("%s: two elements with the id %s", name, m[1])
		}
		ids[m[1]] = true
	}
	for _, m := range regexp.MustCompile(`href="#([^"]*)"`).FindAllStringSubmatch(page, -1) {
		if !ids[m[1]] {
			t.Errorf("%s: a link to #%s, which is not there", name, m[1])
		}
	}
}

// Ends of the chart axes, in units of the picture.
const (
	chartLeft, chartRight = 62.0, 546.0
	chartTop, chartBottom = 56.0, 270.0
)

// near checks that two numbers are equal except for rounding.
func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-9 {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}
