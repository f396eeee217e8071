package sat

// order is a max-heap of variables, ordered by activity.
type order struct {
	activity []float64
	heap     []int32
	place    []int32 // by variable: index in heap, or -1
	bump     float64
}

func (o *order) add(v int) {
	o.activity = append(o.activity, 0)
	o.place = append(o.place, -1)
	if o.bump == 0 {
		o.bump = 1
	}
	o.insert(v)
}

func (o *order) insert(v int) {
	if o.place[v] >= 0 {
		return
	}
	o.place[v] = int32(len(o.heap))
	o.heap = append(o.heap, int32(v))
	o.up(len(o.heap) - 1)
}

// take removes and returns the most active variable.
func (o *order) take() int {
	v := o.heap[0]
	last := len(o.heap) - 1
	o.swap(0, last)
	o.heap = o.heap[:last]
	o.place[v] = -1
	o.down(0)
	return int(v)
}

func (o *order) raise(v int) {
	o.activity[v] += o.bump
	if o.activity[v] > 1e100 {
		for i := range o.activity {
			o.activity[i] *= 1e-100
		}
		o.bump *= 1e-100
	}
	if o.place[v] >= 0 {
		o.up(int(o.place[v]))
	}
}

// decay reduces the activities of all variables relative to future increases.
func (o *order) decay() { o.bump /= 0.95 }

func (o *order) before(i, j int) bool {
	return o.activity[o.heap[i]] > o.activity[o.heap[j]]
}

func (o *order) swap(i, j int) {
	o.heap[i], o.heap[j] = o.heap[j], o.heap[i]
	o.place[o.heap[i]], o.place[o.heap[j]] = int32(i), int32(j)
}

func (o *order) up(i int) {
	for i > 0 && o.before(i, (i-1)/2) {
		o.swap(i, (i-1)/2)
		i = (i - 1) / 2
	}
}

func (o *order) down(i int) {
	for {
		child := 2*i + 1
		if child >= len(o.heap) {
			return
		}
		if child+1 < len(o.heap) && o.before(child+1, child) {
			child++
		}
		if !o.before(child, i) {
			return
		}
		o.swap(i, child)
		i = child
	}
}
