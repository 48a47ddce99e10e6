import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { waitFor } from '@avow/foundation/testing';
import { databasePath } from '@avow/storage/threads';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendAs } from '../support/people-client.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { type FurnishedTenant, furnishTenant } from './furnished-tenant.ts';
import type { ApiOperation, IdPlace } from './list-id-places.ts';
import { type Ids, kindOf, operationsById, refusalOf, requestByIds, unknownLike } from './request-by-ids.ts';

/** Nothing listens there. */
const mailServer = { AVOW_SMTP_URL: 'smtp://127.0.0.1:9', AVOW_MAIL_FROM: 'avow@example.com' };

let service: TestService;
let victim: FurnishedTenant;
let attacker: FurnishedTenant;

beforeAll(async () => {
  service = await startTestService({
    env: { AVOW_BASE_URL: 'http://localhost', AVOW_CHECKPOINT_EVERY_MS: '10000', ...mailServer },
  });
  victim = await furnishTenant(service, 'victim');
  attacker = await furnishTenant(service, 'attacker');
});
afterAll(() => service.close());

function idOf(tenant: FurnishedTenant, operation: ApiOperation, place: IdPlace): string {
  const id = tenant.ids[kindOf(operation, place)];
  if (id === undefined)
    throw new Error(`${operation.operationId}: furnishTenant has no ${kindOf(operation, place)}`);
  return id;
}

const request = (operation: ApiOperation, ids: Ids, by: FurnishedTenant = attacker) =>
  requestByIds(service, operation, { ids, by });

/** A refusal, without what differs between any two. Of a success: whether it shows anything of the victim. */
function shown({ statusCode, body }: LightMyRequestResponse, given: Ids | readonly string[]): string {
  const sent = [...given.values()];
  if (statusCode < 300) {
    const marks = [...Object.values(victim.ids), 'victim knows', 'hangar of victim'];
    return `${statusCode} ${marks.filter((mark) => !sent.includes(mark) && body.includes(mark))}`;
  }
  return refusalOf({ statusCode, body } as LightMyRequestResponse, sent);
}

/** Everything that is stored for the tenant. */
/** Passages are screened in the background, no matter who asks. */
const filledMeanwhile = new Set(['screened_documents', 'screened_passages']);

/** These have parameters that are not ids, or show what is not there yet. */
const notByIdAlone = new Set([
  'getModel',
  'getLogTile',
  'getLogConsistency',
  'getPublishGate',
  'getHandover',
]);

/** For who runs the installation, with any ids. */
const isOfInstallation = (path: string) =>
  /^\/v1\/(?:tenants|language-models|security-streams|outages)\b/.test(path);

function dump(tenantId: string): Map<string, string> {
  const database = new DatabaseSync(databasePath(service.directory), { readOnly: true });
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const rows = tables.flatMap(({ name }) => {
    const columns = database.prepare(`PRAGMA table_info(${String(name)})`).all();
    if (!columns.some((column) => column['name'] === 'tenant_id')) return [];
    const found = database.prepare(`SELECT * FROM ${String(name)} WHERE tenant_id = ?`).all(tenantId);
    return [[String(name), JSON.stringify(found)] as const];
  });
  database.close();
  return new Map(rows);
}

/** The service signs a log within seconds of its last entry, no matter what is asked meanwhile. */
async function awaitSigned(tenantId: string): Promise<void> {
  await waitFor(() => {
    const stored = dump(tenantId);
    const [log] = JSON.parse(stored.get('logs') ?? '[]');
    const sizes = JSON.parse(stored.get('checkpoints') ?? '[]').map(({ size }: { size: number }) => size);
    expect(Math.max(0, ...sizes)).toBe(log.size);
  });
}

