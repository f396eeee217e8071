package gdl

import (
	"fmt"

	"github.com/cespare/xxhash/v2"

	"zermelo/games"
	"zermelo/games/gdl/sheet"
)

// The name of a variant made from a sheet is the name of its file and a digest
// of its rules, as in "pile.kif@3f2a1b", so that neither two sheets of one name
// nor two versions of a sheet are taken for each other.

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
func variantName(s *sheet.Sheet) string { return games.FileName(s.Name, digestOf(s)) }

// endings are those of files of rule sheets.
func endings() []string { return []string{".kif", ".gdl"} }

// cutDigest cuts the name of a variant, or a file with a digest, before and
// after the mark. It is false if there is no rule sheet before the mark.
func cutDigest(name string) (file, digest string, ok bool) {
	return games.CutDigest(name, endings()...)
}

// SplitSpec cuts FILE.kif:option=value,... into the file and the options. The
// file can have the digest behind it that the names of variants have. It is
// false for what does not name a rule sheet, a file that ends in .kif or .gdl.
func SplitSpec(spec string) (file, options string, ok bool) {
	return games.SplitSpec(spec, endings()...)
}

// checkDigest makes an InputError if a digest was asked for that is not the
// sheet's, as when the file has changed since.
func checkDigest(s *sheet.Sheet, want string) error {
	return games.CheckDigest(s.Name, want, digestOf(s))
}
