package loader

import "encoding/json"

// Members cuts a JSON object apart.
func Members(data []byte) (map[string]json.RawMessage, error) { return members(data) }

// Texts reads a JSON list of strings.
func Texts(data []byte) ([]string, error) { return texts(data) }
