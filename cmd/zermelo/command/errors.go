package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strings"

	"zermelo/cmd/zermelo/author"
	"zermelo/cmd/zermelo/terminal"
	"zermelo/games"
	"zermelo/games/gdl/sheet"
	"zermelo/games/gdl/work"
	"zermelo/games/own"
	"zermelo/reports/words"
	"zermelo/tablebase/store"
)

// Exit codes; see "zermelo help exit-codes".
const (
	exitOK      = 0
	exitFailure = 1
	exitUsage   = 2
	exitNoTable = 3
	exitCorrupt = 4

	exitInterrupted = 130 // 128 plus the signal number
)

// exitCode returns the exit code for an error. Before a command is started, every
// error is a usage error. If ctx is cancelled, a failure is attributed to the
// cancellation.
func (p *program) exitCode(ctx context.Context, err error) int {
	var input *games.InputError
	var wrong *store.WrongError
	switch {
	case !p.started || errors.As(err, &input):
		return exitUsage
	case store.Unusable(err) || errors.As(err, &wrong):
		return exitCorrupt
	case errors.Is(err, store.ErrNoTable):
		return exitNoTable
	case ctx.Err() != nil:
		return exitInterrupted
	}
	return exitFailure
}

func (p *program) fail(ctx context.Context, err error, code int) int {
	if p.out.JSON {
		what, hint := p.errorParts(err)
		_ = terminal.WriteJSONLine(p.err, terminal.Failure{Error: p.named(what), Hint: p.named(hint), Exit: code}) // an error cannot be reported
		return code
	}
	if wrong, ok := errors.AsType[*sheet.InvalidError](err); ok {
		err = p.showProblems(ctx, wrong, err)
	}
	var rules *own.RulesError
	details := ""
	if errors.As(err, &rules) {
		details = rules.Details()
		err = withoutDetails{err, strings.TrimRight(details, "\n")}
	}
	fmt.Fprintf(p.err, "%s: %s\n%s", p.name, p.errorText(err), details)
	return code
}

// withoutDetails removes details from the message of an error.
type withoutDetails struct {
	error
	details string
}

func (e withoutDetails) Error() string {
	return strings.Replace(e.error.Error(), "\n"+e.details, "", 1)
}

func (e withoutDetails) Unwrap() error { return e.error }

// showProblems prints the problems of a rule sheet as the command "check" does, and
// returns an error that summarizes them. If it cannot print them, it returns err.
func (p *program) showProblems(ctx context.Context, wrong *sheet.InvalidError, err error) error {
	out, n := terminal.NewOutput(p.err), 0
	checkErr := p.sheets.Apply(func(limits work.Limits) (err error) {
		n, err = author.PrintProblems(ctx, out, wrong.Sheet.Path, limits)
		return err
	})
	if cmp.Or(checkErr, out.Flush()) != nil || n == 0 {
		return err
	}
	return fmt.Errorf("%s in the rule sheet %s", words.Plural(int64(n), "error"), wrong.Sheet.Name)
}

// maxErrorLine is the maximum length of an error, in characters.
const maxErrorLine = 4000

func (p *program) errorText(err error) string {
	text, hint := p.errorParts(err)
	if hint != "" {
		text += "; " + hint
	}
	return p.named(text)
}

// errorParts returns the message of an error, with long paths shortened, and its
// hint, if any.
func (p *program) errorParts(err error) (text, hint string) {
	text = strings.ReplaceAll(err.Error(), "\n", "; ")
	if path, ok := errors.AsType[*fs.PathError](err); ok && path.Path != "" {
		text = strings.ReplaceAll(text, path.Path, games.Echo(path.Path))
	}
	text = p.asOpened(games.Clean(games.Shorten(text, maxErrorLine)))
	if hint = games.Clean(p.hint(err)); hint == "" {
		for _, mark := range []string{"; did you mean ", "; see \""} { // the message contains a hint
			if at := strings.LastIndex(text, mark); at >= 0 {
				return text[:at], text[at+2:]
			}
		}
	}
	return text, hint
}

// asOpened replaces the names of variants in text with their labels, except within
// longer names and paths.
func (p *program) asOpened(text string) string {
	for name, info := range p.infos {
		if label := info.Label(); name != label {
			whole := regexp.MustCompile(`(^|[^\w./:,=-])` + regexp.QuoteMeta(name) + `($|[^\w.:,=/-]|[.:,]($|\s))`)
			text = whole.ReplaceAllString(text, "${1}"+strings.ReplaceAll(label, "$", "$$")+"${2}")
		}
	}
	return text
}

// hint returns a remedy for an error about a table, or "" for other errors.
func (p *program) hint(err error) string {
	var (
		none    *store.NoTableError
		corrupt *store.CorruptError
		foreign *store.ForeignError
		version *store.VersionError
		wrong   *store.WrongError
		strange *store.NotOwnedError
		access  *store.AccessError
	)
	switch {
	case errors.As(err, &version) && !version.Newer():
		return p.renew(version.Name)
	case errors.As(err, &version):
		return fmt.Sprintf("use a newer %s or %s", p.name, p.renew(version.Name))
	case errors.As(err, &corrupt):
		return p.renew(corrupt.Name)
	case errors.As(err, &foreign):
		return p.renew(foreign.Name)
	case errors.As(err, &wrong):
		return p.renew(wrong.Name)
	case errors.As(err, &strange):
		return "move or delete it manually"
	case strings.HasSuffix(err.Error(), "violates its contract") && len(p.opened) > 0:
		return fmt.Sprintf("find the error with: zermelo check %q", p.opened[0].Info().Spec())
	case errors.Is(err, store.ErrFull):
		return "free disk space and run the same command again to resume"
	case errors.As(err, &access):
		return "choose another directory with --db DIR"
	case errors.As(err, &none) && none.Begun:
		return fmt.Sprintf("resume with: zermelo solve %q", p.specOf(none.Name))
	case errors.As(err, &none):
		return fmt.Sprintf("solve it with: zermelo solve %q", p.specOf(none.Name))
	}
	return ""
}

// renew returns a hint with the command that replaces or deletes an unusable table.
func (p *program) renew(table string) string {
	switch variant, kind := store.VariantOf(table); kind {
	case "known", "open":
		return fmt.Sprintf("delete it with: zermelo tables delete %q %s", p.specOf(variant), storedKinds()[kind])
	case "proof":
		return fmt.Sprintf("rebuild it with: zermelo solve --force %q --method search", p.specOf(variant))
	}
	return fmt.Sprintf("rebuild it with: zermelo solve --force %q", p.specOf(table))
}

// specOf returns the spec under which the named variant was opened, or name if it was
// not opened.
func (p *program) specOf(name string) string {
	if info, ok := p.infos[name]; ok {
		return info.Spec()
	}
	return name
}
