package gdl

import (
	"fmt"

	"github.com/cespare/xxhash/v2"

	"zermelo/games"
	"zermelo/games/gdl/sheet"
)

// digestDigits is the length, in hexadecimal digits, of the digest in a
// variant's name. A collision of two sheets with the same file name is
// harmless: the rules digests of their tables still differ.
const digestDigits = 6

// digestOf returns a short hash of the parsed rules. The hash depends on the
// order of the rules but not on layout and comments.
func digestOf(s *sheet.Sheet) string {
	h := xxhash.New()
	for i := range s.Rules {
		fmt.Fprintln(h, s.Rules[i].String())
	}
	return fmt.Sprintf("%016x", h.Sum64())[:digestDigits]
}

// variantName returns the name of a sheet's variant without options. The name
// consists of the file name and a digest of the rules, as in "pile.kif@3f2a1b".
// The digest distinguishes sheets with the same file name, such as two versions
// of one file.
func variantName(s *sheet.Sheet) string { return games.FileName(s.Name, digestOf(s)) }

func suffixes() []string { return []string{".kif", ".gdl"} }

// cutDigest splits a name at the mark that precedes the digest. It returns
// false if the part before the mark does not name a rule sheet.
func cutDigest(name string) (file, digest string, ok bool) {
	return games.CutDigest(name, suffixes()...)
}

// SplitSpec splits FILE.kif:option=value,... into the file and the options. The
// file may be followed by a digest, as in the names of variants. SplitSpec
// returns false if the file name does not end in .kif or .gdl.
func SplitSpec(spec string) (file, options string, ok bool) {
	return games.SplitSpec(spec, suffixes()...)
}

// checkDigest returns a games.InputError if want differs from the digest of the
// sheet, which happens if the file has changed.
func checkDigest(s *sheet.Sheet, want string) error {
	return games.CheckDigest(s.Name, want, digestOf(s))
}
