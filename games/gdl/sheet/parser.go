package sheet

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"zermelo/games"
	"zermelo/games/gdl/work"
)

// Limits on the size of a sheet, in bytes and in names. A name takes about 100 bytes
// of memory. The largest public sheets have 2 MB.
const (
	maxText  = 64 << 20
	maxNames = 4_000_000
)

// keywords returns the number of arguments of each GDL keyword.
func keywords() map[string]int {
	return map[string]int{
		"role": 1, "init": 1, "true": 1, "next": 1, "base": 1, "input": 2,
		"does": 2, "legal": 2, "goal": 2, "terminal": 0,
	}
}

// operators returns the reserved words, which cannot be names.
func operators() []string { return []string{"<=", "not", "or", "distinct"} }

// ReadAndCheck reads a rule sheet from a file, or from source if that is not empty. It returns the sheet and its syntax
// errors or, if there are none, the problems found by Check. If the file cannot be
// read, the error is a games.InputError; otherwise, it is a work.LimitError or the
// context's error.
func ReadAndCheck(ctx context.Context, file, source string, limits work.Limits) (_ *Sheet, _ []Problem, err error) {
	name := strings.ReplaceAll(games.Clean(filepath.Base(file)), "\n", " ")
	if source == "" {
		if source, err = readText(file, name); err != nil {
			return nil, nil, err
		}
	}
	sheet := &Sheet{Name: name, Path: file, Text: source, work: work.NewMeter(ctx, name, limits)}
	sheet.work.Begin("parsing", nil, nil)
	defer work.Catch(&err)
	problems := sheet.parse()
	if len(problems) == 0 {
		problems = sheet.Check()
	}
	return sheet, problems, nil
}

func readText(file, name string) (string, error) {
	// Reject devices and files that would exhaust memory.
	stat, err := os.Stat(file)
	if err != nil {
		return "", games.FileError(file, err)
	}
	if !stat.Mode().IsRegular() || stat.Size() > maxText {
		return "", games.BadInput("read rule sheet %s: must be a file of at most %d MiB", name, maxText>>20)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return "", games.FileError(file, err)
	}
	return string(text), nil
}

// Parse parses a sheet and returns its syntax errors. The sheet omits rules with
// errors, and has no rules if the parentheses do not match.
func Parse(name, text string) (*Sheet, []Problem) {
	sheet := &Sheet{Name: name, Text: text}
	return sheet, sheet.parse()
}

func (s *Sheet) parse() []Problem {
	if len(s.Text) > maxText {
		return []Problem{{Level: Fatal, Message: fmt.Sprintf("The sheet has %d bytes; the maximum is %d", len(s.Text), maxText)}}
	}
	if problems := s.checkParens(); len(problems) > 0 {
		return problems
	}
	p := parser{lexer: lexer{text: s.Text, work: s.work}, lower: map[string]string{}}
	for name := range keywords() {
		p.lower[name] = name
	}
	for _, name := range operators() {
		p.lower[name] = name
	}
	for p.advance(); p.token.kind != tokenEnd; {
		if rule, ok := p.rule(); ok {
			s.Rules = append(s.Rules, rule)
		}
	}
	return p.problems
}

// parser parses a sheet with matching parentheses.
type parser struct {
	lexer    lexer
	token    token             // the next token to parse
	lower    map[string]string // reserved words and keywords
	problems []Problem
	failed   bool // the current rule has a problem
}

func (p *parser) advance() token {
	t := p.token
	p.token = p.lexer.next()
	return t
}

func (p *parser) fail(at Span, hint, format string, args ...any) {
	p.failed = true
	if len(p.problems) < MaxProblems {
		p.problems = append(p.problems, NewProblem(Fatal, at, hint, format, args...))
	}
}

// name returns the name of a token, with reserved words and keywords in lower case.
func (p *parser) name(t token) string {
	text := p.lexer.text[t.Start:t.End]
	if len(text) <= len("distinct") {
		if word, ok := p.lower[strings.ToLower(text)]; ok {
			return word
		}
	}
	return text
}

// operator returns the current token if it is a reserved word, or "".
func (p *parser) operator() string {
	if !p.isOperator(p.token) {
		return ""
	}
	return p.name(p.token)
}

func (p *parser) isOperator(t token) bool {
	return t.kind == tokenName && slices.Contains(operators(), p.name(t))
}

