package games

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Entry is a built-in game.
type Entry struct {
	Name    string // lower case
	Summary string // one line
	Options []Option
	// New returns the variant with the given options, or an error created by
	// BadInput if the options are incompatible. Each variant must have its own Info
	// struct, and Info must always return the same pointer. The registry sets
	// Info.Name and Info.Options, and Info.Unit if it is empty.
	New func(Choice) (Variant, error)
}

// Preset names a game with a given set of options.
type Preset struct {
	Name    string
	Spec    string // NAME:opt=value,...
	Summary string // one line
}

// Registry is a collection of games and presets.
type Registry struct {
	Entries []Entry
	Presets []Preset
}

// Open returns the variant for spec, which has the form NAME or
// NAME:opt=value,opt=value. The option size may be written without its name, as in
// NAME:5x4. NAME is the name of a game, or of a preset whose options spec can
// override. Names and values are case-insensitive.
func (r *Registry) Open(spec string) (Variant, error) {
	name, opts, hasOpts := strings.Cut(spec, ":")
	if hasOpts && opts == "" {
		return nil, BadInput("%q ends with a colon; expected NAME:option=value,option=value", spec)
	}
	entry, preset, err := r.Entry(name)
	if err != nil {
		return nil, err
	}
	v, err := entry.open(preset.options(), opts)
	if err == nil && preset.Name != "" {
		v.Info().Preset = preset.Name + strings.TrimPrefix(spec, name)
	}
	return v, err
}

func (p Preset) options() string {
	_, options, _ := strings.Cut(p.Spec, ":")
	return options
}

// Entry returns the game or preset with the given name. For a preset, entry is its
// game.
func (r *Registry) Entry(name string) (entry *Entry, preset Preset, err error) {
	game := name
	for _, p := range r.Presets {
		if sameName(p.Name, name) {
			preset = p
			game, _, _ = strings.Cut(p.Spec, ":")
		}
	}
	for i := range r.Entries {
		if sameName(r.Entries[i].Name, game) {
			return &r.Entries[i], preset, nil
		}
	}
	names := r.Names()
	if name == "" {
		return nil, preset, BadInput("game name is empty; see \"zermelo games\"")
	}
	if near := Nearest(name, names); near != "" {
		return nil, preset, BadInput("unknown game %q; did you mean %q?", name, near)
	}
	if fits := withPrefix(name, names); len(fits) > 1 {
		return nil, preset, BadInput("unknown game %q; it matches %s", name, strings.Join(fits, ", "))
	}
	hint := ""
	if list := similar(name, names); len(list) > 0 {
		hint = "; similar names: " + strings.Join(list, ", ")
	}
	return nil, preset, BadInput("unknown game %q%s; see \"zermelo games\"", name, hint)
}

// sameName reports whether name is the game's name, ignoring case, hyphens, spaces,
// underscores, and the spelling of numbers, as in connect-four.
func sameName(game, name string) bool {
	return strings.EqualFold(game, name) || len(name) <= maxTyped && plainName(game) == plainName(name)
}

var plainNames = strings.NewReplacer("-", "", "_", "", " ", "", "two", "2", "three", "3", "four", "4", "five", "5", "six", "6", "nine", "9")

func plainName(name string) string { return plainNames.Replace(strings.ToLower(name)) }

// maxSimilar is the maximum number of names suggested for an unknown game.
const maxSimilar = 3

// similar returns the names with the smallest edit distance to typed, nearest first.
// The distance is at most half of the length of typed.
func similar(typed string, names []string) []string {
	if typed = strings.ToLower(typed); len(typed) > maxTyped {
		typed = typed[:maxTyped]
	}
	distance := func(name string) int { return EditDistance(typed, strings.ToLower(name)) }
	near := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return 2*distance(name) > len(typed) })
	slices.SortStableFunc(near, func(a, b string) int { return cmp.Compare(distance(a), distance(b)) })
	return near[:min(maxSimilar, len(near))]
}

// NameOf returns the name of the variant selected by spec without creating the
// variant. It does not detect incompatible options.
func (r *Registry) NameOf(spec string) (string, error) {
	name, opts, _ := strings.Cut(spec, ":")
	entry, preset, err := r.Entry(name)
	if err != nil {
		return "", err
	}
	settings, err := entry.settings(preset.options(), opts)
	if err != nil {
		return "", err
	}
	return entry.name(settings), nil
}

// PresetsOf returns the names of the presets that select the named variant.
func (r *Registry) PresetsOf(name string) []string {
	var list []string
	for _, p := range r.Presets {
		if of, err := r.NameOf(p.Spec); err == nil && of == name {
			list = append(list, p.Name)
		}
	}
	return list
}

