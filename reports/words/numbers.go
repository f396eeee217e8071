// Package words formats outcomes and numbers as English text.
//
// Outcome and Payoff format the values of a game. All other functions format counts, sizes,
// durations, rationals and shares. Exact rationals are passed as strings such as "125/2".
package words

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// WithoutFluents formats the number of fluents that states omit, as in "1 fluent without
// influence omitted". It returns "" if n is 0. See games.Info.Uninfluential.
func WithoutFluents(n int) string {
	if n == 0 {
		return ""
	}
	return Plural(int64(n), "fluent") + " without influence omitted"
}

// Plural formats a count with its noun, as in "1 ply" and "2 plies".
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
	if strings.HasSuffix(noun, "x") || strings.HasSuffix(noun, "s") || strings.HasSuffix(noun, "ch") {
		return noun + "es"
	}
	return noun + "s"
}

// Number formats a rational. Integers and decimals with up to three places are exact. Other
// rationals are formatted as a fraction followed by a rounded value, as in "100/3 (33.33)", or
// only as a rounded value, as in "about 33.33", if the fraction has more than 20 characters.
func Number(x *big.Rat) string {
	if n, exact := x.FloatPrec(); exact && n <= 3 {
		return x.FloatString(n)
	}
	if exact := x.RatString(); len(exact) <= longestFraction {
		return fmt.Sprintf("%s (%s)", exact, x.FloatString(2))
	}
	return "about " + x.FloatString(2)
}

// longestFraction is the maximum length of a fraction in characters.
const longestFraction = 20

// Thousands formats an integer with commas, as in "1,234,567".
func Thousands(n int64) string {
	text := strconv.FormatInt(n, 10)
	for i := len(text) - 3; i > 0 && text[i-1] != '-'; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// Percent formats the ratio of part to whole, as in "12.3 %". It returns "-" if whole is 0.
func Percent(part, whole int64) string {
	if whole == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(whole))
}

// Bytes formats a size with a unit from B to PiB, as in "12.3 MiB".
func Bytes(n int64) string {
	if n < 1<<10 {
		return fmt.Sprintf("%d B", n)
	}
	if n >= math.MaxInt64/2 {
		return "more than 4,000 PiB"
	}
	size, units := float64(n)/(1<<10), []string{"KiB", "MiB", "GiB", "TiB", "PiB"}
	for ; size >= 1024 && len(units) > 1; units = units[1:] {
		size /= 1024
	}
	return fmt.Sprintf("%.1f %s", size, units[0])
}

// Seconds formats a duration, as in "3 ms", "1.25 s" or "2m10s".
func Seconds(d time.Duration) string {
	switch {
	case d < time.Second:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	case d < time.Minute:
		return fmt.Sprintf("%.2f s", d.Seconds())
	}
	return d.Round(time.Second).String()
}

// Rational formats an exact rational; see Number.
func Rational(exact string) string {
	x, ok := new(big.Rat).SetString(exact)
	if !ok {
		return exact
	}
	return Number(x)
}

// Probability formats an exact rational as a probability, as in "1/3 (33.3 %)". Long fractions
// are rounded, as in "about 33.3 %".
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

// Sentence capitalizes the first letter of words and appends a full stop.
func Sentence(words string) string {
	if words == "" {
		return ""
	}
	return strings.ToUpper(words[:1]) + words[1:] + "."
}

// Signed formats an estimate between -1 and 1, as in "+0.25".
func Signed(estimate float64) string {
	text := fmt.Sprintf("%+.2f", estimate)
	if text == "-0.00" {
		return "+0.00"
	}
	return text
}

// Share formats a fraction between 0 and 1 as a percentage, as in "12.3 %".
func Share(x float64) string { return fmt.Sprintf("%.1f %%", 100*x) }

// Decimal formats an integer with commas. If the integer has more than 15 digits, the result is
// rounded, as in "about 1.23e+20". If decimal is not an integer, the result is "-".
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

// Wrap breaks text into lines of at most limit characters. Words that are longer than limit are
// placed on lines of their own.
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
