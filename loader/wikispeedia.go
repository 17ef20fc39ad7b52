package loader

func isWikispeedia(string) bool { return false }

func newWikispeedia(path string) (Source, error) { return nil, ErrFormat }
