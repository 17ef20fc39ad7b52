// Package records reads files of records: it takes off their compression and cuts them into lines or JSON values.
package records
