package terminal

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"zermelo/reports/words"
)

// LineWidth is the maximum width of printed text, in columns.
const LineWidth = 80

// Wrap breaks text into lines of at most width columns. It does not break long words.
// The first line begins with first, and the others are indented by its width.
func Wrap(text, first string, width int) string {
	indent := utf8.RuneCountInString(first)
	return first + strings.Join(words.Wrap(text, width-indent), "\n"+strings.Repeat(" ", indent)) + "\n"
}

// Definitions formats a list of terms and explanations as lines that fit the given
// number of columns. Explanations use at least a third of the width.
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

// Metric formats x with three significant digits and a metric prefix, as in "1.23 M".
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
