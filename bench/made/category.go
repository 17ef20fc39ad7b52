package main

import (
	"bufio"
	"net/url"
	"os"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
)

// readCategories reads what articles are by their categories, from categories.tsv.
func readCategories(path string) (map[string]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	of := map[string]string{}
	for s := bufio.NewScanner(f); s.Scan(); {
		name, category, ok := strings.Cut(s.Text(), "\t")
		title, err := url.PathUnescape(name)
		if !ok || err != nil {
			continue
		}
		title = graph.CleanTitle(title)
		for _, n := range categoryNouns {
			if of[title] == "" && strings.Contains(category+".", n[0]) {
				of[title] = n[1]
			}
		}
	}
	return of, nil
}
