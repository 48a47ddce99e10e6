/** What the SQL of the stores cannot say to both engines in the same words. */
export interface Dialect {
  /**
   * Columns that say whose a numbered secret, content or text is. SQLite finds those by their numbers alone, because what
   * is only appended to can be overwritten in place; PostgreSQL keeps every row by its tenant.
   */
  readonly ownerColumns: readonly string[];
  /** What such a row is joined by, for USING. */
  joinBy(number: string): string;
  /**
   * Whether a secret is destroyed by zeros in its place. Otherwise its row is deleted: PostgreSQL would write the zeros
   * elsewhere.
   */
  readonly overwritesInPlace: boolean;
  /** A column that must not choose the index; PostgreSQL decides by its statistics. */
  withoutIndex(column: string): string;
  /** The end of a text, as an index has it. */
  lastCharacters(column: string, count: number): string;
  /** Names the index that a statement must use; PostgreSQL chooses by its statistics. */
  indexedBy(index: string): string;
  /**
   * Whether the process that a column names has left its work. SQLite is asked when a process starts, which is the only one;
   * PostgreSQL knows which nodes are alive.
   */
  isAbandoned(nodeColumn: string): string;
  /**
   * The index of a leaf, from the parameter `leaf_index` of a row of `tenant_id`, which is null for what has not ended. On
   * PostgreSQL that is its place among the leaves of the transaction: the server knows the size of the log.
   */
  readonly leafIndex: string;
  /**
   * A statement that ends the transaction unless a condition holds; everything is then run again by operations that look
   * first. On SQLite nothing is assumed of what another process may change.
   */
  assume(condition: string): string;
  /** The strings of a parameter or column that is a JSON array, as rows with a column `value`. */
  listedIn(parameter: string, name: string): string;
}

export const sqliteDialect: Dialect = {
  ownerColumns: [],
  joinBy: (number) => number,
  overwritesInPlace: true,
  withoutIndex: (column) => `+${column}`,
  lastCharacters: (column, count) => `substr(${column}, -${count})`,
  indexedBy: (index) => `INDEXED BY ${index}`,
  isAbandoned: () => '1 = 1',
  leafIndex: ':leaf_index',
  assume: (condition) => `SELECT ${condition}`,
  listedIn: (parameter, name) => `json_each(${parameter}) AS ${name}`,
};

export const postgresDialect: Dialect = {
  ownerColumns: ['tenant_id'],
  joinBy: (number) => `tenant_id, ${number}`,
  overwritesInPlace: false,
  withoutIndex: (column) => column,
  lastCharacters: (column, count) => `right(${column}, ${count})`,
  indexedBy: () => '',
  isAbandoned: (nodeColumn) => `(${nodeColumn} IS NULL OR NOT EXISTS (SELECT 1 FROM nodes
    WHERE nodes.node_id = ${nodeColumn} AND nodes.until_ms > CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)))`,
  leafIndex: 'coalesce((SELECT size FROM logs WHERE tenant_id = :tenant_id), 0) + :leaf_index',
  assume: (condition) => `SELECT assume(${condition})`,
  listedIn: (parameter, name) => `json_array_elements_text(CAST(${parameter} AS json)) AS ${name}(value)`,
};
