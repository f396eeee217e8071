package store

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"zermelo/games"
)

// folder is a read-only folder, either on disk or in an object store.
type folder struct {
	files
	path string // path or address, for messages
}

type files interface {
	fs.StatFS
	fs.ReadDirFS
}

// Remote reports whether db is an address in an object store, such as
// s3://bucket/prefix. Remote tables are read-only.
func Remote(db string) bool { return strings.Contains(db, "://") }

// Writable returns an error if the data directory db is remote.
func Writable(db string) error {
	if Remote(db) {
		return games.BadInput("tables in %s are read-only; specify a local folder with --db DIR", games.Echo(db))
	}
	return nil
}

func local(dir string) folder {
	return folder{localFiles(dir), dir}
}

func openFolder(db string) (folder, error) {
	if !Remote(db) {
		return local(db), nil
	}
	found, err := openRemote(db)
	if err != nil {
		return folder{}, err
	}
	return folder{found, db}, nil
}

func (f folder) sub(name string) folder {
	if dir, ok := f.files.(localFiles); ok {
		return local(filepath.Join(string(dir), name))
	}
	address, _, _ := strings.Cut(f.path, "?")
	f.files, f.path = f.files.(remote).sub(name), strings.TrimSuffix(address, "/")+"/"+name
	return f
}

// localFiles is like os.DirFS, but its errors contain full paths.
type localFiles string

func (dir localFiles) Open(name string) (fs.File, error) {
	return os.Open(filepath.Join(string(dir), name))
}

func (dir localFiles) Stat(name string) (fs.FileInfo, error) {
	return os.Stat(filepath.Join(string(dir), name))
}

func (dir localFiles) ReadDir(name string) ([]fs.DirEntry, error) {
	return os.ReadDir(filepath.Join(string(dir), name))
}

// remote is the file system of an object store.
type remote interface {
	files
	sub(name string) files
}

// inside joins a prefix and a slash-separated name. The result is "" for the root.
func inside(prefix, name string) string { return strings.TrimPrefix(path.Join(prefix, name), ".") }
