package games

// RoleExchanger is implemented by games of two roles that can prove that the roles are
// interchangeable.
type RoleExchanger interface {
	// RolesExchangeable reports whether the game has proven that some permutation of
	// positions and moves exchanges the roles and preserves the rules and the
	// start.
	RolesExchangeable() bool
}

// ProvenFair reports whether each role of a simultaneous game is proven to secure half of
// the total, because the roles are interchangeable. It provides no strategy.
func ProvenFair(v Variant) bool {
	i := v.Info()
	if !i.Simultaneous || len(i.Roles) != 2 || i.GeneralSum || i.SumUnproven || !i.HasDraw() || i.Endless != nil && 2**i.Endless != i.Total {
		return false
	}
	e, ok := v.(RoleExchanger)
	return ok && e.RolesExchangeable()
}
