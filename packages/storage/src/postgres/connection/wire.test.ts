import { readFileSync } from 'node:fs';
import { UserError } from '@avow/foundation';
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { Connection } from './connection.ts';
import { reachDatabase } from './reach-database.ts';
import { wireOf } from './wire.ts';

const root = new URL('../../../../../', import.meta.url);
const readJson = (path: string) => JSON.parse(readFileSync(new URL(path, root), 'utf8'));

describe('the inside of pg', () => {
  it('is that of one exact version', () => {
    const { packages } = readJson('package-lock.json');
    const named = readJson('packages/storage/package.json').dependencies.pg;
    expect(named).toMatch(/^\d+\.\d+\.\d+$/);
    expect(packages['packages/storage'].dependencies.pg).toBe(named);
    expect(packages['node_modules/pg'].version).toBe(named);
    expect(readJson('node_modules/pg/package.json').version).toBe(named);
    // Its messages are those of another package.
    const messages = readJson('package.json').overrides.pg['pg-protocol'];
    expect(messages).toMatch(/^\d+\.\d+\.\d+$/);
    expect(packages['node_modules/pg-protocol'].version).toBe(messages);
    expect(readJson('node_modules/pg-protocol/package.json').version).toBe(messages);
  });

  it('has what a connection uses', () => {
    const client = new Client({ pipeline: true });
    const { connection } = client as unknown as { connection: object };
    expect(wireOf(client)).toBe(connection);
  });

  it.each([
    ...['stream', 'parsedStatements', 'submittedNamedStatements'],
    ...['parse', 'bind', 'describe', 'execute', 'sync'],
  ])('is refused without %s', (name) => {
    const client = new Client({ pipeline: true });
    Object.defineProperty((client as unknown as { connection: object }).connection, name, {
      value: undefined,
    });
    expect(() => wireOf(client)).toThrow(UserError);
    expect(() => wireOf(client)).toThrow(`it has no ${name}`);
  });

  it('is refused if queries are not sent in a pipeline, or if there is no connection', () => {
    expect(() => wireOf(new Client({}))).toThrow('it has no pipeline');
    expect(() => wireOf({ pipeline: true })).toThrow('it has no stream, parsedStatements');
  });

  it('is looked for before anything is sent', async () => {
    const { sync } = connectionPrototype;
    connectionPrototype.sync = undefined;
    try {
      await expect(Connection.open('postgres://127.0.0.1:9/avow')).rejects.toThrow('it has no sync');
      await expect(reachDatabase('postgres://127.0.0.1:9/avow')).rejects.toThrow(/^The installed version/);
    } finally {
      connectionPrototype.sync = sync;
    }
  });
});

const connectionPrototype: { sync?: unknown } = Object.getPrototypeOf(
  (new Client({ pipeline: true }) as unknown as { connection: object }).connection,
);
