package neo4j_test

import (
	"os"
	"testing"

	"github.com/bridgehop/bridgehop/graph/neo4j/server/servertest"
)

func TestMain(m *testing.M) { os.Exit(servertest.Main(m)) }
