import {
  type Column,
  camelCase,
  type Engine,
  type EngineSql,
  type PropertyOf,
  type StoredIn,
  type ValueIn,
} from './column-types.ts';
import type { SqlValue } from './operation.ts';

export type TableColumns = Readonly<Record<string, Column>>;

/** Columns of a table, with what their values are in a row and for a caller. */
interface ColumnSet<Columns extends TableColumns> {
  readonly columns: ReadonlyArray<keyof Columns & string>;
  only<const Names extends keyof Columns & string>(...names: Names[]): ColumnSet<Pick<Columns, Names>>;
  without<const Names extends keyof Columns & string>(...names: Names[]): ColumnSet<Omit<Columns, Names>>;
  encode(value: ValueOf<Columns>): RowOf<Columns>;
  /** What else a row has is left out. */
  decode(row: RowOf<Columns>): ValueOf<Columns>;
}

type RowOf<Columns extends TableColumns> = { readonly [Name in keyof Columns]: StoredIn<Columns[Name]> };

type ValueOf<Columns extends TableColumns> = {
  readonly [Name in keyof Columns as PropertyOf<Name, Columns[Name]>]: ValueIn<Columns[Name]>;
};

/** A row of a table, or some columns of it. */
export type Row<Set> = Set extends ColumnSet<infer Columns> ? RowOf<Columns> : never;

export interface TableRules<Name extends string> {
  /** What one row is found by: on PostgreSQL always its primary key. */
  readonly key: readonly Name[];
  /** What SQLite sorts rows by, if it is not that. */
  readonly sqliteKey?: readonly Name[];
  /** In SQLite, rows are in the order in which they were inserted, so that one is not moved by those that come after it. */
  readonly isAppended?: boolean;
  /** Further constraints. */
  readonly constraints?: readonly EngineSql[];
  /** As in CREATE INDEX, without the table: `name (columns) WHERE …`; `UNIQUE` comes before the name. */
  readonly indexes?: readonly EngineSql[];
  /** What the installation may do besides the tenants; of a table without tenants, what it may do at all. On PostgreSQL. */
  readonly installation?: string;
  /** What a tenant may do on PostgreSQL: on its own rows, where omitted means everything, or on a table without tenants. */
  readonly tenant?: string;
}

export interface TableDefinition<Name extends string = string> extends TableRules<Name> {
  readonly name: string;
  readonly columns: readonly string[];
  /** Creates the table and its indexes. */
  createSql(engine: Engine): string;
}

/** The one description of a table: what creates it on both engines, its rows, and what they are for a caller. */
export type Table<Columns extends TableColumns> = ColumnSet<Columns> &
  TableDefinition<keyof Columns & string>;

export function defineTable<const Columns extends TableColumns>(
  name: string,
  columns: Columns,
  rules: TableRules<keyof Columns & string>,
): Table<Columns> {
  return {
    ...rules,
    ...columnSet(columns),
    name,
    createSql: (engine) => createTableSql(name, { columns, rules, engine }),
  };
}

function columnSet<Columns extends TableColumns>(columns: Columns): ColumnSet<Columns> {
  const names = Object.keys(columns);
  const places = names.map((name) => ({ name, property: propertyOf(columns, name), column: columns[name] }));
  return {
    columns: names,
    only: (...chosen) => columnSet(choose(columns, (name) => chosen.some((one) => one === name))),
    without: (...left) => columnSet(choose(columns, (name) => !left.some((one) => one === name))),
    encode(value) {
      const row: Record<string, SqlValue> = {};
      const values = value as Readonly<Record<string, unknown>>;
      for (const { name, property, column } of places)
        row[name] = column?.toStored ? column.toStored(values[property]) : (values[property] as SqlValue);
      return row as RowOf<Columns>;
    },
    decode(row) {
      const value: Record<string, unknown> = {};
      const stored = row as Readonly<Record<string, SqlValue>>;
      for (const { name, property, column } of places)
        value[property] = column?.toValue ? column.toValue(stored[name] ?? null) : stored[name];
      return value as ValueOf<Columns>;
    },
  };
}

function propertyOf(columns: TableColumns, name: string): string {
  const property = columns[name]?.property;
  return typeof property === 'string' ? property : camelCase(name);
}

function choose<Chosen extends TableColumns>(
  columns: TableColumns,
  isChosen: (name: string) => boolean,
): Chosen {
  return Object.fromEntries(Object.entries(columns).filter(([name]) => isChosen(name))) as Chosen;
}

const sqlFor = (engine: Engine, sql: EngineSql) => (typeof sql === 'string' ? sql : sql[engine]);

interface Described {
  readonly columns: TableColumns;
  readonly rules: TableRules<string>;
  readonly engine: Engine;
}

function createTableSql(name: string, described: Described): string {
  const { columns, rules, engine } = described;
  const shown = Object.entries(columns).filter(([, { onlyOn = engine }]) => onlyOn === engine);
  const lines = [
    ...shown.map(([column, its]) => columnSql(engine, column, its)),
    ...keySql(described),
    ...(rules.constraints ?? []).map((constraint) => sqlFor(engine, constraint)),
  ].filter((line) => line !== '');
  const isByKey = rules.isAppended !== true && !isNumbered(columns);
  const options = engine === 'postgres' ? '' : isByKey ? ' STRICT, WITHOUT ROWID' : ' STRICT';
  const indexes = (rules.indexes ?? [])
    .map((index) => sqlFor(engine, index))
    .filter((index) => index !== '')
    .map((index) => indexSql(name, index));
  return [`CREATE TABLE ${name} (\n  ${lines.join(',\n  ')}\n)${options};`, ...indexes].join('\n');
}

const isNumbered = (columns: TableColumns) =>
  Object.values(columns).some(({ number }) => number !== undefined);

/** As SQLite compares texts: by bytes, whatever language the server was set up for. */
const postgresTypes = {
  TEXT: 'text COLLATE "C"',
  INTEGER: 'bigint',
  REAL: 'double precision',
  BLOB: 'bytea',
};

function columnSql(engine: Engine, name: string, { type, isNullable, rules, number }: Column): string {
  const own = sqlFor(engine, rules).replaceAll(':column', name);
  if (number !== undefined && engine === 'sqlite')
    return [name, 'INTEGER PRIMARY KEY', number === 'sequence' ? 'AUTOINCREMENT' : '', own].join(' ').trim();
  const drawn = number === 'sequence' ? 'GENERATED BY DEFAULT AS IDENTITY' : '';
  const words = [engine === 'sqlite' ? type : postgresTypes[type], isNullable ? '' : 'NOT NULL', drawn, own];
  return [name, ...words.filter((word) => word !== '')].join(' ');
}

function keySql({ columns, rules, engine }: Described): string[] {
  const { key, sqliteKey, isAppended } = rules;
  if (engine === 'postgres') return [`PRIMARY KEY (${key.join(', ')})`];
  if (isNumbered(columns)) return [];
  if (sqliteKey !== undefined) return [`PRIMARY KEY (${sqliteKey.join(', ')})`, `UNIQUE (${key.join(', ')})`];
  return [`${isAppended === true ? 'UNIQUE' : 'PRIMARY KEY'} (${key.join(', ')})`];
}

function indexSql(table: string, index: string): string {
  const [, unique = '', name = '', rest = ''] = /^(UNIQUE )?(\w+) (.*)$/s.exec(index) ?? [];
  return `CREATE ${unique}INDEX ${name} ON ${table} ${rest};`;
}
