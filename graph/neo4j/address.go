package neo4j

import (
	"fmt"
	"net/url"
	"strings"
)

// Address is the address of a database: neo4j://user@host:7687/database. It has no password.
type Address struct {
	URL      string // scheme, host and port, for the driver
	Host     string // host and port
	User     string
	Database string
}

// schemes are the URL schemes of the driver; +s verifies certificates, +ssc accepts any.
var schemes = map[string]bool{"neo4j": true, "neo4j+s": true, "neo4j+ssc": true, "bolt": true, "bolt+s": true, "bolt+ssc": true}

// IsAddress reports whether a store's name is the address of a Neo4j server and not a folder.
func IsAddress(s string) bool {
	scheme, _, ok := strings.Cut(s, "://")
	return ok && schemes[scheme]
}

// ParseAddress reads an address; user and database default to neo4j, the port to 7687. It refuses a password,
// which would be seen in lists of processes, and never repeats one in an error.
func ParseAddress(s string) (Address, error) {
	u, err := url.Parse(s)
	if err != nil {
		return Address{}, fmt.Errorf("store address: not a URL like neo4j://user@host:7687/database")
	}
	if u.User != nil {
		if _, has := u.User.Password(); has {
			return Address{}, fmt.Errorf("store address: a password doesn't belong there, where lists of processes show it; put it into " +
				"BRIDGEHOP_NEO4J_PASSWORD")
		}
	}
	if !schemes[u.Scheme] || u.Hostname() == "" || u.RawQuery != "" {
		return Address{}, fmt.Errorf("store address %q: want neo4j://user@host:7687/database", s)
	}
	a := Address{Host: u.Host, User: u.User.Username(), Database: strings.Trim(u.Path, "/")}
	if u.Port() == "" {
		a.Host = u.Host + ":7687"
	}
	if a.User == "" {
		a.User = "neo4j"
	}
	if a.Database == "" {
		a.Database = "neo4j"
	}
	a.URL = u.Scheme + "://" + a.Host
	return a, nil
}

// String returns the address without what it defaults to left out.
func (a Address) String() string {
	scheme, host, _ := strings.Cut(a.URL, "://")
	return scheme + "://" + url.PathEscape(a.User) + "@" + host + "/" + a.Database
}
