package publish

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"

	"zermelo/cmd/zermelo/publish/folder"
	"zermelo/games"
)

// program is the import path of the program that runs in browsers.
const program = "zermelo/cmd/zermelo/publish/explorer"

// Build tags of the program for browsers. A release contains it for each tag, in the file
// explorer-TAG.bin.
const (
	builtinTag = "builtin" // only the built-in games
	rulesTag   = "rules"   // also rule sheets, scripts and modules
)

// support is the name of Go's support script for programs in browsers.
const support = "wasm_exec.js"

// findSource returns the folder given after checking that it contains the source
// code. If given is empty, findSource returns the folder that this program was built
// from, or else the working directory.
func findSource(given string) (string, error) {
	if given != "" {
		if !isSource(given) {
			return "", games.BadInput("%s: not the source folder of zermelo; specify it with --source DIR", games.Echo(given))
		}
		return given, nil
	}
	if _, file, _, ok := runtime.Caller(0); ok {
		if dir := filepath.Join(filepath.Dir(file), "..", "..", ".."); isSource(dir) {
			return dir, nil
		}
	}
	if !isSource(".") {
		return "", games.BadInput("no compiled explorer; unpack %s.tar.gz of the release next to this program, or specify the source folder of zermelo with --source DIR", releaseFolder)
	}
	return ".", nil
}

// releaseFolder is the folder in a release that contains the compiled program for
// browsers. It is in the same directory as the executable.
const releaseFolder = "zermelo-explorer"

// findRelease returns the path of the folder releaseFolder next to this executable, or ""
// if it does not exist.
func findRelease() (string, error) {
	executable, err := os.Executable()
	if err == nil {
		executable, err = filepath.EvalSymlinks(executable)
	}
	dir := filepath.Join(filepath.Dir(executable), releaseFolder)
	if _, failed := os.Stat(filepath.Join(dir, "explorer-"+builtinTag+".bin")); err == nil && errors.Is(failed, fs.ErrNotExist) {
		return "", nil
	}
	return dir, err
}

// copyRelease copies the program for browsers from a release folder to dir. It returns
// a games.InputError if that program's version differs from the version of the running
// program.
func copyRelease(release, dir, tag string) error {
	packed, err := os.Open(filepath.Join(release, "explorer-"+tag+".bin"))
	if err != nil {
		return err
	}
	defer packed.Close()
	whole, err := gzip.NewReader(packed)
	if err != nil {
		return fmt.Errorf("%s: %w", packed.Name(), err)
	}
	program, err := io.ReadAll(whole)
	if err != nil {
		return fmt.Errorf("%s: %w", packed.Name(), err)
	}
	if build, ok := debug.ReadBuildInfo(); ok && !bytes.Contains(program, []byte("mod\tzermelo\t"+build.Main.Version+"\t")) {
		return games.BadInput("%s: not of version %s; download %s.tar.gz of the same release", games.Echo(release), build.Main.Version, releaseFolder)
	}
	return errors.Join(copyFile(packed.Name(), filepath.Join(dir, folder.Explorer)), copyFile(filepath.Join(release, support), filepath.Join(dir, support)))
}

// isSource reports whether a folder contains the source of this program.
func isSource(dir string) bool {
	text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	return err == nil && bytes.HasPrefix(text, []byte("module zermelo\n"))
}

// compile builds the program for browsers and copies Go's support script. The Makefile uses
// the same flags. Without inlining, which only the searches need, the compressed program
// is 10 % smaller.
func compile(ctx context.Context, source, dir, tag string) error {
	root, err := goCommand(ctx, source, "env", "GOROOT")
	if err != nil {
		return err
	}
	if err := copyFile(filepath.Join(strings.TrimSpace(root), "lib", "wasm", support), filepath.Join(dir, support)); err != nil {
		return err
	}
	whole := filepath.Join(dir, "explorer.wasm")
	if whole, err = filepath.Abs(whole); err != nil {
		return err
	}
	if _, err := goCommand(ctx, source, "build", "-trimpath", "-ldflags=-s -w", "-gcflags=all=-l", "-gcflags=zermelo/solver/...=", "-tags", tag, "-o", whole, program); err != nil {
		return err
	}
	return errors.Join(compress(whole, filepath.Join(dir, folder.Explorer)), os.Remove(whole))
}

// goCommand runs the go command in dir, configured for js/wasm.
func goCommand(ctx context.Context, dir string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case errors.Is(err, exec.ErrNotFound):
		return "", errors.New("go command not found; install Go from https://go.dev/dl")
	case err != nil:
		return "", fmt.Errorf("go %s: %w\n%s", args[0], err, games.Shorten(errs.String(), 2000))
	}
	return out.String(), nil
}

func compress(from, to string) error {
	program, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	var packed bytes.Buffer
	w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression) // fails only for an invalid level
	_, err = w.Write(program)
	if err = cmp.Or(err, w.Close()); err != nil {
		return err
	}
	return os.WriteFile(to, packed.Bytes(), 0o666)
}
