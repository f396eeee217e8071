package games

// Stages holds who plays at each of a batch of states, and the shape of the
// matrix of its children. It reuses its buffers; the zero value is ready.
type Stages[S State] struct {
	// Movers are those of the game.
	Movers []int8
	// Rows are the shapes, one after the other; see Shape.
	Rows []int32

	each  int // numbers of a shape
	joint []S
	found []int32 // rows of joint, or of all states
}

// Shape is the shape of the matrix of the children of state number i: the number of moves
// of each role but the last, of two roles the number of rows. It is 1 for a role that
// does not play, and 0 for all where the game is over. A role alone has one number, too.
func (t *Stages[S]) Shape(i int) []int32 { return t.Rows[i*t.each : (i+1)*t.each] }

// MoversAndRows is what a game can have that finds out both at once.
type MoversAndRows[S State] interface {
	// MoversAndRows appends what Movers appends, and for each state as many numbers as
	// Rows does: those of Rows where several move at once, else any.
	MoversAndRows(movers []int8, rows []int32, src []S) ([]int8, []int32)
}

// Find finds the stages of states whose children Expand has given, with their
// ends counted from the first of them.
func (t *Stages[S]) Find(g Game[S], src []S, ends []int32) {
	t.each = max(1, len(g.Info().Roles)-1)
	once, atOnce := g.(MoversAndRows[S])
	if atOnce {
		t.Movers, t.found = once.MoversAndRows(t.Movers[:0], t.found[:0], src)
	} else {
		t.Movers = g.Movers(t.Movers[:0], src)
	}
	t.Rows, t.joint = t.Rows[:0], t.joint[:0]
	from := int32(0)
	for i, end := range ends {
		children, mover := end-from, t.Movers[i]
		from = end
		if children > 0 && mover == Both && atOnce {
			t.Rows = append(t.Rows, t.found[i*t.each:(i+1)*t.each]...)
			continue
		}
		if children > 0 && mover == Both {
			t.joint = append(t.joint, src[i])
		}
		for role := range int8(t.each) {
			rows := int32(1)
			switch {
			case children == 0:
				rows = 0
			case mover == role:
				rows = children
			case mover == Both:
				rows = -1
			}
			t.Rows = append(t.Rows, rows)
		}
	}
	if len(t.joint) > 0 {
		t.findJoint(g)
	}
}

// findJoint asks for the shapes of the states where several roles move at once.
func (t *Stages[S]) findJoint(g Game[S]) {
	t.found = g.(Simultaneous[S]).Rows(t.found[:0], t.joint)
	next := 0
	for i := range t.Rows {
		if t.Rows[i] < 0 {
			t.Rows[i] = t.found[next]
			next++
		}
	}
}

// Stage is who plays at a state with so many children, and how many moves each role has
// there: 1 where it does not play, 0 where the game is over.
func Stage[S State](g Game[S], s S, children int) (mover int8, moves []int) {
	var t Stages[S]
	t.Find(g, []S{s}, []int32{int32(children)})
	roles := len(g.Info().Roles)
	return t.Movers[0], Sizes(nil, t.Shape(0), children)[:roles]
}

// Sizes appends how many moves each role has at a state of the given shape with so many
// children, the last role as well; see Stages.Shape. A role alone counts as two.
func Sizes(dst []int, shape []int32, children int) []int {
	rest := children
	for _, n := range shape {
		dst = append(dst, int(n))
		rest /= max(1, int(n))
	}
	return append(dst, rest)
}

// Mover is who plays at one state; see Game.
func Mover[S State](g Game[S], s S) int { return int(g.Movers(nil, []S{s})[0]) }
