package process

import "syscall"

// ownGroup returns nil because browsers cannot run processes.
func ownGroup() *syscall.SysProcAttr { return nil }
