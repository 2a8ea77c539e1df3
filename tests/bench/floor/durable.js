// A SQLite as the house has it: what was acknowledged is on disk.
const Database = require("better-sqlite3");

const TABLES = `
  CREATE TABLE tables (code TEXT PRIMARY KEY, state TEXT NOT NULL, initial TEXT, metadata TEXT);
  CREATE TABLE acts (id INTEGER PRIMARY KEY, code TEXT NOT NULL, act TEXT NOT NULL);
  CREATE INDEX acts_of ON acts (code, id);
`;

/** A new database in this file. */
exports.durable = (file) => {
  const rows = new Database(file);
  rows.pragma("journal_mode = WAL");
  rows.pragma("synchronous = FULL");
  rows.exec(TABLES);
  return rows;
};
