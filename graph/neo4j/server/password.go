package server

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Password returns the server's password, made on first use and kept in a file that only the user can read.
func (c *Control) Password() (string, error) {
	file := filepath.Join(c.Dir, "password")
	b, err := os.ReadFile(file)
	if err == nil {
		return strings.TrimSpace(string(b)), nil
	}
	if !errors.Is(err, os.ErrNotExist) {
		return "", fmt.Errorf("read the server's password: %w", err)
	}
	password := strings.ToLower(rand.Text())
	if err := os.WriteFile(file, []byte(password+"\n"), 0o600); err != nil {
		return "", fmt.Errorf("keep the server's password: %w", err)
	}
	return password, nil
}

// hashRounds is how often neo4j-admin hashes a password.
const hashRounds = 1024

// credential returns the line of auth.ini that gives the user this password, as `neo4j-admin dbms
// set-initial-password` writes it; that command would show the password in the list of processes.
func credential(user, password string) string {
	salt := make([]byte, 32)
	_, _ = rand.Read(salt) // never fails
	h := sha256.Sum256(append(append([]byte{}, salt...), password...))
	for range hashRounds - 1 {
		h = sha256.Sum256(h[:])
	}
	return fmt.Sprintf("%s:SHA-256,%s,%s,%d:\n", user, strings.ToUpper(hex.EncodeToString(h[:])),
		strings.ToUpper(hex.EncodeToString(salt)), hashRounds)
}
