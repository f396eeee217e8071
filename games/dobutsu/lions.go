package dobutsu

// lionPairs numbers the squares of the two lions in open states, up to mirror
// image. The own lion is not on the last row, the other one not on the first,
// and they are not next to each other.
type lionPairs struct {
	at    [1 << 8]lionPair // by the two squares as they are in a state
	pairs [][2]int         // own and other lion of each number
}

// lionPair is what is known of two lions' squares.
type lionPair struct {
	number  uint8
	mirror  bool // these are the mirror image of the squares of that number
	central bool // both are in the middle column
}

// newLionPairs numbers the pairs.
func newLionPairs(b *board) *lionPairs {
	l := new(lionPairs)
	for own := range squares {
		for other := range squares {
			if own == other || b.lion[own]>>other&1 != 0 || lastRow>>own&1 != 0 || firstRow>>other&1 != 0 {
				continue
			}
			twinOwn, twinOther := mirroredLion(own), mirroredLion(other)
			if twin := l.at[twinOwn|twinOther<<4]; twinOwn*squares+twinOther < own*squares+other {
				l.at[own|other<<4] = lionPair{number: twin.number, mirror: true}
				continue
			}
			l.at[own|other<<4] = lionPair{number: uint8(len(l.pairs)), central: own == twinOwn && other == twinOther}
			l.pairs = append(l.pairs, [2]int{own, other})
		}
	}
	return l
}
