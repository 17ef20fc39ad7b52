package main

import (
	"fmt"
	"slices"
	"time"
)

// spread is what several runs took, in seconds or in things a second.
type spread []float64

func (s *spread) took(d time.Duration) { *s = append(*s, d.Seconds()) }

// at is the value that the share q of the runs stay below.
func (s spread) at(q float64) float64 {
	all := slices.Sorted(slices.Values(s))
	return all[min(int(q*float64(len(all))), len(all)-1)]
}

func (s spread) median() float64 { return s.at(0.5) }

// print is the median and what it lies between, each times scale.
func (s spread) print(format string, scale float64) string {
	return fmt.Sprintf(format+" ("+format+"-"+format+")", s.median()*scale, s.at(0)*scale, s.at(1)*scale)
}
