package page

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// What a module may write, at the beginning of a line.
var (
	importStatement = regexp.MustCompile(`(?m)^import (?:(\* as \w+|\{[^}]*\}) from )?'\./([\w-]+\.js)';`)
	exportList      = regexp.MustCompile(`(?m)^export \{([^}]*)\};`)
	exportStatement = regexp.MustCompile(`(?m)^export ((?:async )?function\*? |class |const )(\w+)`)
	otherStatement  = regexp.MustCompile(`(?m)^(?:import|export)\b[^(\n]*$`)
	listedName      = regexp.MustCompile(`(\w+)(?: as (\w+))?`)
)

// bundler joins ES modules to one script: each becomes a function that returns what the
// module exports, in an order in which each comes after those that it imports. The entry
// itself becomes the end of the script.
type bundler struct {
	modules map[string]string // by file name
	out     strings.Builder
	done    []string
	path    []string // of imports that lead to the module at hand
}

// bundle is the script of an entry module and all that it imports. Exports must not
// change after their module has run, and modules must not import each other.
func bundle(modules map[string]string, entry string) (string, error) {
	b := &bundler{modules: modules}
	body, _, err := b.translate(entry)
	if err != nil {
		return "", err
	}
	b.out.WriteString(body)
	return b.out.String(), nil
}

// variable is the name of a module's exports in the script.
func variable(name string) string {
	return "$" + strings.NewReplacer(".", "_", "-", "_").Replace(name)
}

// include adds a module that another one imports.
func (b *bundler) include(name string) error {
	if slices.Contains(b.done, name) {
		return nil
	}
	body, exports, err := b.translate(name)
	if err != nil {
		return err
	}
	b.done = append(b.done, name)
	fmt.Fprintf(&b.out, "const %s = (() => {\n%s\nreturn { %s };\n})();\n", variable(name), body, strings.Join(exports, ", "))
	return nil
}

// translate includes what a module imports, and returns its text without imports and
// exports, and what it exports.
func (b *bundler) translate(name string) (body string, exports []string, err error) {
	body, ok := b.modules[name]
	switch {
	case !ok:
		return "", nil, fmt.Errorf("%s: there is no module %s", strings.Join(b.path, " imports "), name)
	case slices.Contains(b.path, name):
		return "", nil, fmt.Errorf("modules import each other: %s imports %s", strings.Join(b.path, " imports "), name)
	}
	b.path = append(b.path, name)
	defer func() { b.path = b.path[:len(b.path)-1] }()
	body = importStatement.ReplaceAllStringFunc(body, func(statement string) string {
		part := importStatement.FindStringSubmatch(statement)
		if failed := b.include(part[2]); err == nil {
			err = failed
		}
		switch what := part[1]; {
		case what == "":
			return ""
		case strings.HasPrefix(what, "*"):
			return "const " + strings.TrimPrefix(what, "* as ") + " = " + variable(part[2]) + ";"
		default:
			return "const " + listedName.ReplaceAllStringFunc(what, renamed) + " = " + variable(part[2]) + ";"
		}
	})
	if err != nil {
		return "", nil, err
	}
	body = exportStatement.ReplaceAllStringFunc(body, func(statement string) string {
		part := exportStatement.FindStringSubmatch(statement)
		exports = append(exports, part[2])
		return part[1] + part[2]
	})
	body = exportList.ReplaceAllStringFunc(body, func(statement string) string {
		for _, item := range listedName.FindAllStringSubmatch(exportList.FindStringSubmatch(statement)[1], -1) {
			if item[2] == "" {
				exports = append(exports, item[1])
			} else {
				exports = append(exports, item[2]+": "+item[1])
			}
		}
		return ""
	})
	if other := otherStatement.FindString(body); other != "" {
		return "", nil, fmt.Errorf("%s: %q: want import {...} or * as NAME from './FILE.js'; or export of a function, a class, a const or {...};", name, other)
	}
	return body, exports, nil
}

// renamed writes "a as b" as destructuring does: "a: b".
func renamed(item string) string {
	part := listedName.FindStringSubmatch(item)
	if part[2] == "" {
		return part[1]
	}
	return part[1] + ": " + part[2]
}
