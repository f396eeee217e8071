package publish

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"zermelo/cmd/zermelo/publish/folder"
	"zermelo/games"
)

// program is the import path of the program for browsers.
const program = "zermelo/cmd/zermelo/publish/explorer"

// findSource returns the folder with the source code: given or, if it is empty, the
// folder that this program was built from or the working directory.
func findSource(given string) (string, error) {
	if _, file, _, ok := runtime.Caller(0); ok && given == "" {
		given = filepath.Join(filepath.Dir(file), "..", "..", "..")
		if !isSource(given) {
			given = "."
		}
	}
	if !isSource(given) {
		return "", games.BadInput("%s: not the source folder of zermelo; specify it with --source DIR", games.Echo(given))
	}
	return given, nil
}

func isSource(dir string) bool {
	text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	return err == nil && bytes.HasPrefix(text, []byte("module zermelo\n"))
}

// compile builds the program for browsers and copies Go's support script.
func compile(ctx context.Context, source, dir string) error {
	root, err := goCommand(ctx, source, "env", "GOROOT")
	if err != nil {
		return err
	}
	if err := copyFile(filepath.Join(strings.TrimSpace(root), "lib", "wasm", "wasm_exec.js"), filepath.Join(dir, "wasm_exec.js")); err != nil {
		return err
	}
	whole := filepath.Join(dir, "explorer.wasm")
	if whole, err = filepath.Abs(whole); err != nil {
		return err
	}
	if _, err := goCommand(ctx, source, "build", "-trimpath", "-ldflags=-s -w", "-o", whole, program); err != nil {
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

func compress(from, to string) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	w, err := gzip.NewWriterLevel(out, gzip.BestCompression)
	if err == nil {
		_, err = io.Copy(w, in)
		err = cmp.Or(err, w.Close())
	}
	return errors.Join(err, out.Close())
}
