package gdl

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/cespare/xxhash/v2"

	"zermelo/games"
	"zermelo/games/gdl/sheet"
)

// The name of a variant made from a sheet is the name of its file and a digest
// of its rules, as in "pile.kif@3f2a1b", so that neither two sheets of one name
// nor two versions of a sheet are taken for each other.

// digestMark stands between file and digest.
const digestMark = "@"

// digestDigits is the length of the digest, in hexadecimal digits. Should two
// sheets of one name have one digest, the tables' own digests still differ.
const digestDigits = 6

// digestOf is a short hash of the sheet's rules as they are read: layout and
// comments do not matter, the order of the rules does.
func digestOf(s *sheet.Sheet) string {
	h := xxhash.New()
	for i := range s.Rules {
		fmt.Fprintln(h, s.Rules[i].String())
	}
	return fmt.Sprintf("%016x", h.Sum64())[:digestDigits]
}

// variantName is the name of a sheet's variant, without options.
func variantName(s *sheet.Sheet) string {
	return strings.Map(nameRune, s.Name) + digestMark + digestOf(s)
}

// nameRune replaces what has a meaning in the name of a variant.
func nameRune(r rune) rune {
	if strings.ContainsRune(":,="+digestMark, r) {
		return '-'
	}
	return r
}

// OtherRules says that two names are of variants of rule sheets whose files have
// one name but other rules, whatever their options.
func OtherRules(a, b string) bool {
	a, digestA, okA := cutDigest(a)
	b, digestB, okB := cutDigest(b)
	digestA, _, _ = strings.Cut(digestA, ":")
	digestB, _, _ = strings.Cut(digestB, ":")
	return okA && okB && a == b && digestA != digestB
}

// cutDigest cuts the name of a variant, or a file with a digest, before and
// after the mark. It is false if there is no rule sheet before the mark.
func cutDigest(name string) (file, digest string, ok bool) {
	at := strings.LastIndex(name, digestMark)
	if at < 0 || !hasSheetEnding(name[:at]) {
		return name, "", false
	}
	return name[:at], name[at+len(digestMark):], true
}

// SplitSpec cuts FILE.kif:option=value,... into the file and the options. The
// file can have the digest behind it that the names of variants have. It is
// false for what does not name a rule sheet, a file that ends in .kif or .gdl.
func SplitSpec(spec string) (file, options string, ok bool) {
	end := strings.LastIndexByte(spec, ':')
	for ; end >= 0; end = strings.LastIndexByte(spec[:end], ':') {
		if isSheet(spec[:end]) {
			return spec[:end], spec[end+1:], true
		}
	}
	return spec, "", isSheet(spec)
}

func isSheet(file string) bool {
	_, _, digest := cutDigest(file)
	return digest || hasSheetEnding(file)
}

func hasSheetEnding(file string) bool {
	ext := strings.ToLower(filepath.Ext(file))
	return ext == ".kif" || ext == ".gdl"
}

// checkDigest makes an InputError if a digest was asked for that is not the
// sheet's, as when the file has changed since.
func checkDigest(s *sheet.Sheet, want string) error {
	if have := digestOf(s); want != have {
		return games.BadInput("%s%s%s: the rules in the file are others now, %s%s%s; leave out %s%s to use these",
			s.Name, digestMark, want, s.Name, digestMark, have, digestMark, want)
	}
	return nil
}
