package games

// Stages holds who plays at each of a batch of states, and the shape of the
// matrix of its children. It reuses its buffers; the zero value is ready.
type Stages[S State] struct {
	// Movers are those of the game.
	Movers []int8
	// Rows is the number of rows of each matrix: the number of children where
	// role 0 plays, 1 where role 1 does, 0 where the game is over, and what the
	// game says where both move at once.
	Rows []int32

	joint []S
	rows  []int32 // of joint, or of all states
}

// MoversAndRows is what a game can have that finds out both at once.
type MoversAndRows[S State] interface {
	// MoversAndRows appends what Movers appends, and a number for each state: that
	// of Rows where both move at once, else any.
	MoversAndRows(movers []int8, rows []int32, src []S) ([]int8, []int32)
}

// Find finds the stages of states whose children Expand has given, with their
// ends counted from the first of them.
func (t *Stages[S]) Find(g Game[S], src []S, ends []int32) {
	once, atOnce := g.(MoversAndRows[S])
	if atOnce {
		t.Movers, t.rows = once.MoversAndRows(t.Movers[:0], t.rows[:0], src)
	} else {
		t.Movers = g.Movers(t.Movers[:0], src)
	}
	t.Rows, t.joint = t.Rows[:0], t.joint[:0]
	from := int32(0)
	for i, end := range ends {
		rows := end - from
		from = end
		switch {
		case rows == 0 || t.Movers[i] == 0:
		case t.Movers[i] == 1:
			rows = 1
		case atOnce:
			rows = t.rows[i]
		default:
			t.joint = append(t.joint, src[i])
			rows = -1
		}
		t.Rows = append(t.Rows, rows)
	}
	if len(t.joint) > 0 {
		t.findJoint(g)
	}
}

// findJoint asks for the rows of the states where both move at once.
func (t *Stages[S]) findJoint(g Game[S]) {
	t.rows = g.(Simultaneous[S]).Rows(t.rows[:0], t.joint)
	next := 0
	for i := range t.Rows {
		if t.Rows[i] < 0 {
			t.Rows[i] = t.rows[next]
			next++
		}
	}
}

// Stage is who plays at a state with so many children, and in how many rows they
// are; see Stages.
func Stage[S State](g Game[S], s S, children int) (mover int8, rows int) {
	var t Stages[S]
	t.Find(g, []S{s}, []int32{int32(children)})
	return t.Movers[0], int(t.Rows[0])
}

// Mover is who plays at one state; see Game.
func Mover[S State](g Game[S], s S) int { return int(g.Movers(nil, []S{s})[0]) }
