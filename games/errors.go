package games

// InputError is a mistake in what the user typed: an unknown game or option, a
// value out of range, a malformed position, an illegal move. Its text says
// what was wrong and what to type instead.
type InputError struct{ text string }

func (e *InputError) Error() string { return e.text }

// BadInput makes an InputError. What it repeats is cleaned and shortened; see
// Message.
func BadInput(format string, args ...any) error {
	return &InputError{Message(format, args...)}
}
