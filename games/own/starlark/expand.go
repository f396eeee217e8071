package starlark

import (
	"context"
	"errors"
	"fmt"

	"go.starlark.net/starlark"

	"zermelo/games"
	"zermelo/games/own/protocol"
)

func (i *instance) Expand(ctx context.Context, to *protocol.Answers, states *protocol.Texts, _ bool) error {
	return i.run(ctx, "expand", func() error {
		to.Reset()
		return i.each(states, func(state starlark.String) error { return i.expand(to, state) })
	})
}

func (i *instance) expand(to *protocol.Answers, state starlark.String) error {
	a := protocol.Answer{Columns: 1, Named: true}
	moves, err := i.call(i.moves, state)
	if err != nil {
		return err
	}
	if i.layer != nil {
		v, err := i.call(i.layer, state)
		if err != nil {
			return err
		}
		layer, err := starlark.AsInt32(v)
		if err != nil {
			return wrongResult("layer(state)", v, "a whole number")
		}
		a.Layer = int32(layer)
	}
	if i.turn != nil && (len(i.Hello.Roles) > 1 || i.Hello.Chance) {
		v, err := i.call(i.turn, state)
		if err != nil {
			return err
		}
		if a.Mover, err = i.role(v); err != nil {
			return err
		}
	}
	if moves == starlark.None || starlark.Len(moves) == 0 {
		a.Terminal, a.Columns, a.Named, a.Mover = true, 0, false, max(0, a.Mover)
		if err := i.setPayoffs(&a, state); err != nil {
			return err
		}
		to.List = append(to.List, a)
		return nil
	}
	switch m := moves.(type) {
	case *starlark.Dict:
		a.Rows = int32(m.Len())
		for _, item := range m.Items() {
			if err := add(to, &a, item[0], item[1]); err != nil {
				return err
			}
		}
	case *starlark.List:
		a.Rows = int32(m.Len())
		err = i.addList(to, &a, state, m)
	case starlark.Tuple:
		err = i.addMatrix(to, &a, state, m)
	default:
		err = wrongResult("moves(state)", moves, "a dict from moves to states, a list of moves, or, if both roles move, a pair of lists")
	}
	to.List = append(to.List, a)
	return err
}

func (i *instance) setPayoffs(a *protocol.Answer, state starlark.String) error {
	v, err := i.call(i.payoff, state)
	if err != nil {
		return err
	}
	list := []starlark.Value{v}
	if s, ok := v.(starlark.Sequence); ok && s.Len() <= games.MaxRoles {
		list = list[:0]
		iterator := s.Iterate()
		defer iterator.Done()
		for x := v; iterator.Next(&x); {
			list = append(list, x)
		}
	}
	var numbers []int
	for _, x := range list {
		n, err := starlark.AsInt32(x)
		if err != nil {
			want := "a whole number for each role"
			if i.Hello.Total != nil {
				want = "a whole number for the first role, or one for each role"
			}
			if _, fraction := x.(starlark.Float); fraction {
				want += "; multiply all payoffs and total by 2, 10 or 100"
			}
			return wrongResult("payoff(state)", v, want)
		}
		numbers = append(numbers, n)
	}
	return protocol.SetPayoffs(i.Hello, a, numbers)
}

// add appends a move. The child is a state or, for a random move, a pair of a state and a
// weight, by default 1.
func add(to *protocol.Answers, a *protocol.Answer, move, child starlark.Value) error {
	name, ok := starlark.AsString(move)
	if !ok {
		return fmt.Errorf("the move %s is not a string", games.Echo(move.String()))
	}
	weight := int64(1)
	if pair, weighted := child.(starlark.Tuple); weighted && len(pair) == 2 {
		n, ok := pair[1].(starlark.Int)
		switch {
		case a.Mover != games.Chance:
			return fmt.Errorf("the move %s has the weight %s, but only random moves have weights; remove it, or let turn(state) return %q", games.Echo(name), games.Echo(pair[1].String()), protocol.Chance)
		case !ok:
			return fmt.Errorf("the outcome %s has the weight %s, expected a whole number; multiply the weights of all outcomes by the same number", games.Echo(name), games.Echo(pair[1].String()))
		}
		child = pair[0]
		if weight, ok = n.Int64(); !ok {
			weight = -1
		}
	}
	if a.Mover == games.Chance {
		if err := to.AddWeight(weight); err != nil {
			return fmt.Errorf("outcome %s: %w", games.Echo(name), err)
		}
	}
	state, ok := starlark.AsString(child)
	if !ok {
		return fmt.Errorf("the move %s leads to %s, expected a string", games.Echo(name), games.Echo(child.String()))
	}
	to.Names.Add(name)
	to.Children.Add(state)
	return nil
}

// addList appends the moves in m. Each move is a name, or a pair of a name and a
// state, which for a random move can be followed by a weight.
func (i *instance) addList(to *protocol.Answers, a *protocol.Answer, state starlark.String, m *starlark.List) error {
	for n := range m.Len() {
		move := m.Index(n)
		if pair, ok := move.(starlark.Tuple); ok && (len(pair) == 2 || len(pair) == 3) {
			if len(pair) == 3 {
				pair = starlark.Tuple{pair[0], pair[1:]}
			}
			if err := add(to, a, pair[0], pair[1]); err != nil {
				return err
			}
			continue
		}
		child, err := i.callPlay(state, move)
		if err == nil {
			err = add(to, a, move, child)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (i *instance) callPlay(args ...starlark.Value) (starlark.Value, error) {
	if i.play == nil {
		return nil, errors.New("moves(state) returned moves without states; define play(state, move), or play(state, row, column) if both roles move")
	}
	return starlark.Call(i.thread, i.play, args, nil)
}

// addMatrix appends the moves of both roles and the state for each pair of moves.
func (i *instance) addMatrix(to *protocol.Answers, a *protocol.Answer, state starlark.String, m starlark.Tuple) error {
	a.Mover = games.Both
	var lists [2]*starlark.List
	for role := range lists {
		if len(m) == len(lists) {
			lists[role], _ = m[role].(*starlark.List)
		}
		if lists[role] == nil {
			return errors.New("moves(state) returned a tuple that is not a pair of lists of names")
		}
		for n := range lists[role].Len() {
			name, ok := starlark.AsString(lists[role].Index(n))
			if !ok {
				return fmt.Errorf("the move %s is not a string", games.Echo(lists[role].Index(n).String()))
			}
			to.Names.Add(name)
		}
	}
	a.Rows, a.Columns = int32(lists[0].Len()), int32(lists[1].Len())
	for r := range lists[0].Len() {
		for c := range lists[1].Len() {
			child, err := i.callPlay(state, lists[0].Index(r), lists[1].Index(c))
			if err != nil {
				return err
			}
			text, ok := starlark.AsString(child)
			if !ok {
				return wrongResult("play(state, row, column)", child, "a string")
			}
			to.Children.Add(text)
		}
	}
	return nil
}
