package process

import "syscall"

// ownGroup returns nil, because browsers do not run processes.
func ownGroup() *syscall.SysProcAttr { return nil }
