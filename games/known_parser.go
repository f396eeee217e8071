package games

// KnownParser is implemented by games with external rules. A server uses it to
// accept positions from clients without passing arbitrary text to the rules.
type KnownParser[S State] interface {
	// ParseKnown parses a position without calling the rules, and reports whether
	// the rules have been called for it before. The state is canonical if its
	// canonical state is known without a call. Errors are InputErrors.
	ParseKnown(text string) (s S, known bool, err error)
}
