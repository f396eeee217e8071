package games

// Exchanging is implemented by two-role games that can prove that their roles are
// interchangeable.
type Exchanging interface {
	// Exchange reports whether the game has proven that a permutation of
	// positions and moves exchanges the roles while preserving the rules and the
	// start.
	Exchange() bool
}

// Even reports whether it is proven that each role of a simultaneous game can secure
// half of Total, because the roles are interchangeable. The proof yields no strategy.
func Even(v Variant) bool {
	i := v.Info()
	if !i.Simultaneous || len(i.Roles) != 2 || i.GeneralSum || i.SumUnproven || !i.HasDraw() || i.Endless != nil && 2**i.Endless != i.Total {
		return false
	}
	e, ok := v.(Exchanging)
	return ok && e.Exchange()
}
