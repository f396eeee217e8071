package games

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

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
