package serve

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"
)

// TestOpenAPI compares openapi.yaml with the routes, and replies with its
// schemas. Each field of a reply must be declared with its type.
func TestOpenAPI(t *testing.T) {
	doc := parseYAML(t, openAPI)
	paths := doc["paths"].(map[string]any)
	db := t.TempDir()
	solveGames(t, db, "tictactoe", "tron:size=3x4,turns=simultaneous", "tron:size=3x4", "coordination:rounds=2", "coordination:rounds=2,turns=simultaneous", "morris:men=3,lines=straight", "pig:target=10", "hog:target=20")
	prove(t, db, "connect4:size=3x3,connect=3")
	solveGames(t, db, "connect4:size=3x3,connect=3")
	openSheet(t, db, "../../../games/gdl/testdata/wythoff.kif")
	s := newServer(t, Options{DB: db, Search: time.Second, MCTS: 50 * time.Millisecond, Solve: &Solving{Token: testToken, Limits: smallLimits()}})
	routes := s.routes()
	described := 0
	for _, path := range paths {
		described += len(path.(map[string]any))
	}
	for _, r := range routes {
		method, path, named := strings.Cut(r.pattern, " ")
		if !named {
			method, path = "get", r.pattern
		}
		of, _ := paths[strings.NewReplacer("{$}", "", "...", "").Replace(path)].(map[string]any)
		operation, _ := of[strings.ToLower(method)].(map[string]any)
		if operation == nil || operation["operationId"] == nil {
			t.Errorf("%s is not described", r.pattern)
		}
		if _, body := operation["requestBody"]; body != (r.body > 0) {
			t.Errorf("%s accepts up to %d bytes, which differs from its description", r.pattern, r.body)
		}
	}
	if described != len(routes) {
		t.Errorf("%d operations are described, want %d", described, len(routes))
	}
	schema := func(path string) any {
		answer := paths[path].(map[string]any)["get"].(map[string]any)["responses"].(map[string]any)["200"]
		return answer.(map[string]any)["content"].(map[string]any)["application/json"].(map[string]any)["schema"]
	}
	c := checker{t, doc, map[string]bool{}}
	c.answer(s, "/api/games", 200, schema("/api/games"))
	c.answer(s, "/api/tables", 200, schema("/api/tables"))
	for _, table := range get[tableList](t, s, "/api/tables").Tables {
		c.answer(s, "/api/"+table.ID+"/rules", 200, schema("/api/{table}/rules"))
		c.answer(s, "/api/"+table.ID+"/start", 200, schema("/api/{table}/start"))
		text := ""
		for range 6 { // to the end of the line
			target := at(table.ID, text)
			c.answer(s, target, 200, schema("/api/{table}/position"))
			c.answer(s, strings.Replace(target, "/position", "/line", 1)+"&max=2", 200, schema("/api/{table}/line"))
			view := get[struct {
				Moves []struct{ Child string }
			}](t, s, target)
			if len(view.Moves) == 0 {
				break
			}
			text = view.Moves[len(view.Moves)-1].Child
		}
		if table.MCTS {
			c.answer(s, "/api/"+table.ID+"/mcts", 200, schema("/api/{table}/mcts"))
		}
		if table.Search {
			c.answer(s, "/api/"+table.ID+"/search", 200, schema("/api/{table}/search"))
		}
	}
	for path, body := range map[string]string{
		"/api/solve/forecast": `{"game": "dodgem:size=3x3"}`, "/api/solve/jobs": `{"game": "` + slowGame + `"}`, "/api/solve/sheets?name=x": "(role a)", "/api/solve": "",
	} {
		described, _, _ := strings.Cut(path, "?")
		method, kind := "post", "application/json"
		if strings.Contains(path, "sheets") {
			kind = "text/plain"
		}
		var got any
		if body == "" {
			method = "get"
			got = get[any](t, s, path, "Authorization", "Bearer "+testToken)
		} else {
			got = sendFor[any](t, s, path, body, "Content-Type", kind)
		}
		answer := paths[described].(map[string]any)[method].(map[string]any)["responses"].(map[string]any)["200"]
		c.value(path, got, answer.(map[string]any)["content"].(map[string]any)["application/json"].(map[string]any)["schema"].(map[string]any))
	}
	fail := map[string]any{"$ref": "#/components/schemas/Error"}
	c.answer(s, "/api/nothing/position", 404, fail)
	c.answer(s, at("tictactoe", "what"), 400, fail)
	c.answer(s, at("tron:size=3x4,turns=simultaneous", "RB./.../.../...:both"), 422, fail)
	for _, want := range []string{"endless", "replies", "probability", "equilibria", "security", "payoffs", "outcome", "hint", "source", "help", "table_fill", "movers", "expected", "playouts", "by", "chance", "scale", "expected_plies"} {
		if !c.seen[want] {
			t.Errorf("no reply contains the field %s", want)
		}
	}
}

