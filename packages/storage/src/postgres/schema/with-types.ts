const typeNames: Readonly<Record<string, string>> = {
  // As SQLite compares: by bytes, whatever language the server was set up for.
  TEXT: 'text COLLATE "C"',
  INTEGER: 'bigint',
  REAL: 'double precision',
  BLOB: 'bytea',
};

/** Tables are written with SQLite's names of types, so that the two schemas can be read side by side. */
export function withTypes(sql: string): string {
  return sql.replaceAll(/\b(?:TEXT|INTEGER|REAL|BLOB)\b/g, (name) => typeNames[name] ?? name);
}
