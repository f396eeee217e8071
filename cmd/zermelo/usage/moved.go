package usage

import (
	"errors"
	"fmt"

	"github.com/spf13/pflag"
)

// AddMoved adds hidden flags that replace removed ones. Setting such a flag causes an
// error whose message ends with instead.
func AddMoved(flags *pflag.FlagSet, instead string, names ...string) {
	for _, name := range names {
		flags.Var(movedFlag(fmt.Sprintf("this flag was removed; %s", instead)), name, "")
		f := flags.Lookup(name)
		f.Hidden, f.NoOptDefVal = true, "true"
	}
}

type movedFlag string

func (movedFlag) String() string     { return "" }
func (movedFlag) Type() string       { return "" }
func (f movedFlag) Set(string) error { return errors.New(string(f)) }