// Names returns the names of the games, followed by the names of the presets.
func (r *Registry) Names() []string {
	var names []string
	for _, e := range r.Entries {
		names = append(names, e.Name)
	}
	for _, p := range r.Presets {
		names = append(names, p.Name)
	}
	return names
}

// HasOption reports whether a game has an option with the given name.
func (r *Registry) HasOption(name string) bool {
	return slices.ContainsFunc(r.Entries, func(e Entry) bool {
		return slices.ContainsFunc(e.Options, func(o Option) bool { return o.Name == name })
	})
}

// settings returns all options with their values. Each text has the form
// option=value,... and overrides the preceding texts.
func (e *Entry) settings(texts ...string) ([]Setting, error) {
	settings := make([]Setting, len(e.Options))
	for i, o := range e.Options {
		settings[i] = Setting{Name: o.Name, Value: o.Default, Default: o.Default, Help: o.Help, Domain: o.Domain, Phrases: o.Phrases}
	}
	for _, text := range texts {
		if text == "" {
			continue
		}
		seen := map[string]bool{}
		for part := range strings.SplitSeq(text, ",") {
			name, err := e.set(settings, part)
			if err != nil {
				return nil, err
			}
			if seen[name] {
				return nil, BadInput("%s: option %s is specified more than once", e.Name, name)
			}
			seen[name] = true
		}
	}
	return settings, nil
}

func (e *Entry) name(settings []Setting) string {
	name, sep := e.Name, ":"
	for i, s := range settings {
		if s.Value != s.Default && !e.Options[i].Drawn {
			name += sep + s.Name + "=" + s.Value
			sep = ","
		}
	}
	return name
}

// open returns the variant with the options in texts; see settings.
func (e *Entry) open(texts ...string) (Variant, error) {
	if err := CheckName(e.Name); err != nil {
		return nil, err
	}
	settings, err := e.settings(texts...)
	if err != nil {
		return nil, err
	}
	v, err := e.New(Choice{settings})
	if err != nil {
		return nil, err
	}
	info := v.Info()
	switch {
	case info == nil || v.Info() != info:
		return nil, fmt.Errorf("game %s: Info returns a different pointer on each call; always return the same pointer", e.Name)
	case info.Options != nil:
		return nil, fmt.Errorf("game %s: Info returns the same struct as %s; create one struct per variant and do not set Options", e.Name, info.Name)
	}
	info.Options, info.Summary = settings, e.Summary
	info.Name = e.name(settings)
	info.Unit = cmp.Or(info.Unit, "point")
	if err := CheckName(info.Name); err != nil {
		return nil, err
	}
	if err := CheckEndless(v); err != nil {
		return nil, err
	}
	return v, nil
}

// set applies a setting of the form option=value and returns the option's name.
func (e *Entry) set(settings []Setting, part string) (string, error) {
	name, value, ok := strings.Cut(part, "=")
	isSizeOption := func(o Option) bool { return o.Name == "size" || o.IsSize }
	if !ok && isSize(part) && slices.ContainsFunc(e.Options, isSizeOption) {
		name, value, ok = "size", part, true
	}
	for i, o := range e.Options {
		if !ok || !strings.EqualFold(o.Name, name) && !(strings.EqualFold(name, "size") && isSizeOption(o)) {
			continue
		}
		normal, err := o.normal(value)
		for _, written := range []string{strings.ToLower(value), strings.ToUpper(value)} {
			if again, wrong := o.normal(written); err != nil && wrong == nil {
				normal, err = again, nil
			}
		}
		if err != nil {
			return "", BadInput("%s: option %s=%s %v", e.Name, o.Name, Echo(value), err)
		}
		settings[i].Value = normal
		return o.Name, nil
	}
	if len(e.Options) == 0 {
		return "", BadInput("%s has no options; remove %q", e.Name, part)
	}
	var list, names []string
	for _, o := range e.Options {
		list, names = append(list, o.Name+"="+o.Domain), append(names, o.Name)
	}
	valid := strings.Join(list, "; ")
	if !ok {
		return "", BadInput("%s: %q is not of the form option=value; the options are %s", e.Name, part, valid)
	}
	if near := Nearest(name, names); near != "" {
		return "", BadInput("%s has no option %q; did you mean %q? The options are %s", e.Name, name, near, valid)
	}
	return "", BadInput("%s has no option %q; the options are %s", e.Name, name, valid)
}

func isSize(text string) bool {
	width, height, ok := strings.Cut(strings.ToLower(text), "x")
	return ok && isNumber(width) && isNumber(height)
}

func isNumber(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }
