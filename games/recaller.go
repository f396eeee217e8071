package games

// Recaller is implemented by games with foreign rules. A server uses it to accept
// positions from clients without passing arbitrary text to the rules.
type Recaller[S State] interface {
	// Recall parses a position without calling the rules, and reports whether the
	// rules have been called for the position before. The returned state is
	// canonical if its canonical state is known without a call. Errors are
	// InputErrors.
	Recall(text string) (s S, known bool, err error)
}
