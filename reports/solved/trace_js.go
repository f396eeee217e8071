package solved

// Tracer is not used by the program for browsers, whose size determines when a published
// page can be used.
type Tracer any

func (b *solvedGame[S]) Tracer(func(int)) Tracer { return nil }
