package games

import (
	"path/filepath"
	"slices"
	"strings"
)

// A variant whose rules are in a file is named after the file's base name and a
// digest of the rules, as in "pile.kif@3f2a1b". Different files with the same base
// name, and different versions of one file, therefore have different names.

// digestMark separates the file name from the digest.
const digestMark = "@"

// FileName returns the name, without options, of the variant with the given file name
// and rules digest.
func FileName(file, digest string) string { return strings.Map(FileRune, file) + digestMark + digest }

// FileRune is a mapping function for strings.Map. It replaces characters that have a
// meaning in variant names by '-'.
func FileRune(r rune) rune {
	if strings.ContainsRune(":,="+digestMark, r) {
		return '-'
	}
	return r
}

// RulesChanged reports whether two variants have the same file name but different
// digests. It ignores options.
func RulesChanged(a, b string) bool {
	a, digestA, okA := strings.Cut(a, digestMark)
	b, digestB, okB := strings.Cut(b, digestMark)
	digestA, _, _ = strings.Cut(digestA, ":")
	digestB, _, _ = strings.Cut(digestB, ":")
	return okA && okB && a == b && digestA != digestB
}

// CutDigest splits name at the last digest mark. It returns false if there is no
// mark, or if the text before it does not end with one of the file name endings.
func CutDigest(name string, endings ...string) (file, digest string, ok bool) {
	at := strings.LastIndex(name, digestMark)
	if at < 0 || !hasEnding(name[:at], endings) {
		return name, "", false
	}
	return name[:at], name[at+len(digestMark):], true
}

// SplitSpec splits a spec of the form FILE:option=value,... into the file and the
// options. The file may include a digest. SplitSpec returns false if no prefix of
// spec is a file with one of the endings, such as ".kif".
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

// CheckDigest returns an InputError if the requested digest differs from the digest
// of the rules in the file, which may have changed.
func CheckDigest(file, want, have string) error {
	if want == have {
		return nil
	}
	return BadInput("%s%s%s: the rules in the file have changed and are now %s%s%s; omit %s%s to use them",
		file, digestMark, want, file, digestMark, have, digestMark, want)
}
