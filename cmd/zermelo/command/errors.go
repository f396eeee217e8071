package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strings"

	"zermelo/cmd/zermelo/command/gdl"
	"zermelo/cmd/zermelo/terminal"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/games/gdl/sheet"
	"zermelo/games/own"
	"zermelo/reports/words"
	"zermelo/tablebase/store"
)

// The exit codes, as listed in the help of the root command.
const (
	exitOK      = 0
	exitFailure = 1
	exitUsage   = 2
	exitNoTable = 3
	exitCorrupt = 4

	exitInterrupted = 130 // as shells have it: 128 and the number of the signal
)

// exitCode is the exit code of an error. Errors before a command runs are mistakes on
// the command line. After ctx has ended, an error without a code of its own is the
// interruption.
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

// failure is the JSON form of an error, one line on standard error.
type failure struct {
	Error string `json:"error"`          // what is wrong
	Hint  string `json:"hint,omitempty"` // what to do instead
	Exit  int    `json:"exit_code"`
}

// fail tells of the error that ends the program and returns its exit code.
func (p *program) fail(ctx context.Context, err error, code int) int {
	if p.json {
		what, hint := p.errorParts(err)
		p.errorJSON(failure{p.named(what), p.named(hint), code})
		return code
	}
	var wrong *sheet.InvalidError
	if errors.As(err, &wrong) {
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

// withoutDetails is an error without the lines that are printed below it.
type withoutDetails struct {
	error
	details string
}

func (e withoutDetails) Error() string {
	return strings.Replace(e.error.Error(), "\n"+e.details, "", 1)
}

// Unwrap is the whole error.
func (e withoutDetails) Unwrap() error { return e.error }

// showProblems shows the problems of a rule sheet as gdl check does, and returns what is
// left to say.
func (p *program) showProblems(ctx context.Context, wrong *sheet.InvalidError, err error) error {
	limits, limitErr := p.sheets.Limits()
	if limitErr != nil {
		return err
	}
	out := terminal.NewOutput(p.err)
	defer usage.LimitGrounding(usage.Size(limits.Bytes))()
	n, checkErr := gdl.PrintCheck(ctx, out, wrong.Sheet.Path, limits)
	if cmp.Or(checkErr, out.Flush()) != nil || n == 0 {
		return err // which has the first problems
	}
	return fmt.Errorf("%s in the rule sheet %s", words.Plural(int64(n), "error"), wrong.Sheet.Name)
}

// errorJSON prints a line of JSON on standard error, which has nowhere to tell its
// own errors.
func (p *program) errorJSON(v any) {
	out := terminal.NewOutput(p.err)
	_ = cmp.Or(out.PrintJSONLine(v), out.Flush())
}

// maxErrorLine is the longest text of an error that is printed, in characters.
const maxErrorLine = 4000

// errorText is an error as it is printed: what is wrong and what to type instead, in one
// line, which is easier to search for.
func (p *program) errorText(err error) string {
	text, hint := p.errorParts(err)
	if hint != "" {
		text += "; " + hint
	}
	return p.named(text)
}

// errorParts are what is wrong, and what to do instead, which may be empty. Long paths
// are cut.
func (p *program) errorParts(err error) (text, hint string) {
	text = strings.ReplaceAll(err.Error(), "\n", "; ")
	var path *fs.PathError
	if errors.As(err, &path) && path.Path != "" {
		text = strings.ReplaceAll(text, path.Path, games.Echo(path.Path))
	}
	text = p.asOpened(games.Clean(games.Shorten(text, maxErrorLine)))
	if hint = games.Clean(p.hint(err)); hint == "" {
		for _, mark := range []string{"; did you mean ", "; see \""} { // packages below write these themselves
			if at := strings.LastIndex(text, mark); at >= 0 {
				return text[:at], text[at+2:]
			}
		}
	}
	return text, hint
}

// asOpened calls the variants in a text by the names that they were opened by, such as
// presets. What is part of a longer name or of a path stays.
func (p *program) asOpened(text string) string {
	for name, label := range p.labels {
		if name != label {
			whole := regexp.MustCompile(`(^|[^\w./:,=-])` + regexp.QuoteMeta(name) + `($|[^\w.:,=/-]|[.:,]($|\s))`)
			text = whole.ReplaceAllString(text, "${1}"+strings.ReplaceAll(label, "$", "$$")+"${2}")
		}
	}
	return text
}

// hint says what to type about an error of a table, "" if there is nothing to say.
// Packages below the command line put what a hint needs into their errors.
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
		return fmt.Sprintf("use a newer %s, or %s", p.name, p.renew(version.Name))
	case errors.As(err, &corrupt):
		return p.renew(corrupt.Name)
	case errors.As(err, &foreign):
		return p.renew(foreign.Name)
	case errors.As(err, &wrong):
		return p.renew(wrong.Name)
	case errors.As(err, &strange):
		return "move it away, or delete it yourself if nobody needs it"
	case errors.Is(err, store.ErrFull):
		return "what is stored is kept: make room and run the same command again to resume"
	case errors.As(err, &access):
		return "name a folder that you may use with --db DIR"
	case errors.As(err, &none) && none.Begun:
		return fmt.Sprintf("resume with: zermelo solve %q", p.specOf(none.Name))
	case errors.As(err, &none):
		return fmt.Sprintf("solve it with: zermelo solve %q", p.specOf(none.Name))
	}
	return ""
}

// renew says how to get rid of a table that cannot be used.
func (p *program) renew(table string) string {
	switch variant, kind := store.VariantOf(table); kind {
	case "known", "open":
		return fmt.Sprintf("delete it with: zermelo tables delete %q %s", p.specOf(variant), storedKinds()[kind])
	case "proof":
		return fmt.Sprintf("make it again with: zermelo solve --force %q --method search", p.specOf(variant))
	}
	return fmt.Sprintf("make it again with: zermelo solve --force %q", p.specOf(table))
}

// specOf is what opens a variant on the command line: what was typed, such as a
// preset or the path of a rule sheet, or else its name.
func (p *program) specOf(name string) string {
	if spec, ok := p.specs[name]; ok {
		return spec
	}
	return name
}
