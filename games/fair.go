package games

// RoleExchanger is implemented by two-role games that can prove that the roles are
// interchangeable.
type RoleExchanger interface {
	// RolesExchangeable reports whether some permutation of positions and moves
	// provably exchanges the roles and preserves the rules and the start.
	RolesExchangeable() bool
}

// ProvenFair reports whether each role of a simultaneous game without chance can
// provably secure half of the total payoff, because the roles are interchangeable.
func ProvenFair(v Variant) bool {
	i := v.Info()
	if !i.Simultaneous || i.Stochastic || len(i.Roles) != 2 || i.GeneralSum || i.SumUnproven || !i.HasDraw() || i.Endless != nil && 2**i.Endless != i.Total {
		return false
	}
	e, ok := v.(RoleExchanger)
	return ok && e.RolesExchangeable()
}
