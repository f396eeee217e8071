package command

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"zermelo/games"
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

// maxErrorLine is the longest text of an error that is printed, in characters.
const maxErrorLine = 4000

// errorText is an error as it is printed: what is wrong and what to type instead, in one
// line, which is easier to search for. Long paths are cut.
func (p *program) errorText(err error) string {
	text := strings.ReplaceAll(err.Error(), "\n", "; ")
	var path *fs.PathError
	if errors.As(err, &path) && path.Path != "" {
		text = strings.ReplaceAll(text, path.Path, games.Echo(path.Path))
	}
	text = games.Clean(games.Shorten(text, maxErrorLine))
	if hint := p.hint(err); hint != "" {
		text += "; " + games.Clean(hint)
	}
	return p.named(text)
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
		return fmt.Sprintf("delete it with: zermelo tables delete %q", table)
	case "proof":
		return fmt.Sprintf("make it again with: zermelo solve --force %q --method alphabeta", p.specOf(variant))
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
