// Package durabletest replays crashes of the machine. It records the changes
// and syncs that a program makes in a directory. From the record it derives the
// possible states of the directory after a crash, as ALICE (Pillai et al., OSDI
// 2014) and CrashMonkey (Mohan et al., OSDI 2018) do.
//
// The contents of synced files and the names in synced directories survive a
// crash. Any other change may be lost. Each new name, rename and removal is
// lost or survives independently, and a rename is atomic. The contents of a
// file may be lost completely or in part.
package durabletest

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"zermelo/solver/durable"
)

// Trace records the changes and syncs of a program.
type Trace struct {
	root    string
	nodes   []node
	now     image
	moments []moment
	err     error
}

// node is a file or directory. It is kept open so that the system does not
// reuse its inode.
type node struct {
	open *os.File
	info fs.FileInfo
}

// rootNode is the node of the recorded directory.
const rootNode = 0

// image is the state of the recorded directory at one moment.
type image struct {
	names    map[place]int  // nodes by directory and name
	contents map[int]string // contents of files by node
}

// place is a name in a directory.
type place struct {
	folder int
	name   string
}

// moment is the directory immediately before a sync, or at the end of the
// program.
type moment struct {
	before image
	synced int    // node that is synced; -1 at the end of the program
	path   string // path of the node relative to the recorded directory
}

// Record runs a program and records its changes in the directory root. The
// previous contents of root are assumed to be synced. Calls to Record must not
// overlap.
func Record(t *testing.T, root string, program func()) *Trace {
	t.Helper()
	r := &Trace{root: root}
	defer r.close()
	r.capture()
	r.moments = append(r.moments, moment{before: r.now, synced: -1})
	durable.Observe(func(path string) {
		if inside, err := filepath.Rel(root, path); err == nil && filepath.IsLocal(inside) {
			r.recordSync(inside)
		}
	})
	defer durable.Observe(nil)
	program()
	durable.Observe(nil)
	r.capture()
	r.moments = append(r.moments, moment{before: r.now, synced: -1})
	if r.err != nil {
		t.Fatal(r.err)
	}
	return r
}

// recordSync records that the program is about to sync a path.
func (r *Trace) recordSync(path string) {
	r.capture()
	at := rootNode
	for name := range strings.SplitSeq(filepath.ToSlash(path), "/") {
		if name == "." {
			continue
		}
		next, ok := r.now.names[place{at, name}]
		if !ok {
			r.err = errors.Join(r.err, &fs.PathError{Op: "sync", Path: path, Err: fs.ErrNotExist})
			return
		}
		at = next
	}
	r.moments = append(r.moments, moment{r.now, at, path})
}

// capture updates r.now from the file system.
func (r *Trace) capture() {
	r.now = image{map[place]int{}, map[int]string{}}
	r.err = errors.Join(r.err, r.visit(r.root, place{-1, ""}))
}

// visit adds the file or directory at a path to the image.
func (r *Trace) visit(path string, at place) error {
	n, err := r.nodeOf(path)
	if err != nil {
		return err
	}
	if at.folder >= 0 {
		r.now.names[at] = n
	}
	if !r.nodes[n].info.IsDir() {
		text, err := os.ReadFile(path)
		r.now.contents[n] = string(text)
		return err
	}
	entries, err := os.ReadDir(path)
	for _, e := range entries {
		err = errors.Join(err, r.visit(filepath.Join(path, e.Name()), place{n, e.Name()}))
	}
	return err
}

// nodeOf returns the node of a file or directory.
func (r *Trace) nodeOf(path string) (int, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return 0, err
	}
	if n := slices.IndexFunc(r.nodes, func(n node) bool { return os.SameFile(n.info, info) }); n >= 0 {
		return n, nil
	}
	open, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	r.nodes = append(r.nodes, node{open, info})
	return len(r.nodes) - 1, nil
}

func (r *Trace) close() {
	for _, n := range r.nodes {
		_ = n.open.Close() // opened for reading only
	}
}

// op is a name change. A creation has no from, and a removal has no to.
type op struct {
	seq      int
	node     int
	from, to place
}

// nowhere represents the missing place in an op.
var nowhere = place{folder: -1}

// changes returns the changes between two images. New names come first, with
// directories before their contents. Renames follow, and removals are last,
// with directories after their contents.
func changes(before, after image, seq int) (list []op) {
	var renames, removals []op
	removed := map[int]place{}
	for at, n := range before.names {
		if after.names[at] != n {
			removed[n] = at
		}
	}
	for at, n := range after.names {
		if before.names[at] == n {
			continue
		}
		if from, ok := removed[n]; ok {
			renames = append(renames, op{node: n, from: from, to: at})
			delete(removed, n)
			continue
		}
		list = append(list, op{node: n, from: nowhere, to: at})
	}
	for n, at := range removed {
		if _, replaced := after.names[at]; !replaced {
			removals = append(removals, op{node: n, from: at, to: nowhere})
		}
	}
	byNode := func(a, b op) int { return a.node - b.node } // directories have smaller node numbers than their contents
	slices.SortFunc(list, byNode)
	slices.SortFunc(renames, byNode)
	slices.SortFunc(removals, func(a, b op) int { return byNode(b, a) })
	list = slices.Concat(list, renames, removals)
	for i := range list {
		list[i].seq = seq + i
	}
	return list
}

func (i image) clone() image { return image{maps.Clone(i.names), maps.Clone(i.contents)} }
