package games

import (
	"path/filepath"
	"slices"
	"strings"
)

// The name of a variant whose rules are in a file is the name of the file and a digest of
// the rules, as in "pile.kif@3f2a1b", so that neither two files of one name nor two
// versions of a file are taken for each other.

// digestMark stands between file and digest.
const digestMark = "@"

// FileName is the name of a variant, without options, by the name of its file and the
// digest of its rules.
func FileName(file, digest string) string { return strings.Map(FileRune, file) + digestMark + digest }

// FileRune replaces what has a meaning in the name of a variant.
func FileRune(r rune) rune {
	if strings.ContainsRune(":,="+digestMark, r) {
		return '-'
	}
	return r
}

// OtherRules says that two names are of variants whose files have one name but other
// rules, whatever their options.
func OtherRules(a, b string) bool {
	a, digestA, okA := strings.Cut(a, digestMark)
	b, digestB, okB := strings.Cut(b, digestMark)
	digestA, _, _ = strings.Cut(digestA, ":")
	digestB, _, _ = strings.Cut(digestB, ":")
	return okA && okB && a == b && digestA != digestB
}

// CutDigest cuts the name of a variant, or a file with a digest, before and after the
// mark. It is false if there is no file with one of the endings before the mark.
func CutDigest(name string, endings ...string) (file, digest string, ok bool) {
	at := strings.LastIndex(name, digestMark)
	if at < 0 || !hasEnding(name[:at], endings) {
		return name, "", false
	}
	return name[:at], name[at+len(digestMark):], true
}

// SplitSpec cuts FILE:option=value,... into the file and the options. The file can have
// the digest behind it that the names of variants have. It is false for what does not name
// a file with one of the endings, as in ".kif".
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

// CheckDigest makes an InputError if a digest was asked for that is not that of the rules
// in a file, as when the file has changed since.
func CheckDigest(file, want, have string) error {
	if want == have {
		return nil
	}
	return BadInput("%s%s%s: the rules in the file are others now, %s%s%s; leave out %s%s to use these",
		file, digestMark, want, file, digestMark, have, digestMark, want)
}
