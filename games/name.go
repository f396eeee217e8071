package games

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// CheckName returns an InputError unless name has the form NAME or
// NAME:option=value,option=value, and is a safe directory name. Such a name does not
// begin with a dot or contain a slash, a backslash or a control character.
func CheckName(name string) error {
	base, options, ok := strings.Cut(name, ":")
	switch {
	case name == "":
		return BadInput("game name is empty")
	case base == "":
		return BadInput("%.100q has no name before the colon; expected NAME:option=value", name)
	case ok && options == "":
		return BadInput("%.100q ends with a colon; expected NAME:option=value,option=value", name)
	case strings.HasPrefix(name, "."):
		return BadInput("game name %.100q must begin with a letter or a digit, not a dot", name)
	case strings.Contains(base, ",") || strings.Contains(options, ":"):
		return BadInput("game name %.100q is not of the form NAME:option=value,option=value", name)
	case !utf8.ValidString(name) || strings.ContainsFunc(name, unsafeInName):
		return BadInput("game name %.100q contains a slash, a backslash or a control character", name)
	}
	return nil
}

func unsafeInName(r rune) bool { return r == '/' || r == '\\' || unicode.IsControl(r) }

// maxTyped is the maximum length, in bytes, of an input for which a name is
// suggested.
const maxTyped = 100

// Nearest returns the candidate that typed most likely misspells, or "" if none is
// similar. If typed is a prefix of one candidate, ignoring case, Nearest returns
// that candidate. Otherwise it returns the candidate with the smallest edit
// distance, if that distance is at most 1 or a third of the length of typed.
func Nearest(typed string, candidates []string) string {
	if len(typed) > maxTyped {
		return ""
	}
	if fits := withPrefix(typed, candidates); len(fits) == 1 {
		return fits[0]
	}
	best, bestDistance := "", 1+max(1, len(typed)/3)
	typed = strings.ToLower(typed)
	for _, c := range candidates {
		if d := len(c) - len(typed); max(d, -d) >= bestDistance {
			continue
		}
		if d := EditDistance(typed, strings.ToLower(c)); d < bestDistance {
			best, bestDistance = c, d
		}
	}
	return best
}

// withPrefix returns the names that begin with typed, ignoring case. It returns nil
// if typed has fewer than two characters.
func withPrefix(typed string, names []string) (fits []string) {
	if utf8.RuneCountInString(typed) < 2 {
		return nil
	}
	for _, name := range names {
		if len(name) >= len(typed) && strings.EqualFold(name[:len(typed)], typed) {
			fits = append(fits, name)
		}
	}
	return fits
}

// EditDistance returns the restricted Damerau-Levenshtein distance: the number of
// insertions, deletions, replacements and transpositions of adjacent bytes that turn
// a into b.
func EditDistance(a, b string) int {
	before, last := []int(nil), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			replace := last[j-1]
			if a[i-1] != b[j-1] {
				replace++
			}
			row[j] = min(replace, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}

// Count formats a number and a noun, as in "1 pit" or "2 pits".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// A variant whose rules are in a file is named after the file's base name and a
// digest of the rules, as in "pile.kif@3f2a1b".
const digestMark = "@"

// FileName returns the name of a variant whose rules are in a file. The name does
// not include options.
func FileName(file, digest string) string { return strings.Map(FileRune, file) + digestMark + digest }

// FileRune returns '-' for a character with a special meaning in variant names, and
// any other character unchanged.
func FileRune(r rune) rune {
	if strings.ContainsRune(":,="+digestMark, r) {
		return '-'
	}
	return r
}

// RulesChanged reports whether two variants have the same file name but different
// digests.
func RulesChanged(a, b string) bool {
	a, digestA, okA := strings.Cut(a, digestMark)
	b, digestB, okB := strings.Cut(b, digestMark)
	digestA, _, _ = strings.Cut(digestA, ":")
	digestB, _, _ = strings.Cut(digestB, ":")
	return okA && okB && a == b && digestA != digestB
}

// CutDigest splits name at the last digest mark. It returns false if there is no
// mark, or if the part before the mark does not have one of the endings.
func CutDigest(name string, endings ...string) (file, digest string, ok bool) {
	at := strings.LastIndex(name, digestMark)
	if at < 0 || !hasEnding(name[:at], endings) {
		return name, "", false
	}
	return name[:at], name[at+len(digestMark):], true
}

// SplitSpec splits a spec of the form FILE:option=value,... into the file, which may
// include a digest, and the options. It returns false if no prefix of spec is a file
// with one of the endings, such as ".kif".
func SplitSpec(spec string, endings ...string) (file, options string, ok bool) {
	isFile := func(file string) bool {
		_, _, digest := CutDigest(file, endings...)
		return digest || hasEnding(file, endings)
	}
	for end := strings.LastIndexByte(spec, ':'); end >= 0; end = strings.LastIndexByte(spec[:end], ':') {
		if isFile(spec[:end]) {
			return spec[:end], spec[end+1:], true
		}
	}
	return spec, "", isFile(spec)
}

func hasEnding(file string, endings []string) bool {
	return slices.Contains(endings, strings.ToLower(filepath.Ext(file)))
}

// CheckDigest returns an InputError if have, the digest of the rules in the file,
// differs from the requested digest want.
func CheckDigest(file, want, have string) error {
	if want == have {
		return nil
	}
	return BadInput("%s%s%s: the rules in the file have changed and are now %s%s%s; omit %s%s to use them",
		file, digestMark, want, file, digestMark, have, digestMark, want)
}

// FileError returns an InputError for an error of package os about a game file. If the
// file does not exist, the error names the most similar file in its folder, if any.
func FileError(file string, err error) error {
	if !errors.Is(err, fs.ErrNotExist) {
		return BadInput("%v", err)
	}
	folder, name := filepath.Split(file)
	var names []string
	entries, _ := os.ReadDir(filepath.Clean(folder)) // without entries, there is no hint
	for _, e := range entries {
		names = append(names, e.Name())
	}
	hint := ""
	if near := Nearest(name, names); near != "" {
		hint = Message("; did you mean %q?", folder+near)
	}
	return BadInputFrom(err, "%s: no such file%s", Echo(file), hint)
}
