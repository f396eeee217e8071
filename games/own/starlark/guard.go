package starlark

import (
	"fmt"
	"reflect"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// Operations that make something large of something small in one step cannot be stopped
// on the way. They are replaced by functions that look at the sizes first: * and % and
// the methods replace, join and format. Everything else grows step by step.

const (
	mostElements = 1 << 20 // that one operation makes, characters or members
	mostBits     = 1 << 14 // of a product
)

// The names of the replacements, which no script can write.
const (
	guardedTimes   = "*"
	guardedPercent = "%"
	guardedMethod  = "."
)

// guard replaces the operations in a file.
func guard(f *syntax.File) {
	for _, s := range f.Stmts {
		guardIn(reflect.ValueOf(s))
	}
}

// guardIn looks for expressions in a part of a syntax tree, and replaces them.
func guardIn(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if !v.IsNil() {
			guardIn(v.Elem())
		}
		if v.Kind() == reflect.Interface && v.CanSet() {
			if e, ok := v.Interface().(syntax.Expr); ok {
				v.Set(reflect.ValueOf(guarded(e)))
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			guardIn(v.Index(i))
		}
	case reflect.Struct:
		if a, ok := v.Addr().Interface().(*syntax.AssignStmt); ok {
			splitAssignment(a)
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				guardIn(v.Field(i))
			}
		}
	}
}

// splitAssignment writes x *= y as x = x * y, and %= likewise.
func splitAssignment(a *syntax.AssignStmt) {
	ops := map[syntax.Token]syntax.Token{syntax.STAR_EQ: syntax.STAR, syntax.PERCENT_EQ: syntax.PERCENT}
	if op, ok := ops[a.Op]; ok {
		a.Op, a.RHS = syntax.EQ, &syntax.BinaryExpr{X: a.LHS, OpPos: a.OpPos, Op: op, Y: a.RHS}
	}
}

// guarded is the call that replaces an expression, or the expression.
func guarded(e syntax.Expr) syntax.Expr {
	call := func(at syntax.Position, name string, args ...syntax.Expr) syntax.Expr {
		return &syntax.CallExpr{Fn: &syntax.Ident{NamePos: at, Name: name}, Lparen: at, Rparen: at, Args: args}
	}
	switch e := e.(type) {
	case *syntax.BinaryExpr:
		switch e.Op {
		case syntax.STAR:
			return call(e.OpPos, guardedTimes, e.X, e.Y)
		case syntax.PERCENT:
			return call(e.OpPos, guardedPercent, e.X, e.Y)
		}
	case *syntax.DotExpr:
		switch e.Name.Name {
		case "replace", "join", "format":
			return call(e.Dot, guardedMethod, e.X, &syntax.Literal{Token: syntax.STRING, TokenPos: e.NamePos, Raw: e.Name.Name, Value: e.Name.Name})
		}
	}
	return e
}

// guards are the replacements, and those of functions whose result can be much larger
// than what they are given.
func guards() starlark.StringDict {
	list := starlark.StringDict{}
	add := func(name string, f func(thread *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error)) {
		list[name] = starlark.NewBuiltin(name, func(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			return f(t, args, kwargs)
		})
	}
	add(guardedTimes, func(_ *starlark.Thread, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		x, y := args[0], args[1]
		if a, ok := x.(starlark.Int); ok {
			if b, ok := y.(starlark.Int); ok {
				return times(a, b)
			}
			x, y = y, x
		}
		if n, ok := y.(starlark.Int); ok {
			size := starlark.Len(x)
			if count, fits := n.Int64(); size > 0 && (!fits || count > int64(mostElements/size)) {
				return nil, fmt.Errorf("a repetition of %d elements %s times: want %d elements at most", size, n, mostElements)
			}
		}
		return starlark.Binary(syntax.STAR, args[0], args[1])
	})
	add(guardedPercent, func(_ *starlark.Thread, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		if s, ok := args[0].(starlark.String); ok {
			if err := product(len(s), weight(args[1], mostElements)); err != nil {
				return nil, err
			}
		}
		return starlark.Binary(syntax.PERCENT, args[0], args[1])
	})
	add(guardedMethod, func(_ *starlark.Thread, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		return method(args[0], string(args[1].(starlark.String)))
	})
	for _, name := range []string{"str", "repr", "print"} {
		original := starlark.Universe[name]
		add(name, func(t *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			if weight(args, mostElements) >= mostElements {
				return nil, fmt.Errorf("%s of more than %d elements", name, mostElements)
			}
			return starlark.Call(t, original, args, kwargs)
		})
	}
	add("range", func(t *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		r, err := starlark.Call(t, starlark.Universe["range"], args, kwargs)
		if err == nil && starlark.Len(r) > mostElements {
			return nil, fmt.Errorf("range of %d numbers: want %d at most", starlark.Len(r), mostElements)
		}
		return r, err
	})
	return list
}

// times multiplies two numbers.
func times(a, b starlark.Int) (starlark.Value, error) {
	x, fitsX := a.Int64()
	y, fitsY := b.Int64()
	const small = 1 << 31
	if fitsX && fitsY && -small < x && x < small && -small < y && y < small {
		return starlark.MakeInt64(x * y), nil
	}
	if n := a.BigInt().BitLen() + b.BigInt().BitLen(); n > mostBits {
		return nil, fmt.Errorf("a product of %d bits: want %d at most", n, mostBits)
	}
	return a.Mul(b), nil
}

// method is the method of a value, which looks at the sizes of its arguments.
func method(x starlark.Value, name string) (starlark.Value, error) {
	has, ok := x.(starlark.HasAttrs)
	if !ok {
		return nil, fmt.Errorf("%s has no .%s field or method", x.Type(), name)
	}
	bound, err := has.Attr(name)
	if bound == nil || err != nil {
		return nil, fmt.Errorf("%s has no .%s field or method", x.Type(), name)
	}
	return starlark.NewBuiltin(name, func(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		size := weight(args, mostElements)
		for _, pair := range kwargs {
			size += weight(pair, mostElements)
		}
		if s, ok := x.(starlark.String); ok {
			if err := product(len(s), size); err != nil {
				return nil, err
			}
		}
		return starlark.Call(t, bound, args, kwargs)
	}), nil
}

// product is an error if the product of two sizes is too large.
func product(a, b int) error {
	if a > 0 && b > mostElements/a {
		return fmt.Errorf("a text of %d characters and arguments of %d or more: want a product of %d at most", a, b, mostElements)
	}
	return nil
}

// weight is the number of characters and elements in a value, all counted as often as they
// are written, or most if it is more.
func weight(v starlark.Value, most int) int {
	switch v := v.(type) {
	case starlark.String:
		return min(most, 1+len(v))
	case starlark.Int:
		return min(most, 1+v.BigInt().BitLen()/3)
	case starlark.IterableMapping:
		n := 1
		for _, item := range v.Items() {
			if n += weight(item, most-n); n >= most {
				return most
			}
		}
		return n
	case starlark.Iterable:
		n := 1
		iterator := v.Iterate()
		defer iterator.Done()
		for x := starlark.Value(starlark.None); n < most && iterator.Next(&x); {
			n += weight(x, most-n)
		}
		return n
	}
	return 1
}
