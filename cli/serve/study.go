package serve

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Study is what `bridgehop shapes report --out` wrote: chain against star, in pictures and tables.
type Study struct {
	Pictures, Tables []studyPart
}

// studyPart is a picture with its file, or a table with its rows, the first of which names the columns.
type studyPart struct {
	Name, File string
	Rows       [][]string
	svg        string
}

// ReadStudy reads the folder once, so that no request names a file.
func ReadStudy(dir string) (*Study, error) {
	out := &Study{}
	for _, pattern := range []string{"*.svg", "*.csv"} {
		names, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			b, err := os.ReadFile(name)
			if err != nil {
				return nil, err
			}
			file := filepath.Base(name)
			part := studyPart{Name: strings.ReplaceAll(strings.TrimSuffix(file, filepath.Ext(file)), "-", " "), File: file}
			if pattern == "*.svg" {
				part.svg = string(b)
				out.Pictures = append(out.Pictures, part)
				continue
			}
			if part.Rows, err = csv.NewReader(strings.NewReader(string(b))).ReadAll(); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			out.Tables = append(out.Tables, part)
		}
	}
	if out.Pictures == nil && out.Tables == nil {
		return nil, fmt.Errorf("%s has no pictures and no tables; `bridgehop shapes report --out %s` writes them", dir, dir)
	}
	return out, nil
}

// studyPicture sends a picture of the study.
func (s *Server) studyPicture(w http.ResponseWriter, r *http.Request) {
	if s.Study != nil {
		for _, p := range s.Study.Pictures {
			if p.File == r.PathValue("file") {
				w.Header().Set("Content-Type", "image/svg+xml")
				http.ServeContent(w, r, p.File, time.Time{}, strings.NewReader(p.svg))
				return
			}
		}
	}
	http.NotFound(w, r)
}
