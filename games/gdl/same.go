package gdl

import (
	"bytes"
	"context"
	_ "embed"
	"slices"
	"strings"

	"zermelo/games"
	"zermelo/games/gdl/draw"
	"zermelo/games/gdl/machine"
	"zermelo/games/gdl/network"
	"zermelo/games/gdl/sheet"
	"zermelo/games/gdl/symmetry"
	"zermelo/games/gdl/work"
)

//go:embed presets.tsv
var presets string

// PresetOf is the built-in variant whose rules a sheet of this form has, "" if none is
// known. The list has the forms of sheets that are compared with the built-in games state
// for state; it is no proof for sheets that say the same in another way.
func PresetOf(form string) string {
	for line := range strings.Lines(presets) {
		if preset, known, _ := strings.Cut(strings.TrimSpace(line), "\t"); known == form {
			return preset
		}
	}
	return ""
}

// FormOf is the form of the rules of a machine, as in games.Sheet; "" if it is not found
// within the limits. The error is that of ctx.
func FormOf(ctx context.Context, m *machine.Machine) (string, error) {
	form, err := formOf(ctx, m)
	if form == nil {
		return "", err
	}
	return form.Digest(), err
}

// OpenSame makes the game of another sheet, the variant called name with this text, that
// has the same rules as the sheet that spec names up to names and order, and writes its
// states and moves in the words of that. Roles keep the names that they have in the other
// sheet. It is nil if the rules are not the same.
func OpenSame(ctx context.Context, spec, name, text string, limits work.Limits) (games.Variant, error) {
	file, _, _ := SplitSpec(spec)
	file, _, _ = cutDigest(file)
	rules, err := readSound(ctx, file, limits)
	if err != nil {
		return nil, err
	}
	m, err := compileSheet(ctx, rules, limits)
	if err != nil {
		return nil, err
	}
	form, err := formOf(ctx, m)
	if form == nil {
		return nil, err
	}
	otherFile, _, _ := cutDigest(name)
	otherRules, problems := sheet.Parse(otherFile, text)
	if len(fatalOnes(problems)) > 0 {
		return nil, nil
	}
	v, otherForm, err := openRules(ctx, otherRules, "", limits)
	if err != nil || otherForm == nil || v.Info().Name != name || !bytes.Equal(form.Text, otherForm.Text) {
		return nil, err
	}
	v.(interface{ say(*renaming) }).say(newRenaming(m, form, otherForm))
	v.Info().Typed, v.Info().Title = spec, m.Name
	return v, nil
}

// renaming is how the states and moves of a game are written in the words of another
// sheet with the same rules.
type renaming struct {
	machine     *machine.Machine // of the other sheet
	words       *Words
	painter     *draw.Painter
	there, back map[int32]int32 // fluents: of the game's the other's, and of the other's the game's
	moves       []map[int32]int32
	always      []int32 // the other's fluents that are true in all states
}

func newRenaming(m *machine.Machine, form, game *symmetry.Form) *renaming {
	r := &renaming{machine: m, words: NewWords(m), there: map[int32]int32{}, back: map[int32]int32{}}
	constant := make([]bool, len(m.Fluents))
	for f, l := range m.Logic.Fluents {
		constant[f] = l == network.True || l == network.False
		if l == network.True {
			r.always = append(r.always, int32(f))
		}
	}
	r.painter = draw.NewPainter(m, constant)
	for i, f := range game.Fluents {
		r.there[f], r.back[form.Fluents[i]] = form.Fluents[i], f
	}
	for role, list := range game.Moves {
		r.moves = append(r.moves, map[int32]int32{})
		for i, move := range list {
			r.moves[role][move] = form.Moves[role][i]
		}
	}
	return r
}

// translate are the images of fluents, ascending, of those that have one.
func translate(fluents []int32, by map[int32]int32) []int32 {
	images := []int32{}
	for _, f := range fluents {
		if to, ok := by[f]; ok {
			images = append(images, to)
		}
	}
	slices.Sort(images)
	return images
}
