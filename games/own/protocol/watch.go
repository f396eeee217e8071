package protocol

// Watch observes calls to rules, and may end the process if a call exceeds its
// limits. The methods may be called concurrently.
type Watch interface {
	// Begin is called before rules are loaded or called. File is the name of the
	// rules, and question is a word of the protocol, such as "expand".
	Begin(file, question string, limits Limits) Pending
	// Started is called with the process group of a new program and its memory limit
	// in bytes. The returned function is called after the program has exited.
	Started(group int, memory uint64) (ended func())
}

// Pending is a call in progress.
type Pending interface {
	// At records that the call is about to process state, and that more states
	// follow.
	At(state []byte, more int)
	// End is called when the call has returned.
	End()
}

// Begin calls Watch.Begin. If Watch is nil, it returns a Pending that does nothing.
func (l Limits) Begin(file, question string) Pending {
	if l.Watch == nil {
		return unwatched{}
	}
	return l.Watch.Begin(file, question, l)
}

type unwatched struct{}

func (unwatched) At([]byte, int) {}
func (unwatched) End()           {}
