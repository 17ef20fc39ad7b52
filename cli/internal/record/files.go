package record

import (
	"errors"

	"github.com/bridgehop/bridgehop/cli/score"
)

// WithFiles opens files for scoring, gives them to f, and closes them.
func WithFiles(names []string, f func([]score.File) error) (err error) {
	files := make([]score.File, len(names))
	for i, name := range names {
		file, closeFile, err := score.OpenFile(name)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, closeFile()) }()
		files[i] = file
	}
	return f(files)
}