describe('what belongs to another tenant', () => {
  it('is of every kind that the API has ids for', () => {
    const withIds = operationsById.filter(({ places }) => places.length > 0);
    expect(withIds.length).toBeGreaterThan(80);
    for (const tenant of [victim, attacker])
      for (const operation of withIds)
        for (const place of operation.places) expect(idOf(tenant, operation, place)).not.toBe('');
  });

  it('is shown to itself, in a way that no cache gives to another', async () => {
    const asks = operationsById.filter(
      ({ method, isOpen, path }) => method === 'GET' && !isOpen && !isOfInstallation(path),
    );
    expect(asks.length).toBeGreaterThan(50);
    for (const operation of asks) {
      const required = operation.places.filter(({ isRequired }) => isRequired);
      const ids = new Map(required.map((place) => [place, idOf(victim, operation, place)] as const));
      const { statusCode, headers, body } = await request(operation, ids, victim);
      const title = `${operation.operationId} ${body}`;
      if (!notByIdAlone.has(operation.operationId)) expect.soft(statusCode, title).toBeLessThan(300);
      expect.soft(headers['x-content-type-options'], title).toBe('nosniff');
      const isKept = headers['cache-control'] !== 'no-store';
      if (isKept) expect.soft(headers['cache-control'], title).toMatch(/^private, /);
      if (isKept) expect.soft(headers['vary'], title).toMatch(/authorization, cookie/i);
    }
  });

  it('does not exist, for any operation and any place of an id, and is not changed', async () => {
    await awaitSigned(victim.tenantId);
    const stored = dump(victim.tenantId);
    let tried = 0;
    for (const operation of operationsById) {
      for (const { place, ids } of attemptsOn(operation)) {
        const foreign = new Set(Object.values(victim.ids));
        const unknown = new Map(
          [...ids].map(([at, id]) => [at, foreign.has(id) ? unknownLike(id) : id] as const),
        );
        const expected = await request(operation, unknown);
        const found = await request(operation, ids);
        const title = `${operation.operationId} ${place} ${found.body}`;
        expect.soft(shown(found, ids), title).toBe(shown(expected, unknown));
        expect.soft(isJudged(operation, expected, place), title).toBe(true);
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThan(150);
    const after = dump(victim.tenantId);
    expect(stored.size).toBeGreaterThan(30);
    for (const [table, rows] of stored)
      if (!filledMeanwhile.has(table)) expect.soft(after.get(table), table).toBe(rows);
  });

  it('does not exist for agents either', async () => {
    const call = (method: string, params: object = {}) =>
      sendAs(service, 'POST', '/mcp', {
        ...{ key: attacker.key, body: { jsonrpc: '2.0', id: 1, method, params } },
        headers: { accept: 'application/json, text/event-stream' },
      });
    const { tools } = eventOf(await call('tools/list')).result;
    const places = (tools as Tool[]).flatMap(({ name, inputSchema }) =>
      Object.keys(inputSchema.properties)
        .filter((property) => /_ids?$/.test(property) && property !== 'end_user_id')
        .map((property) => ({ tool: name, property })),
    );
    expect(places.length).toBeGreaterThan(3);
    for (const { tool, property } of places) {
      const id = victim.ids[property] ?? '';
      const tryWith = (value: string) => {
        const args = { [property]: property.endsWith('s') ? [value] : value };
        const words =
          tool === 'ask' ? { question: 'What?' } : tool === 'search_passages' ? { query: 'x' } : {};
        return call('tools/call', { name: tool, arguments: { ...words, ...args } });
      };
      const unknown = unknownLike(id);
      const [expected, found] = [await tryWith(unknown), await tryWith(id)];
      const textOf = (response: LightMyRequestResponse, sent: string) =>
        JSON.stringify(eventOf(response).result)
          .replaceAll(sent, '<id>')
          .replace(/req_\w{26}/g, '<request>');
      expect.soft(textOf(found, id), `${tool} ${property}`).toBe(textOf(expected, unknown));
      expect.soft(eventOf(expected).result.isError, `${tool} ${property}`).toBe(true);
    }
    const listed = (await call('resources/list')).body;
    for (const id of Object.values(victim.ids)) expect(listed).not.toContain(id);
  });

  it('is not reached by the cursor of its list', async () => {
    for (const path of ['/v1/messages', `/v1/content-packs/${victim.ids['pack_id']}/documents`]) {
      const { next_cursor: cursor } = (await service.get(victim.key, `${path}?limit=1`)).json();
      expect(cursor, path).not.toBeNull();
      const own = path.replace(victim.ids['pack_id'] ?? '', attacker.ids['pack_id'] ?? '');
      const response = await service.get(attacker.key, `${own}?cursor=${cursor}`);
      expect([path, response.statusCode]).toEqual([path, 400]);
    }
  });
});

/** The answer of the one event. */
function eventOf({ body }: LightMyRequestResponse) {
  return JSON.parse(/^data: (.*)$/m.exec(body)?.[1] ?? body);
}

describe('what a tenant keeps secret', () => {
  it('is in no log line and in no file, nor is what encrypts it', () => {
    const files = readdirSync(service.directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.md'))
      .map((entry) => join(entry.parentPath, entry.name));
    const contents = files.flatMap((file) => {
      const text = readIfThere(file);
      return text === null ? [] : [[file, text] as const];
    });
    expect(contents.some(([, text]) => text.includes(victim.tenantId))).toBe(true);
    const log = service.logText();
    expect(log).toContain(victim.tenantId);
    for (const { secrets } of [victim, attacker])
      for (const [name, secret] of Object.entries(secrets)) {
        expect(secret.length, name).toBeGreaterThan(12);
        // A key is often logged or stored without its prefix.
        const core = secret.slice(-20);
        expect.soft(log.includes(core), `${name} in the log`).toBe(false);
        const holding = contents.filter(([, text]) => text.includes(core)).map(([file]) => file);
        expect.soft(holding, name).toEqual([]);
      }
    const master = contents.find(([file]) => file.endsWith('master.key'))?.[1].trim() ?? '';
    expect(master).toHaveLength(43);
    const raw = Buffer.from(master, 'base64url').toString('latin1');
    const holding = contents.filter(([, text]) => text.includes(master) || text.includes(raw));
    expect(holding.map(([file]) => file.endsWith('master.key'))).toEqual([true]);
  });

  it('is readable by the owner of its files alone', () => {
    for (const entry of readdirSync(service.directory, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      // Written by the test, as packs to load.
      if (/attacker-|victim-/.test(path)) continue;
      if (/\.key$|avow\.db/.test(entry.name)) expect([path, statSync(path).mode & 0o077]).toEqual([path, 0]);
    }
    expect(statSync(service.directory).mode & 0o077).toBe(0);
  });
});

/** Null: it was in progress when it was listed, and is done now. */
function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'latin1');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

interface Tool {
  readonly name: string;
  readonly inputSchema: { readonly properties: Readonly<Record<string, unknown>> };
}

/** Each place with the id of the victim and the others with those of the attacker, and all with those of the victim. */
function attemptsOn(operation: ApiOperation): Array<{ readonly place: string; readonly ids: Ids }> {
  const { places } = operation;
  const required = places.filter(({ isRequired }) => isRequired);
  const fill = (tenant: FurnishedTenant, wanted: readonly IdPlace[]) =>
    wanted.map((place) => [place, idOf(tenant, operation, place)] as const);
  const single = places.map((place) => ({
    place: place.name,
    ids: new Map([...fill(attacker, required), ...fill(victim, [place])]),
  }));
  return required.length < 2 ? single : [...single, { place: 'all', ids: new Map(fill(victim, required)) }];
}

/** Whether the id itself was looked at: the request is not refused for anything else. */
function isJudged({ path }: ApiOperation, { statusCode, body }: LightMyRequestResponse, place: string) {
  if (isOfInstallation(path)) return statusCode === 403;
  if (statusCode === 422) return body.includes(place === 'id' ? '/id"' : `/${place}`);
  // A tenant has one proposal and one draw at most, and a review is taken from one person: not what was named.
  if (['proposal_id', 'draw_id', 'expected'].includes(place)) return statusCode === 409;
  return statusCode === 404 || statusCode < 300;
}
