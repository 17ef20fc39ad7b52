package loader

import "encoding/json"

// Members cuts a JSON object apart.
func Members(data []byte) (map[string]json.RawMessage, error) { return members(data) }

// Texts reads a JSON list of strings.
func Texts(data []byte) ([]string, error) { return texts(data) }

// FoldText joins words by single spaces.
func FoldText(s string) string { return foldText(s) }
