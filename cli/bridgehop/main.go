// Command bridgehop finds the pages and hyperlinks of a wiki that prove or refute a claim.
package main

import "github.com/bridgehop/bridgehop/cli"

func main() { cli.Main() }
