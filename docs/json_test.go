package docs_test

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

// TestJSONPageIsCurrent compares json.md with the types that the commands print and with
// their output. A section may have a marker that names a type and a command:
//
//	<!-- json PACKAGE.TYPE: COMMAND -->
//
// It is followed by an example and the tables of the fields. With -update, the test writes
// them. Every command must have a marker.
func TestJSONPageIsCurrent(t *testing.T) {
	const page = "docs/json.md"
	p := &jsonPage{t, map[string]map[string]jsonType{}, map[string]*jsonObject{}, map[string]string{}, "", ""}
	p.prepare()
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	twoColumns := regexp.MustCompile("(?m)^\\| `([a-z_]+)` \\| ([^|]*) \\|$")
	for _, row := range twoColumns.FindAllStringSubmatch(string(data), -1) {
		p.common[row[1]] = row[2]
	}
	marker := regexp.MustCompile(`<!-- json (\S+?)(?:: (.*?))? -->\n`)
	sections := strings.Split(string(data), "\n## ")
	for i, section := range sections {
		if m := marker.FindStringSubmatch(section); m != nil {
			head, old, _ := strings.Cut(section, m[0])
			sections[i] = head + m[0] + p.example(m[2], p.object(m[1]), old) + p.tables(p.object(m[1]))
		}
	}
	got := strings.Join(sections, "\n## ")
	p.checkCommands(got)
	if *update {
		if err := os.WriteFile(page, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if diff := gocmp.Diff(string(data), got); diff != "" {
		t.Errorf("json.md is out of date; update it with: go test ./docs -run JSON -update (-page +want):\n%s", diff)
	}
}

// jsonPage writes the parts of the page after the markers.
type jsonPage struct {
	*testing.T
	packages     map[string]map[string]jsonType // declarations by folder and name
	objects      map[string]*jsonObject         // by folder and name
	common       map[string]string              // meanings of fields without a comment
	nats, bucket string
}

// jsonType is the declaration of a type.
type jsonType struct {
	spec *ast.TypeSpec
	file *ast.File
}

// jsonObject is a type that is an object in JSON.
type jsonObject struct {
	title   string
	fields  []jsonField
	written bool // the page has its table
}

// jsonField is a field of an object. It is always present if absent is empty.
type jsonField struct {
	name, kind, meaning, absent string
	object                      *jsonObject // the objects in the field, if any
}

// object returns the type with a folder and a name, as in reports/solved.Move.
func (p *jsonPage) object(key string) *jsonObject {
	if o := p.objects[key]; o != nil {
		return o
	}
	dot := strings.LastIndexByte(key, '.')
	dir, name := key[:dot], key[dot+1:]
	o := &jsonObject{title: strings.TrimSuffix(strings.ToUpper(name[:1])+name[1:], "JSON")}
	for _, other := range p.objects {
		if other.title == o.title {
			o.title = strings.ToUpper(path.Base(dir)[:1]) + path.Base(dir)[1:] + o.title
		}
	}
	p.objects[key] = o
	o.fields = p.fields(dir, name)
	return o
}

// find returns the declaration of a type.
func (p *jsonPage) find(dir, name string) jsonType {
	if p.packages[dir] == nil {
		p.packages[dir] = map[string]jsonType{}
		files, _ := filepath.Glob(dir + "/*.go") // the pattern is well-formed
		for _, file := range files {
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
			if err != nil {
				p.Fatal(err)
			}
			ast.Inspect(parsed, func(n ast.Node) bool {
				if spec, ok := n.(*ast.TypeSpec); ok {
					p.packages[dir][spec.Name.Name] = jsonType{spec, parsed}
				}
				return true
			})
		}
	}
	if p.packages[dir][name].spec == nil {
		p.Fatalf("no type %s in %s", name, dir)
	}
	return p.packages[dir][name]
}

// fields returns the fields of a struct, including those of embedded structs.
func (p *jsonPage) fields(dir, name string) (list []jsonField) {
	d := p.find(dir, name)
	s := d.spec.Type.(*ast.StructType)
	names := map[string]string{} // JSON names by Go name
	for _, f := range s.Fields.List {
		for _, n := range f.Names {
			names[n.Name], _, _ = strings.Cut(jsonTag(f), ",")
		}
	}
	for _, f := range s.Fields.List {
		tag := jsonTag(f)
		if len(f.Names) == 0 && tag == "" {
			_, optional := f.Type.(*ast.StarExpr)
			folder, embedded := named(dir, d.file, f.Type)
			for _, inner := range p.fields(folder, embedded) {
				if optional && inner.absent == "" && embedded != "Position" && embedded != "Verdict" {
					inner.absent = "if not defined"
				}
				list = append(list, inner)
			}
			continue
		}
		field, option, _ := strings.Cut(tag, ",")
		if field == "" || field == "-" {
			continue
		}
		out, null := jsonField{name: field}, "null"
		if out.kind, out.object = p.kind(dir, d.file, f.Type); option != "" {
			zeros := map[string]string{"text": "if empty", "integer": "if 0", "number": "if 0", "boolean": "if false"}
			out.absent = cmp.Or(zeros[out.kind], "if none")
			out.kind, null = strings.TrimSuffix(out.kind, " or null"), "absent"
		}
		out.meaning = cmp.Or(meaning(f, names, null), p.common[field])
		if out.meaning == "" {
			p.Errorf("%s.%s: the field %s has no comment", dir, name, field)
		}
		hidden := func(f jsonField) bool { return f.name == out.name } // a field of an embedded struct
		list = append(slices.DeleteFunc(list, hidden), out)
	}
	return list
}

func jsonTag(f *ast.Field) string {
	if f.Tag == nil {
		return ""
	}
	return reflect.StructTag(strings.Trim(f.Tag.Value, "`")).Get("json")
}

// meaning returns the comment of a field with the names of fields in JSON. absent replaces
// the word nil.
func meaning(field *ast.Field, names map[string]string, absent string) string {
	doc := strings.Join(strings.Fields(field.Doc.Text()+field.Comment.Text()), " ")
	if strings.Count(doc, ".") == 1 {
		doc = strings.TrimSuffix(doc, ".")
	}
	doc = strings.ReplaceAll(doc, "nil ", absent+" ")
	doc = regexp.MustCompile(`^`+field.Names[0].Name+` (is|holds|lists|reports) `).ReplaceAllString(doc, "")
	doc = regexp.MustCompile(`\b[A-Z][A-Za-z]*\b`).ReplaceAllStringFunc(doc, func(word string) string {
		if name := names[word]; name != "" && name != "-" {
			return "`" + name + "`"
		}
		return word
	})
	return strings.ReplaceAll(doc, "|", `\|`)
}

// named returns the folder and the name of a named type.
func named(dir string, file *ast.File, expr ast.Expr) (folder, name string) {
	switch e := expr.(type) {
	case *ast.StarExpr:
		return named(dir, file, e.X)
	case *ast.SelectorExpr:
		for _, i := range file.Imports {
			if target := strings.Trim(i.Path.Value, `"`); path.Base(target) == e.X.(*ast.Ident).Name {
				return strings.TrimPrefix(target, "zermelo/"), e.Sel.Name
			}
		}
	}
	return dir, fmt.Sprint(expr)
}

// kind returns the type of an expression in JSON, and the object that it contains.
func (p *jsonPage) kind(dir string, file *ast.File, expr ast.Expr) (string, *jsonObject) {
	switch e := expr.(type) {
	case *ast.StarExpr:
		kind, o := p.kind(dir, file, e.X)
		return kind + " or null", o
	case *ast.ArrayType:
		kind, o := p.kind(dir, file, e.Elt)
		return "list of " + kind, o
	case *ast.MapType:
		kind, _ := p.kind(dir, file, e.Value)
		return kind + " by name", nil
	}
	folder, name := named(dir, file, expr)
	basic := map[string]string{
		"string": "text", "bool": "boolean", "float64": "number", "Time": "time", "Kept": "boolean or null",
		"int": "integer", "int32": "integer", "int64": "integer", "uint64": "integer",
	}
	if kind := basic[name]; kind != "" {
		return kind, nil
	}
	d := p.find(folder, name)
	if _, ok := d.spec.Type.(*ast.StructType); !ok {
		return p.kind(folder, d.file, d.spec.Type)
	}
	o := p.object(folder + "." + name)
	return fmt.Sprintf("[%s](#%s)", o.title, strings.ToLower(o.title)), o
}

// tables returns the table of an object, followed by those of the objects in its fields
// that the page does not have yet.
func (p *jsonPage) tables(o *jsonObject) string {
	if o.written {
		return ""
	}
	o.written = true
	var b strings.Builder
	b.WriteString("\n| field | type | meaning | absent |\n| --- | --- | --- | --- |\n")
	for _, f := range o.fields {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", f.name, f.kind, f.meaning, f.absent)
	}
	for _, f := range o.fields {
		if f.object != nil && !f.object.written {
			b.WriteString("\n### " + f.object.title + "\n" + p.tables(f.object))
		}
	}
	return b.String()
}
