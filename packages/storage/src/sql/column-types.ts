import type { SqlValue } from './operation.ts';

export type Engine = 'sqlite' | 'postgres';

/** SQL that both engines understand, or that of each. */
export type EngineSql = string | Readonly<Record<Engine, string>>;

/** A column of a table: what is stored in it, and what that means. */
export interface Column<Stored extends SqlValue = SqlValue, Value = unknown, Property = unknown> {
  readonly type: 'TEXT' | 'INTEGER' | 'REAL' | 'BLOB';
  readonly isNullable: boolean;
  /** What follows the type, with `:column` for the name. */
  readonly rules: EngineSql;
  /** The number that a row gets when it is inserted: from the connection that inserts it, or in the order of rows. */
  readonly number?: 'row' | 'sequence';
  readonly onlyOn?: Engine;
  /** Omitted: the name of the column in camel case. */
  readonly property?: Property;
  /** Omitted: the value is stored as it is. */
  toStored?(value: Value): Stored;
  toValue?(stored: Stored): Value;
}

/** A column whose value is stored as it is. */
export type PlainColumn<Stored extends SqlValue> = Column<Stored, Stored, null>;

export const text = <Value extends string = string>(rules: EngineSql = ''): PlainColumn<Value> => ({
  ...{ type: 'TEXT', isNullable: false, rules },
});

export const integer = (rules: EngineSql = ''): PlainColumn<number> => ({
  ...{ type: 'INTEGER', isNullable: false, rules },
});

export const real = (rules: EngineSql = ''): PlainColumn<number> => ({
  ...{ type: 'REAL', isNullable: false, rules },
});

export const blob = (rules: EngineSql = ''): PlainColumn<Uint8Array> => ({
  ...{ type: 'BLOB', isNullable: false, rules },
});

/** One of these words. */
export const choice = <const Word extends string>(...words: readonly Word[]): PlainColumn<Word> => ({
  ...{ type: 'TEXT', isNullable: false },
  rules: `CHECK (:column IN (${words.map((word) => `'${word}'`).join(', ')}))`,
});

export const flag = (): Column<number, boolean, null> => ({
  ...{ type: 'INTEGER', isNullable: false, rules: 'CHECK (:column IN (0, 1))' },
  toStored: (value) => (value ? 1 : 0),
  toValue: (stored) => stored === 1,
});

/** Only what was encoded here is ever in such a column: it is not checked again. Most lists are empty, and those cost nothing. */
export const json = <Value>(): Column<string, Value, null> => ({
  ...{ type: 'TEXT', isNullable: false, rules: '' },
  toStored: (value) => JSON.stringify(value),
  toValue: (stored) => (stored === '[]' ? ([] as Value) : JSON.parse(stored)),
});

export function optional<Stored extends SqlValue, Value, Property>(
  column: Column<Stored, Value, Property>,
): Column<Stored | null, Value | null, Property> {
  const { toStored, toValue } = column;
  return {
    ...column,
    isNullable: true,
    ...(toStored === undefined
      ? {}
      : { toStored: (value: Value | null) => (value === null ? null : toStored(value)) }),
    ...(toValue === undefined
      ? {}
      : { toValue: (stored: Stored | null) => (stored === null ? null : toValue(stored)) }),
  };
}

/** For a property that is not called as its column. */
export function named<const Property extends string, Stored extends SqlValue, Value>(
  property: Property,
  column: Column<Stored, Value, null>,
): Column<Stored, Value, Property> {
  return { ...column, property };
}

/** The number that a row is found by, if there is one. In SQLite it is the number of the row itself. */
export const rowNumber = (): PlainColumn<number> => ({ ...integer(), number: 'row' });

/** The same in the order in which rows are inserted: a reader that remembers the last one never meets it again. */
export const sequence = (): PlainColumn<number> => ({ ...integer(), number: 'sequence' });

/** Whose a numbered row is: SQLite finds such rows by their numbers alone. */
export const owner = (): PlainColumn<string> => ({ ...text(), onlyOn: 'postgres' });

/** What is stored in the column of a table. */
export type StoredIn<Described> =
  Described extends Column<infer Stored, infer _Value, infer _Property> ? Stored : never;

export type ValueIn<Described> =
  Described extends Column<infer _Stored, infer Value, infer _Property> ? Value : never;

export type PropertyOf<Name, Described> = Described extends { readonly property?: infer Property }
  ? Property extends string
    ? Property
    : CamelCase<Name>
  : never;

type CamelCase<Name> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name extends string
    ? Name
    : never;

export function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_found, letter: string) => letter.toUpperCase());
}