// TestExamplesInOpenAPIAreAnswers sends the example requests of openapi.yaml.
func TestExamplesInOpenAPIAreAnswers(t *testing.T) {
	doc := parseYAML(t, openAPI)
	db := t.TempDir()
	solveGames(t, db, "tictactoe")
	c := checker{t, doc, map[string]bool{}}
	c.examples(newServer(t, Options{DB: db, Solve: &Solving{Token: testToken, Limits: smallLimits()}}), doc["paths"].(map[string]any))
	if len(c.seen) < 20 {
		t.Errorf("the examples contain only %d fields", len(c.seen))
	}
}

// checker validates replies against schemas.
type checker struct {
	t    *testing.T
	doc  map[string]any
	seen map[string]bool // fields that occurred in replies
}

func (c checker) answer(s *Server, target string, status int, schema any) {
	c.t.Helper()
	w := ask(s, "GET", target)
	var v any
	if err := json.Unmarshal(w.Body.Bytes(), &v); err != nil || w.Code != status {
		c.t.Errorf("%s: status %d, %v: %.200s", target, w.Code, err, w.Body)
		return
	}
	c.value(target, v, schema.(map[string]any))
}

// examples sends the example requests of the description. The replies must
// contain the example replies, which may omit fields and the ends of lists.
func (c checker) examples(s *Server, paths map[string]any) {
	c.t.Helper()
	for path, operations := range paths {
		for method, o := range operations.(map[string]any) {
			operation := o.(map[string]any)
			answer := operation["responses"].(map[string]any)["200"].(map[string]any)
			content, _ := answer["content"].(map[string]any)
			of, _ := content["application/json"].(map[string]any)
			want, given := of["example"]
			if !given {
				continue
			}
			target, query := path, url.Values{}
			parameters, _ := operation["parameters"].([]any)
			for _, p := range parameters {
				parameter := c.resolve(p.(map[string]any))
				example, _ := parameter["example"].(string)
				switch {
				case parameter["in"] == "path":
					target = strings.ReplaceAll(target, "{"+parameter["name"].(string)+"}", example)
				case example != "":
					query.Set(parameter["name"].(string), example)
				}
			}
			r := httptest.NewRequest(strings.ToUpper(method), target+"?"+query.Encode(), nil)
			if body, sends := operation["requestBody"].(map[string]any); sends {
				body = c.resolve(body)
				text, _ := json.Marshal(body["content"].(map[string]any)["application/json"].(map[string]any)["example"])
				r = httptest.NewRequest(strings.ToUpper(method), target, bytes.NewReader(text))
				r.Header.Set("Content-Type", "application/json")
			}
			if _, authorized := operation["security"]; authorized {
				r.Header.Set("Authorization", "Bearer "+testToken)
			}
			w := httptest.NewRecorder()
			s.Handler().ServeHTTP(w, r)
			var got any
			if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || w.Code != 200 {
				c.t.Errorf("%s: status %d, %v: %.200s", r.URL, w.Code, err, w.Body)
				continue
			}
			c.value(target, got, of["schema"].(map[string]any))
			c.contains(target, got, want)
		}
	}
}

