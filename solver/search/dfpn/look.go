package dfpn

// Limit stops later searches after about so many nodes each; 0 means never. No search
// may be running.
func (p *Search[S]) Limit(nodes uint64) { p.options.Nodes = nodes }

// Numbers are the proof and the disproof number of the question whether the player to
// move at a canonical position scores at least threshold: 0 where that is proven or
// disproven, 1 and 1 where nothing is known. A search may be running.
func (p *Search[S]) Numbers(s S, threshold int) (proof, disproof uint32) {
	t := threshold - 1
	if high := p.game.Scores(); t >= high || t < -high {
		return p.Answered(t < -high)
	}
	n, _, ok := p.table.probe(p.table.find(&s), &s, int8(p.normal(t)))
	if !ok {
		return 1, 1
	}
	return n.proof, n.disproof
}

// Answered are the numbers of a question that is answered.
func (p *Search[S]) Answered(yes bool) (proof, disproof uint32) {
	n := answered(yes)
	return n.proof, n.disproof
}