// rule parses a rule or a fact. It returns false if it finds an error.
func (p *parser) rule() (Rule, bool) {
	p.failed = false
	start := p.token
	if start.kind != tokenOpen {
		head := p.sentence()
		return Rule{Head: head, Fact: true, Span: head.Span}, !p.failed
	}
	p.advance()
	switch word := p.operator(); word {
	case "":
		head := p.form(start)
		return Rule{Head: head, Fact: true, Span: head.Span}, !p.failed
	case "<=":
		p.advance()
		rule := Rule{Span: start.Span}
		if p.token.kind == tokenClose {
			p.fail(Span{start.Start, p.token.End}, "a rule is written (<= head conditions...)", "Rule without a head")
		} else {
			rule.Head = p.sentence()
		}
		for p.token.kind != tokenClose {
			rule.Body = append(rule.Body, p.literal())
		}
		rule.End = p.advance().End
		return rule, !p.failed
	default:
		p.fail(p.skipForm(start), word+" is allowed only in the body of a rule: (<= head ("+word+" ...))", "Could not parse GDL: %s outside of a rule", word)
		return Rule{}, false
	}
}

// skipForm skips to the end of the form that starts with open, and returns its span.
func (p *parser) skipForm(open token) Span {
	for depth := 1; depth > 0; {
		switch t := p.advance(); t.kind {
		case tokenOpen:
			depth++
		case tokenClose:
			depth--
			open.End = t.End
		}
	}
	return open.Span
}

func (p *parser) literal() Literal {
	start := p.token
	if start.kind != tokenOpen {
		atom := p.sentence()
		return Literal{Kind: Atom, Atom: atom, Span: atom.Span}
	}
	p.advance()
	lit := Literal{Span: start.Span}
	switch word := p.operator(); word {
	case "not", "or":
		p.advance()
		for p.token.kind != tokenClose {
			lit.Parts = append(lit.Parts, p.literal())
		}
		lit.Kind = Or
		if word == "not" {
			lit.Kind = Not
		}
	case "distinct":
		p.advance()
		for p.token.kind != tokenClose {
			lit.Terms = append(lit.Terms, p.term())
		}
		lit.Kind = Distinct
	case "<=":
		lit.Span = p.skipForm(start)
		p.fail(lit.Span, "end the rule before it first", "Rule within a rule")
		return lit
	default:
		lit.Atom = p.form(start)
		lit.Span = lit.Atom.Span
		return lit
	}
	lit.End = p.advance().End
	if lit.Kind == Not && len(lit.Parts) != 1 {
		p.fail(lit.Span, "write (not (a)) (not (b)) for neither a nor b", "Negation of %d literals, must be one", len(lit.Parts))
	}
	if lit.Kind == Distinct && len(lit.Terms) != 2 {
		p.fail(lit.Span, "write (distinct a b)", "distinct with %d terms, must be two", len(lit.Terms))
	}
	return lit
}

// sentence parses a sentence, which must not be a variable or a reserved word.
func (p *parser) sentence() Term {
	t := p.term()
	if t.Kind == Variable {
		p.fail(t.Span, "a variable is a term; did you mean (true "+t.Name+")?", "The variable %s is used as a sentence", t.Name)
	}
	return t
}

func (p *parser) term() Term {
	t := p.advance()
	switch t.kind {
	case tokenOpen:
		return p.form(t)
	case tokenVariable:
		if t.End == t.Start+1 {
			p.fail(t.Span, "write ?x", "A variable without a name")
		}
		return Term{Kind: Variable, Name: p.lexer.text[t.Start:t.End], Span: t.Span, NameAt: t.Start}
	}
	if p.isOperator(t) {
		p.misplaced(t)
	}
	return Term{Kind: Constant, Name: p.name(t), Span: t.Span, NameAt: t.Start}
}

// form parses a name and its arguments, after the opening parenthesis.
func (p *parser) form(open token) Term {
	name := p.advance()
	t := Term{Kind: Function, Span: open.Span, NameAt: name.Start}
	switch {
	case name.kind == tokenClose:
		t.End = name.End
		p.fail(t.Span, "every form begins with a name: (name arguments...)", "Empty parentheses")
		return t
	case name.kind == tokenVariable:
		p.fail(name.Span, "only a constant can be the name of a sentence or function", "The variable %s is used as a name", p.lexer.text[name.Start:name.End])
	case p.isOperator(name):
		p.misplaced(name)
	}
	t.Name = p.name(name)
	for p.token.kind != tokenClose {
		t.Args = append(t.Args, p.term())
	}
	t.End = p.advance().End
	if len(t.Args) == 0 {
		t.Kind, t.Parens = Constant, true
	}
	return t
}

func (p *parser) misplaced(t token) {
	p.fail(t.Span, "use another name", "%s is a reserved Datalog keyword, and appears to be used as a constant here. Check your syntax.", p.name(t))
}