// contains checks that a reply contains everything in an example.
func (c checker) contains(where string, got, want any) {
	c.t.Helper()
	switch want := want.(type) {
	case map[string]any:
		have, _ := got.(map[string]any)
		for name, part := range want {
			c.contains(where+" "+name, have[name], part)
		}
	case []any:
		have, _ := got.([]any)
		if len(have) < len(want) {
			c.t.Errorf("%s: %d elements, the example has %d", where, len(have), len(want))
			return
		}
		for i := range want {
			c.contains(where, have[i], want[i])
		}
	default:
		if got != want {
			c.t.Errorf("%s: %v, the example has %v", where, got, want)
		}
	}
}

// resolve resolves a $ref.
func (c checker) resolve(schema map[string]any) map[string]any {
	ref, ok := schema["$ref"].(string)
	if !ok {
		return schema
	}
	var at any = c.doc
	for name := range strings.SplitSeq(strings.TrimPrefix(ref, "#/"), "/") {
		at = at.(map[string]any)[name]
	}
	return at.(map[string]any)
}

// chosen returns the alternative that declares all fields of a value.
func (c checker) chosen(v any, several []any) map[string]any {
	fields, _ := v.(map[string]any)
	for _, one := range several {
		schema := c.resolve(one.(map[string]any))
		known, _ := schema["properties"].(map[string]any)
		fits := true
		for name := range fields {
			fits = fits && known[name] != nil
		}
		if fits {
			return schema
		}
	}
	c.t.Errorf("%v matches none of %d schemas", v, len(several))
	return map[string]any{}
}

// value validates a part of a reply against its schema.
func (c checker) value(where string, v any, schema map[string]any) {
	c.t.Helper()
	if several, ok := schema["anyOf"].([]any); ok {
		schema = c.chosen(v, several)
	}
	schema = c.resolve(schema)
	if types, several := schema["type"].([]any); several { // a type or null
		if v == nil {
			return
		}
		schema = maps.Clone(schema)
		schema["type"] = types[0]
	}
	ok := false
	switch v := v.(type) {
	case map[string]any:
		ok = schema["type"] == "object"
		fields, _ := schema["properties"].(map[string]any)
		for name, part := range v {
			c.seen[name] = true
			if field, declared := fields[name].(map[string]any); declared {
				c.value(where+" "+name, part, field)
			} else {
				c.t.Errorf("%s: the field %s is not described", where, name)
			}
		}
	case []any:
		ok = schema["type"] == "array"
		for _, part := range v {
			if items, declared := schema["items"].(map[string]any); declared {
				c.value(where, part, items)
			}
		}
	case string:
		values, _ := schema["enum"].([]any)
		ok = schema["type"] == "string" && (values == nil || slices.Contains(values, any(v)))
	case float64:
		ok = schema["type"] == "number" || schema["type"] == "integer" && v == float64(int64(v))
	case bool:
		ok = schema["type"] == "boolean"
	}
	if !ok {
		c.t.Errorf("%s: %v is no %v %v", where, v, schema["type"], schema["enum"])
	}
}

// parseYAML parses a YAML document. Scalars become strings, except in examples, which
// become what encoding/json decodes.
func parseYAML(t *testing.T, text string) map[string]any {
	t.Helper()
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatal(err)
	}
	return valueOf(t, doc.Content[0]).(map[string]any)
}

func valueOf(t *testing.T, n *yaml.Node) any {
	t.Helper()
	switch n.Kind {
	case yaml.MappingNode:
		fields := map[string]any{}
		for i := 0; i < len(n.Content); i += 2 {
			if key := n.Content[i].Value; key == "example" {
				fields[key] = exampleOf(t, n.Content[i+1])
			} else {
				fields[key] = valueOf(t, n.Content[i+1])
			}
		}
		return fields
	case yaml.SequenceNode:
		list := []any{}
		for _, item := range n.Content {
			list = append(list, valueOf(t, item))
		}
		return list
	}
	return n.Value
}

func exampleOf(t *testing.T, n *yaml.Node) (v any) {
	t.Helper()
	if err := n.Decode(&v); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(v)
	if err := errors.Join(err, json.Unmarshal(text, &v)); err != nil {
		t.Fatal(err)
	}
	return v
}
