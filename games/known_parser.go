package games

// KnownParser is implemented by games with foreign rules. It lets a server accept positions
// from clients without passing arbitrary text to the rules.
type KnownParser[S State] interface {
	// ParseKnown parses a position without calling the rules, and reports whether the
	// rules have been called for it before. The returned state is canonical if
	// this is known without a call. Errors are InputErrors.
	ParseKnown(text string) (s S, known bool, err error)
}
