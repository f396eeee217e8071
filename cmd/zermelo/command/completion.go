package command

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// completeGame completes the first argument of a command: names of games, then options,
// then values if they can be listed; and files of rule sheets.
func (p *program) completeGame(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return p.completeGames(cmd, args, typed)
}

// completeGames is completeGame for any argument.
func (p *program) completeGames(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	list := append(p.completions(typed), sheetFiles(typed)...)
	list = slices.DeleteFunc(list, func(c string) bool { return !strings.HasPrefix(c, typed) })
	return list, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// sheetFiles are the rule sheets and folders whose path begins with what was typed.
func sheetFiles(typed string) []string {
	if typed == "" {
		return nil
	}
	quoter := strings.NewReplacer("*", `\*`, "?", `\?`, "[", `\[`, `\`, `\\`)
	matches, _ := filepath.Glob(quoter.Replace(typed) + "*") // the pattern is well-formed
	var list []string
	for _, path := range matches {
		if isFile(path) {
			list = append(list, path)
		} else if stat, err := os.Stat(path); err == nil && stat.IsDir() {
			list = append(list, path+string(filepath.Separator))
		}
	}
	return list
}

// completions are names of games, or the options of the game typed, or values of its last option.
func (p *program) completions(typed string) (list []string) {
	name, opts, ok := strings.Cut(typed, ":")
	if !ok {
		for _, e := range p.registry.Entries {
			list = append(list, cobra.CompletionWithDesc(e.Name, e.Summary))
		}
		for _, preset := range p.registry.Presets {
			list = append(list, cobra.CompletionWithDesc(preset.Name, preset.Summary))
		}
		return list
	}
	entry, _, err := p.registry.Entry(name)
	if err != nil {
		return nil
	}
	i := strings.LastIndexByte(opts, ',') + 1
	done, last := opts[:i], opts[i:]
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
	return list
}

// listed are the values of a domain written as in "none | diagonal"; a domain
// of numbers or patterns has none.
func listed(domain string) (values []string) {
	for v := range strings.SplitSeq(domain, " | ") {
		if !strings.ContainsAny(v, ". ,") {
			values = append(values, v)
		}
	}
	return values
}

// completeFlag sets the completion of a flag, which cmd must have.
func completeFlag(cmd *cobra.Command, flag string, complete cobra.CompletionFunc) {
	if err := cmd.RegisterFlagCompletionFunc(flag, complete); err != nil {
		panic("command: " + err.Error())
	}
}
