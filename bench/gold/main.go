package gold

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/signal"
	"slices"
)

// Data returns the folder of the shared data: what BRIDGEHOP_DATA names, else the one beside the repository.
func Data() string { return cmp.Or(os.Getenv("BRIDGEHOP_DATA"), "../shared/data") }

// Main runs a benchmark until it ends or is interrupted. An error is printed behind its name, and the program ends with 1.
func Main(name string, run func(context.Context) error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, name+":", err)
		os.Exit(1)
	}
}

// Quantile returns the value that a share of all values lie at or below; 0 of none.
func Quantile[T cmp.Ordered](all []T, share float64) (value T) {
	if len(all) == 0 {
		return value
	}
	return slices.Sorted(slices.Values(all))[int(share*float64(len(all)-1))]
}
