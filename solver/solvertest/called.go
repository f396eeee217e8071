package solvertest

// Called is a game that does something at each call of Expand or Parents.
type Called struct {
	RetroGame
	Call func()
}

func (c Called) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	c.Call()
	return c.RetroGame.Expand(dst, ends, src)
}

func (c Called) Parents(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	c.Call()
	return c.RetroGame.Parents(dst, ends, src)
}
