package terminal

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"zermelo/reports/words"
)

// LineWidth is the width of printed text, in columns, where there are as many.
const LineWidth = 80

// Wrap breaks a paragraph into lines of at most width columns, the first with
// prefix first in front, the others indented by as many blanks. A word wider
// than a line stands alone.
func Wrap(text, first string, width int) string {
	indent := utf8.RuneCountInString(first)
	return first + strings.Join(words.Wrap(text, width-indent), "\n"+strings.Repeat(" ", indent)) + "\n"
}

// Definitions are lines of so many columns with terms and their explanations, wrapped,
// after so many blanks. Long terms leave the explanations a third of the line at least.
func Definitions(indent int, list [][2]string, columns int) string {
	width := 0
	for _, d := range list {
		width = max(width, len(d[0]))
	}
	width = min(width, columns*2/3-indent)
	var b strings.Builder
	for _, d := range list {
		b.WriteString(Wrap(d[1], fmt.Sprintf("%*s%-*s  ", indent, "", width, d[0]), columns))
	}
	return b.String()
}

// Metric writes a speed in three digits, as in "1.23 M".
func Metric(x float64) string {
	unit := ""
	for _, next := range []string{" k", " M", " G"} {
		if x < 999.5 {
			break
		}
		x, unit = x/1000, next
	}
	switch {
	case unit == "" || x >= 99.95:
		return fmt.Sprintf("%.0f%s", x, unit)
	case x >= 9.995:
		return fmt.Sprintf("%.1f%s", x, unit)
	}
	return fmt.Sprintf("%.2f%s", x, unit)
}
