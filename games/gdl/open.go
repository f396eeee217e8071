package gdl

import (
	"path/filepath"
	"strings"

	"zermelo/games"
)

// SplitSpec cuts FILE.kif:option=value,... into the file and the options. It is
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
	ext := strings.ToLower(filepath.Ext(file))
	return ext == ".kif" || ext == ".gdl"
}

// OpenSpec makes the game of the rule sheet that spec names; see SplitSpec. Its
// name is the file's without the folder, with the options that are not at their
// default. The errors are those of Load, and InputErrors for options and for
// games that cannot be solved.
func OpenSpec(spec string, limits Limits) (games.Variant, error) {
	file, options, _ := SplitSpec(spec)
	m, err := Load(file, limits)
	if err != nil {
		return nil, err
	}
	v, err := m.Open()
	if err != nil {
		return nil, err
	}
	entry := games.Entry{
		Name:    strings.Map(nameRune, m.Name),
		Options: []games.Option{symmetryOption()},
	}
	_, layered := v.(interface{ Span() int })
	if !layered {
		entry.Options = append([]games.Option{endlessOption(m)}, entry.Options...)
	}
	entry.New = func(c games.Choice) (games.Variant, error) {
		if !layered {
			setEndless(v.Info(), c.String(Endless))
		}
		if g, ok := v.(interface{ ignoreSymmetry() }); ok && c.String(Symmetry) == "off" {
			g.ignoreSymmetry()
		}
		return v, nil
	}
	name := entry.Name
	if len(options) > 0 || strings.HasSuffix(spec, ":") {
		name += ":" + options
	}
	registry := games.Registry{Entries: []games.Entry{entry}}
	return registry.Open(name)
}

// nameRune replaces what has a meaning in the name of a variant.
func nameRune(r rune) rune {
	switch r {
	case ':', ',', '=':
		return '-'
	}
	return r
}

// endlessOption is the option of games in which positions can come back.
func endlessOption(m *Machine) games.Option {
	if len(m.Roles) == 1 {
		return games.Enum(Endless, "what play that never ends is worth: the lowest goal, or half of the lowest and the highest", "loss", "draw")
	}
	return games.Enum(Endless, "what play that never ends is worth: half of all there is to get for each role, or the lowest goal for "+m.Roles[0], "draw", "loss")
}

// symmetryOption is the option of all sheets, with symmetries or without.
func symmetryOption() games.Option {
	return games.Enum(Symmetry, "whether positions that a symmetry of the rules takes to each other are stored once", "on", "off")
}

// setEndless writes the option into what a solver is told of the game.
func setEndless(info *games.Info, value string) {
	endless := info.Total / 2
	if value == "loss" && len(info.Payoffs) > 0 {
		endless = info.Payoffs[0]
	}
	info.Endless = &endless
}
