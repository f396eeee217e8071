package store

import "zermelo/games"

// openRemote returns an error, because browsers have no access to object stores.
func openRemote(db string) (remote, error) {
	return nil, games.BadInput("%s: must be a directory", games.Echo(db))
}
