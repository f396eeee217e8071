package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/games/gdl"
	"zermelo/tablebase/store"
)

// open finds the variant that spec names: a built-in game or a rule sheet.
func (p *program) open(ctx context.Context, spec string) (games.Variant, error) {
	v, err := p.find(ctx, spec)
	if err == nil {
		p.specs[v.Info().Name] = v.Info().Spec()
	}
	return v, err
}

func (p *program) find(ctx context.Context, spec string) (games.Variant, error) {
	if _, _, ok := gdl.SplitSpec(spec); ok {
		limits, err := p.sheets.Limits()
		if err != nil {
			return nil, err
		}
		return gdl.OpenSpec(ctx, spec, limits)
	}
	v, err := p.registry.Open(spec)
	var input *games.InputError
	if !errors.As(err, &input) {
		return v, err
	}
	name, opts, _ := strings.Cut(spec, ":")
	entry := p.entry(name)
	if entry == nil {
		if hint := usage.DidYouMean(name, p.registry.Names()); hint != "" {
			err = games.BadInput("unknown game %q%s (zermelo games lists all)", name, hint)
		}
		return nil, err
	}
	var names []string
	for _, o := range entry.Options {
		names = append(names, o.Name)
	}
	for opt := range strings.SplitSeq(opts, ",") {
		if opt, _, ok := strings.Cut(opt, "="); ok && !slices.Contains(names, opt) {
			return nil, games.BadInput("%v%s", err, usage.DidYouMean(opt, names))
		}
	}
	return nil, err
}

// entry finds the game that a name, perhaps a preset's, stands for; nil if none.
func (p *program) entry(name string) *games.Entry {
	for _, preset := range p.registry.Presets {
		if preset.Name == name {
			name, _, _ = strings.Cut(preset.Spec, ":")
			break
		}
	}
	for i := range p.registry.Entries {
		if p.registry.Entries[i].Name == name {
			return &p.registry.Entries[i]
		}
	}
	return nil
}

// isGame reports whether spec begins with the name of a game, or is a rule sheet.
func (p *program) isGame(spec string) bool {
	_, _, sheet := gdl.SplitSpec(spec)
	name, _, _ := strings.Cut(spec, ":")
	return sheet || p.entry(name) != nil
}

// completeGame completes the first argument of a command: names of games, then options,
// then values if they can be listed; and files of rule sheets.
func (p *program) completeGame(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	list := append(p.completions(typed), sheetFiles(typed)...)
	return list, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// sheetFiles are the rule sheets and folders whose path begins with what was typed.
func sheetFiles(typed string) []string {
	var list []string
	if typed == "" {
		return nil
	}
	matches, err := filepath.Glob(globQuoter().Replace(typed) + "*")
	if err != nil {
		return nil
	}
	for _, path := range matches {
		if _, _, ok := gdl.SplitSpec(path); ok {
			list = append(list, path)
		} else if stat, err := os.Stat(path); err == nil && stat.IsDir() {
			list = append(list, path+string(filepath.Separator))
		}
	}
	return list
}

// globQuoter quotes the characters of a path that have a meaning in patterns.
func globQuoter() *strings.Replacer {
	return strings.NewReplacer("*", `\*`, "?", `\?`, "[", `\[`, `\`, `\\`)
}

func (p *program) completions(typed string) []string {
	name, opts, ok := strings.Cut(typed, ":")
	var list []string
	if !ok {
		for _, e := range p.registry.Entries {
			list = append(list, cobra.CompletionWithDesc(e.Name, e.Summary))
		}
		for _, preset := range p.registry.Presets {
			list = append(list, cobra.CompletionWithDesc(preset.Name, preset.Summary))
		}
		return matching(list, typed)
	}
	entry := p.entry(name)
	if entry == nil {
		return nil
	}
	done, last := "", opts
	if i := strings.LastIndexByte(opts, ','); i >= 0 {
		done, last = opts[:i+1], opts[i+1:]
	}
	option, _, valued := strings.Cut(last, "=")
	for _, o := range entry.Options {
		switch {
		case strings.Contains(","+done, ","+o.Name+"="): // given already
		case !valued:
			list = append(list, cobra.CompletionWithDesc(name+":"+done+o.Name+"=", o.Help+" ("+o.Domain+")"))
		case o.Name == option:
			for _, v := range listed(o.Domain) {
				list = append(list, name+":"+done+o.Name+"="+v)
			}
		}
	}
	return matching(list, typed)
}

// listed are the values of a domain written as in "none | diagonal"; a domain
// of numbers or patterns has none.
func listed(domain string) []string {
	var values []string
	for v := range strings.SplitSeq(domain, " | ") {
		if !strings.ContainsAny(v, ". ,") {
			values = append(values, v)
		}
	}
	return values
}

// matching are the completions that begin with what was typed.
func matching(list []string, typed string) []string {
	return slices.DeleteFunc(list, func(c string) bool { return !strings.HasPrefix(c, typed) })
}

// unsolved says what can be done with a rule sheet that cannot be solved.
func unsolved(info *games.Info) string {
	file, _, ok := gdl.SplitSpec(info.Typed)
	if !ok {
		return ""
	}
	return fmt.Sprintf("; what can be done with this one: play it out (zermelo gdl playout %q), count its plays (zermelo gdl perft %q 5), see its kind (zermelo gdl info %q)", file, file, file)
}

// otherRules adds to an error about a missing table of a rule sheet the tables of other
// rules under the file's name: the file may have changed since they were made.
func otherRules(db string, v games.Variant, err error) error {
	list, listErr := store.List(db)
	if listErr != nil {
		return err // the first error says more
	}
	for _, s := range list {
		if variant, _ := store.VariantOf(s.Name); gdl.OtherRules(variant, v.Info().Name) {
			return fmt.Errorf("%w (there is a table of %s: the rules in the file have changed since, or those are of another file of that name)", err, s.Name)
		}
	}
	return err
}
