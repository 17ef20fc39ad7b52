// Package sqlite reads the rows of tables in SQLite 3 databases, by the published file format (https://www.sqlite.org/fileformat2.html). It
// knows no SQL but what CREATE TABLE says of columns, and writes nothing: a loader of pages needs no more of a database.
//
// One worked table. After
//
//	CREATE TABLE documents (id PRIMARY KEY, text);
//	INSERT INTO documents VALUES ('Varn', 'A river.');
//
// the table sqlite_schema, whose b-tree begins on page 1, has a row with the name documents, a root page and the words of CREATE
// TABLE. Table finds the places of id and text among the columns, and Rows walks the b-tree from the root page: it yields
// one row with the values "Varn" and "A river.".
package sqlite
