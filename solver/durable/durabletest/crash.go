package durabletest

import (
	"fmt"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Crash is a possible state of the recorded directory after a crash.
type Crash struct {
	Name   string   // time of the crash and what was lost
	Ended  bool     // the program had returned
	Synced []string // paths that the program had synced, without duplicates
	files  map[string]string
}

// folderMark marks a directory in Crash.files.
const folderMark = "\x00folder"

// Has reports whether a file or directory exists.
func (c *Crash) Has(path string) bool {
	_, ok := c.files[path]
	return ok
}

// Below returns a description of a file, or of a directory and its contents.
// Files or directories with equal descriptions have equal contents. An empty
// path denotes the recorded directory.
func (c *Crash) Below(path string) string {
	var b strings.Builder
	for _, at := range slices.Sorted(maps.Keys(c.files)) {
		if path == "" || at == path || strings.HasPrefix(at, path+string(filepath.Separator)) {
			fmt.Fprintf(&b, "%q %q\n", at, c.files[at])
		}
	}
	return b.String()
}

// Restore writes the files and directories to dir, which must exist and be
// empty.
func (c *Crash) Restore(dir string) error {
	for _, path := range slices.Sorted(maps.Keys(c.files)) { // directories precede their contents
		var err error
		if text := c.files[path]; text == folderMark {
			err = os.Mkdir(filepath.Join(dir, path), 0o777)
		} else {
			err = os.WriteFile(filepath.Join(dir, path), []byte(text), 0o666)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// String returns a list of the files with their sizes.
func (c *Crash) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:", c.Name)
	for _, path := range slices.Sorted(maps.Keys(c.files)) {
		if c.files[path] == folderMark {
			fmt.Fprintf(&b, " %s/", path)
		} else {
			fmt.Fprintf(&b, " %s:%d", path, len(c.files[path]))
		}
	}
	return b.String()
}

// replay is the recorded directory at one moment. The image base survives a
// crash. The pending name changes may be lost.
type replay struct {
	*Trace
	base    image
	seqs    map[place]int // sequence number of the last change of a name in base
	pending []op
}

// Crashes returns an iterator over the possible states of the recorded directory
// after a crash. It omits duplicates unless a new path was synced. A state includes
// all unsynced name changes, none of them, a single one, or all except one. Unsynced
// files have either their old or their new contents. In states with all name
// changes, files may also lack half of the new data or contain zeros in its place. A
// single file may be old while the others are new, or vice versa.
func (r *Trace) Crashes() iter.Seq[*Crash] {
	return func(yield func(*Crash) bool) {
		p := &replay{Trace: r, base: r.moments[0].before.clone(), seqs: map[place]int{}}
		before, seq := p.base, 1
		var synced []string
		seen := map[string]bool{}
		for number, m := range r.moments[1:] {
			added := changes(before, m.before, seq)
			seq += len(added)
			p.pending = append(p.pending, added...)
			for name, files := range p.states(m.before) {
				c := &Crash{Name: fmt.Sprintf("before sync %d (%s), %s", number+1, m.path, name), Ended: m.synced < 0, Synced: synced, files: files}
				if key := fmt.Sprintln(c.Ended, len(synced), c.Below("")); !seen[key] {
					seen[key] = true
					if !yield(c) {
						return
					}
				}
			}
			if m.synced >= 0 {
				p.sync(m)
				if !slices.Contains(synced, m.path) {
					synced = append(synced, m.path)
				}
			}
			before = m.before
		}
	}
}

// sync moves to base the changes that the sync at moment m makes durable.
func (p *replay) sync(m moment) {
	if text, file := m.before.contents[m.synced]; file {
		p.base.contents[m.synced] = text
		return
	}
	left := p.pending[:0]
	for _, o := range p.pending {
		switch {
		case o.from.folder == m.synced || o.to.folder == m.synced && o.from == nowhere:
			p.apply(p.base.names, p.seqs, o)
		case o.to.folder == m.synced: // the old name may exist in addition to the new one
			p.apply(p.base.names, p.seqs, op{o.seq, o.node, nowhere, o.to})
			left = append(left, op{o.seq, o.node, o.from, nowhere})
		default:
			left = append(left, o)
		}
	}
	p.pending = left
}

// apply applies a name change unless a later change of the same name has
// already been applied.
func (p *replay) apply(names map[place]int, seqs map[place]int, o op) {
	if o.from != nowhere && o.seq > seqs[o.from] {
		seqs[o.from] = o.seq
		delete(names, o.from)
	}
	if o.to != nowhere && o.seq > seqs[o.to] {
		seqs[o.to] = o.seq
		names[o.to] = o.node
	}
}

// states returns the states that are possible after a crash at one moment.
func (p *replay) states(now image) iter.Seq2[string, map[string]string] {
	return func(yield func(string, map[string]string) bool) {
		for what, ops := range p.subsets() {
			names, seqs := maps.Clone(p.base.names), maps.Clone(p.seqs)
			for _, o := range ops {
				p.apply(names, seqs, o)
			}
			for loss, contents := range p.contents(names, now, len(ops) == len(p.pending)) {
				if !yield(what+", "+loss, p.tree(names, contents)) {
					return
				}
			}
		}
	}
}

// subsets returns the subsets of the pending changes that may have become
// durable, with a description of each.
func (p *replay) subsets() iter.Seq2[string, []op] {
	return func(yield func(string, []op) bool) {
		n := len(p.pending)
		if !yield("all names", p.pending) || !yield("no names", nil) {
			return
		}
		for i := range n {
			name := p.pending[i].to.name + p.pending[i].from.name
			if !yield("the change of "+name+" alone", p.pending[i:i+1]) ||
				!yield("all changes except the change of "+name, slices.Concat(p.pending[:i], p.pending[i+1:])) {
				return
			}
		}
	}
}

// losses lists the possible contents of an unsynced file after a crash.
var losses = []struct {
	name string
	of   func(old, now string) string
}{
	{"new contents", func(_, now string) string { return now }},
	{"old contents", func(old, _ string) string { return old }},
	{"half of the contents", func(old, now string) string { return now[:(common(old, now)+len(now))/2] }},
	{"zeros", func(old, now string) string {
		n := common(old, now)
		return now[:n] + strings.Repeat("\x00", len(now)-n)
	}},
}

// common returns the length of the longest common prefix of a and b.
func common(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// contents returns the possible contents of all files. Partially written
// contents are included only if all is set.
func (p *replay) contents(names map[place]int, now image, all bool) iter.Seq2[string, map[int]string] {
	return func(yield func(string, map[int]string) bool) {
		var open []int
		for _, n := range names {
			if text, ok := now.contents[n]; ok && text != p.base.contents[n] {
				open = append(open, n)
			}
		}
		slices.Sort(open)
		with := func(loss, others int, which ...int) map[int]string {
			contents := maps.Clone(p.base.contents)
			for _, n := range open {
				way := others
				if slices.Contains(which, n) {
					way = loss
				}
				contents[n] = losses[way].of(p.base.contents[n], now.contents[n])
			}
			return contents
		}
		for loss := range losses {
			if loss > 1 && !all {
				return
			}
			if !yield(losses[loss].name, with(loss, loss)) {
				return
			}
		}
		for _, n := range open {
			if !yield("new contents of one file", with(0, 1, n)) || !yield("new contents of all files but one", with(1, 0, n)) {
				return
			}
		}
	}
}

// tree returns the files and directories that are reachable from the root, by
// path.
func (p *replay) tree(names map[place]int, contents map[int]string) map[string]string {
	files := map[string]string{}
	children := map[int][]place{}
	for at := range names {
		children[at.folder] = append(children[at.folder], at)
	}
	var visit func(folder int, path string)
	visit = func(folder int, path string) {
		for _, at := range children[folder] {
			n, to := names[at], filepath.Join(path, at.name)
			if p.nodes[n].info.IsDir() {
				files[to] = folderMark
				visit(n, to)
			} else {
				files[to] = contents[n]
			}
		}
	}
	visit(rootNode, "")
	return files
}
