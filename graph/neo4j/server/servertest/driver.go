package servertest

import (
	"net/url"
	"strings"

	driver "github.com/neo4j/neo4j-go-driver/v5/neo4j"
)

// Driver returns a plain driver to the server, and the name of the database. The caller closes it.
func (s *Server) Driver() (driver.DriverWithContext, string, error) {
	u, err := url.Parse(s.URL)
	if err != nil {
		return nil, "", err
	}
	d, err := driver.NewDriverWithContext(u.Scheme+"://"+u.Host, driver.BasicAuth(u.User.Username(), s.Password, ""))
	return d, strings.Trim(u.Path, "/"), err
}
