// Package words puts outcomes and numbers into words.
//
// Outcome and Payoff describe the values of a game; the others write counts, sizes,
// durations, rationals and shares. Exact rationals are strings, as in "125/2".
package words

import (
	"fmt"
	"math/big"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/dustin/go-humanize"
)

// WithoutFluents is the note beside a number of states that n fluents are left out
// of them, as in "1 fluent without influence left out"; "" for none. See
// games.Info.Uninfluential.
func WithoutFluents(n int) string {
	if n == 0 {
		return ""
	}
	return Plural(int64(n), "fluent") + " without influence left out"
}

// Plural writes a count and its noun, as in "1 ply" and "2 plies".
func Plural(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return Thousands(n) + " " + plural(noun)
}

func plural(noun string) string {
	if stem, ok := strings.CutSuffix(noun, "y"); ok {
		return stem + "ies"
	}
	return noun + "s"
}

// Number writes a rational: a whole number or a decimal of at most three places as it
// is, another as a fraction with its rounded value, as in "100/3 (33.33)", and a long
// fraction, which can have thousands of digits, as in "about 33.33".
func Number(x *big.Rat) string {
	if n, exact := x.FloatPrec(); exact && n <= 3 {
		return x.FloatString(n)
	}
	if exact := x.RatString(); len(exact) <= longestFraction {
		return fmt.Sprintf("%s (%s)", exact, x.FloatString(2))
	}
	return "about " + x.FloatString(2)
}

// longestFraction is the length of the longest fraction that is written out, in
// characters.
const longestFraction = 20

// Thousands writes a whole number with commas, as in "1,234,567".
func Thousands(n int64) string { return humanize.Comma(n) }

// Percent writes part of whole, as in "12.3 %"; "-" if whole is 0.
func Percent(part, whole int64) string {
	if whole == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(whole))
}

// Bytes writes a size in B, KiB, MiB or GiB, as in "12.3 MiB".
func Bytes(n int64) string {
	if n < 1<<10 {
		return fmt.Sprintf("%d B", n)
	}
	size, units := float64(n)/(1<<10), []string{"KiB", "MiB", "GiB"}
	for ; size >= 1024 && len(units) > 1; units = units[1:] {
		size /= 1024
	}
	return fmt.Sprintf("%.1f %s", size, units[0])
}

// Seconds writes a duration, as in "3 ms", "1.25 s" or "2m10s".
func Seconds(d time.Duration) string {
	switch {
	case d < time.Second:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	case d < time.Minute:
		return fmt.Sprintf("%.2f s", d.Seconds())
	}
	return d.Round(time.Second).String()
}

// Rational is Number for an exact rational.
func Rational(exact string) string {
	x, ok := new(big.Rat).SetString(exact)
	if !ok {
		return exact
	}
	return Number(x)
}

// Probability writes a probability, an exact rational, as in "1/3 (33.3 %)", or as in
// "about 33.3 %" if the fraction is long.
func Probability(exact string) string {
	x, ok := new(big.Rat).SetString(exact)
	if !ok || x.IsInt() {
		return exact
	}
	f, _ := x.Float64()
	if len(exact) > longestFraction {
		return fmt.Sprintf("about %.1f %%", 100*f)
	}
	return fmt.Sprintf("%s (%.1f %%)", exact, 100*f)
}

// Sentence begins words with a capital letter and ends them with a full stop.
func Sentence(words string) string {
	if words == "" {
		return ""
	}
	return strings.ToUpper(words[:1]) + words[1:] + "."
}

// Signed writes an estimate from -1 to 1, as in "+0.25".
func Signed(estimate float64) string {
	text := fmt.Sprintf("%+.2f", estimate)
	if text == "-0.00" {
		return "+0.00"
	}
	return text
}

// Share writes a chance or a share from 0 to 1, as in "12.3 %".
func Share(x float64) string { return fmt.Sprintf("%.1f %%", 100*x) }

// Decimal writes a whole number with commas, or as in "about 1.23e+20" if it has more
// than 15 digits; "-" for a text that is no number.
func Decimal(decimal string) string {
	n, ok := new(big.Int).SetString(decimal, 10)
	switch {
	case !ok:
		return "-"
	case n.IsInt64() && len(decimal) <= 15:
		return Thousands(n.Int64())
	}
	return fmt.Sprintf("about %s.%se+%d", decimal[:1], decimal[1:3], len(decimal)-1)
}

// Wrap breaks text into lines of at most limit columns, unless a word is longer.
func Wrap(text string, limit int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > limit:
			lines = append(lines, line)
			line = word
		default:
			line += " " + word
		}
	}
	return append(lines, line)
}
