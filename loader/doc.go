// Package loader reads corpora into a store: one Source for each corpus format, and Load.
package loader
