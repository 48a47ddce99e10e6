import type { Writable } from 'node:stream';
import { UserError } from '@avow/foundation';
import type { SqlValue } from '../../sql/operation.ts';

/**
 * What `pg` has for a connection, as far as it is used here. It is no part of its interface, and may change with any version:
 * the manifest names one exactly, and each connection looks for it.
 */
export interface Wire {
  readonly stream: Writable;
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Readonly<Record<string, string>>;
  parse(message: { readonly name: string; readonly text: string }): void;
  bind(message: {
    readonly statement: string;
    readonly values: readonly SqlValue[];
    readonly valueMapper: (value: SqlValue) => Buffer | string | null;
  }): void;
  describe(message: { readonly type: 'P'; readonly name: string }): void;
  execute(message: null): void;
  sync(): void;
}

const members: Readonly<Record<keyof Wire, 'function' | 'object'>> = {
  ...{ stream: 'object', parsedStatements: 'object', submittedNamedStatements: 'object' },
  ...{ parse: 'function', bind: 'function', describe: 'function', execute: 'function', sync: 'function' },
};

/** The wire of a client of `pg`. Throws a `UserError` if another version of it is installed that has none. */
export function wireOf(client: object): Wire {
  const { connection = {}, pipeline } = client as {
    readonly connection?: Readonly<Record<string, unknown>>;
    readonly pipeline?: unknown;
  };
  const missing = Object.entries(members)
    .filter(([name, type]) => typeof connection[name] !== type || connection[name] === null)
    .map(([name]) => name);
  if (typeof (connection['stream'] as Partial<Writable> | undefined)?.cork !== 'function')
    missing.push('cork');
  if (pipeline !== true) missing.push('pipeline');
  if (missing.length === 0) return connection as unknown as Wire;
  throw new UserError(
    `The installed version of the library pg cannot be used: it has no ${missing.join(', ')}. Install the version that package.json names.`,
  );
}
