package games

// Exchanging is the power of games of two roles that can prove that the roles can be exchanged.
type Exchanging interface {
	// Exchange reports whether it is proven that a permutation of positions and moves that
	// exchanges the roles changes neither the rules nor the start.
	Exchange() bool
}

// Even reports whether it is proven that both roles of a simultaneous game get half of the total:
// what one can secure the other one can, too. That tells no moves.
func Even(v Variant) bool {
	i := v.Info()
	if !i.Simultaneous || len(i.Roles) != 2 || i.GeneralSum || i.SumUnproven || i.Total%2 != 0 || i.Endless != nil && 2**i.Endless != i.Total {
		return false
	}
	e, ok := v.(Exchanging)
	return ok && e.Exchange()
}
