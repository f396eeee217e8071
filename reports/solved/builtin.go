//go:build js && !rules

package solved

// foreignRules reports whether this program can open games that are not built in. If it
// is false, the linker omits the checks of their tables.
const foreignRules = false
