package shards

import "slices"

// Stage is a set of tasks that can run concurrently. The next stage starts when
// all tasks are done.
type Stage struct {
	Seconds []float64 // duration of each task, in the order in which tasks are assigned
	Bytes   float64   // number of bytes read and written
}

// Run is the result of a simulated solve.
type Run struct {
	Seconds float64
	Busy    float64 // fraction of the workers' time spent on tasks, in [0, 1]
	Network float64 // time in seconds spent waiting for the network
}

// Simulate simulates a solve. It assigns each task of a stage to the first free
// worker. The store transfers bytesASecond bytes per second in total. The argument
// between is the time in seconds from the end of a stage to the first task of the
// next stage.
func Simulate(stages []Stage, workers int, bytesASecond, between float64) (r Run) {
	work := 0.0
	for _, s := range stages {
		free := make([]float64, min(workers, max(1, len(s.Seconds))))
		for _, seconds := range s.Seconds {
			work += seconds
			done := free[0] + seconds
			at, _ := slices.BinarySearch(free[1:], done) // free is in ascending order
			copy(free, free[1:at+1])
			free[at] = done
		}
		ends := free[len(free)-1]
		wait := max(0, s.Bytes/bytesASecond-ends)
		r.Seconds += ends + wait + between
		r.Network += wait
	}
	r.Busy = work / (r.Seconds * float64(workers))
	return r
}
