package docs_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"zermelo/cmd/zermelo/command"
	"zermelo/games/builtin"
)

// checkArgs checks that the program accepts the flags and subcommands in args.
func checkArgs(t *testing.T, from string, args []string) {
	t.Helper()
	var stderr bytes.Buffer
	o := command.Options{Registry: builtin.Registry(), Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: &stderr}
	if code := command.Run(t.Context(), o, append(slices.Clone(args), "--help")...); code != 0 {
		t.Errorf("%s: zermelo %q: %s", from, args, stderr.String())
	}
}

// TestKustomizationBuilds builds the Kubernetes resources and checks the arguments of the
// program in them.
func TestKustomizationBuilds(t *testing.T) {
	kubectl, err := exec.LookPath("kubectl")
	if err != nil {
		t.Skip("kubectl is not installed")
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../deploy/kustomize")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"store.env", "nats.env"} {
		if err := os.Rename(filepath.Join(dir, "base", name+".example"), filepath.Join(dir, "base", name)); err != nil {
			t.Fatal(err)
		}
	}
	out, err := exec.CommandContext(t.Context(), kubectl, "kustomize", filepath.Join(dir, "example")).Output()
	if err != nil {
		t.Fatal(err)
	}
	programs, kinds := 0, map[string]int{}
	for decoder := yaml.NewDecoder(bytes.NewReader(out)); ; {
		var r struct {
			Kind string
			Spec struct {
				Template struct {
					Spec struct {
						Containers []struct {
							Image string
							Args  []string
							Env   []struct{ Name, Value string }
						}
					}
				}
			}
		}
		if err := decoder.Decode(&r); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		kinds[r.Kind]++
		for _, c := range r.Spec.Template.Spec.Containers {
			if strings.Contains(c.Image, "zermelo") {
				for _, e := range c.Env {
					for i, arg := range c.Args {
						c.Args[i] = strings.ReplaceAll(arg, "$("+e.Name+")", e.Value)
					}
				}
				checkArgs(t, r.Kind, c.Args)
				programs++
			}
		}
	}
	if programs != 2 || kinds["Secret"] != 2 || kinds["StatefulSet"] != 1 {
		t.Errorf("%d containers of the program and resources %v, want 2 containers, 2 secrets and a stateful set", programs, kinds)
	}
}

// TestComposeFile checks the arguments of the program in the compose file. If a container
// runtime is present, it also solves a game with it.
func TestComposeFile(t *testing.T) {
	const path = "../deploy/compose/compose.yaml"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text = regexp.MustCompile(`\$\{\w+:-([^}]*)\}`).ReplaceAll(text, []byte("$1"))
	var file struct {
		Services map[string]struct {
			Image   string
			Command []string
		}
	}
	if err := yaml.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"worker", "coordinator"} {
		checkArgs(t, name, file.Services[name].Command)
	}
	if exec.CommandContext(t.Context(), "docker", "compose", "version").Run() != nil || exec.CommandContext(t.Context(), "docker", "info").Run() != nil {
		t.Skip("not started: no container runtime")
	}
	defer exec.Command("docker", "compose", "--file", path, "down", "--volumes").Run()
	out, err := exec.CommandContext(t.Context(), "docker", "compose", "--file", path, "up", "--build", "--exit-code-from", "coordinator").CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
