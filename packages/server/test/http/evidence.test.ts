import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditExportSchema } from '@avow/contract/testing';
import type { TenantId } from '@avow/foundation';
import { parseEntry } from '@avow/ledger-log/entries';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkEvidence } from '../../src/features/evidence/check-evidence.ts';
import { verifyEd25519 } from '../../src/secrets/verify-ed25519.ts';
import { type ErasureClient, erasureClient, refusedAs } from '../support/erasure-client.ts';
import { type ErasureService, ownerScopes, startErasureService } from '../support/erasure-service.ts';
import { locationPathOf, type TestService } from '../support/test-service.ts';
import { unpackArchive } from '../support/unpack-archive.ts';

let service: TestService;
let tenantId: TenantId;
let key: string;
let auditor: ErasureClient;
let filesContaining: ErasureService['filesContaining'];
const folder = mkdtempSync(join(tmpdir(), 'avow-evidence-'));
const words = 'unforgotten evidence';
const [start, exportsPath] = ['/v1/audit/evidence', '/v1/audit/exports'];
const period = { from: '2020-01-01', to: '2029-12-31' };
const hasPython = spawnSync('python3', ['--version']).status === 0;

beforeAll(async () => {
  ({ service, tenantId, filesContaining } = await startErasureService());
  key = await service.createKey(tenantId, { scopes: [...ownerScopes, 'audit:export', 'log:read'] });
  auditor = erasureClient(service, key);
  await service.ask(key, { prompt: 'Who approves travel?', metadata: { note: words } });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await service.close();
});

const read = async (id: string, by = key) =>
  auditExportSchema.parse((await service.get(by, `${exportsPath}/${id}`)).json());

async function write(body: object, by = auditor, byKey = key) {
  const response = await by.send('POST', start, body);
  expect([response.statusCode, response.headers['retry-after']]).toEqual([202, '2']);
  const { export_id: id } = auditExportSchema.parse(response.json());
  expect(locationPathOf(response)).toBe(`${exportsPath}/${id}`);
  await expect.poll(async () => (await read(id, byKey)).status).not.toBe('running');
  return await read(id, byKey);
}

/** The archive, unpacked. */
async function unpack(id: string, by = key): Promise<string> {
  const response = await service.get(by, `${exportsPath}/${id}/file`);
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/zip']);
  expect(response.headers['content-disposition']).toBe(`attachment; filename="evidence-${id}.zip"`);
  unpackArchive(response.rawPayload, folder);
  const file = join(folder, `${id}.zip`);
  writeFileSync(file, response.rawPayload);
  if (hasPython) expect(spawnSync('python3', ['-m', 'zipfile', '-t', file]).status).toBe(0);
  return join(folder, `evidence-${id}`);
}

async function check(path: string) {
  const trustedKey = (await service.get(key, '/v1/log/key')).body.trim();
  return await checkEvidence(path, { trustedKey, verify: verifyEd25519 });
}

describe('evidence over HTTP', () => {
  it('[CON-12-45] is the signed folder of the command, and its hash is on the log', async () => {
    const done = await write(period);
    expect(done).toMatchObject({
      ...{ status: 'ready', selection: 'evidence', records: 1, failure: null, log_verified: true },
      ...{ bytes: expect.any(Number), checkpoint_size: expect.any(Number) },
    });
    // Enciphered, as the records are.
    expect(filesContaining(words)).toEqual([]);
    const path = await unpack(done.export_id);
    expect(readdirSync(path).toSorted()).toEqual([
      ...['SHA256SUMS', 'SHA256SUMS.sig', 'events.csv', 'evidence.json', 'frameworks', 'index.html'],
      'records.jsonl',
    ]);
    expect(readFileSync(join(path, 'records.jsonl'), 'utf8')).toContain(words);
    const checked = await check(path);
    expect(checked).toMatchObject({ tenantId, files: 8, isKeyTrusted: true, bundle: { records: 1 } });
    const [entry] = await service.data.store.log.readEntries(tenantId, { from: checked.leafIndex, limit: 1 });
    const noted = parseEntry(entry?.text ?? '');
    expect(noted).toMatchObject({ kind: 'access', state: 'exported', actor: done.created_by });
    expect(Object.fromEntries(noted.details)).toMatchObject({
      ...{ what: 'evidence', records: '1', sha256: checked.sha256, export: done.export_id },
    });
    const wrong = join(path, 'evidence.json');
    writeFileSync(wrong, `${readFileSync(wrong, 'utf8')} `);
    await expect(check(path)).rejects.toMatchObject({ file: 'evidence.json' });
    expect((await auditor.send('DELETE', `${exportsPath}/${done.export_id}`)).statusCode).toBe(204);
    expect(readdirSync(join(service.directory, 'exports'))).toEqual([]);
  });

  it('has no question and no answer without the records, and the frameworks that are named', async () => {
    const done = await write({ ...period, records: false, frameworks: ['soc2', 'iso-42001'] });
    expect(done).toMatchObject({ status: 'ready', records: null, events: null, checkpoint_size: null });
    const path = await unpack(done.export_id);
    expect(readdirSync(join(path, 'frameworks')).toSorted()).toEqual(['iso-42001.json', 'soc2.json']);
    expect(await check(path)).toMatchObject({ bundle: null, files: 5 });
    for (const name of ['index.html', 'evidence.json', 'events.csv'])
      expect(readFileSync(join(path, name), 'utf8')).not.toContain(words);
    await auditor.send('DELETE', `${exportsPath}/${done.export_id}`);
  });

  it.each([
    ['an end before the start', { from: '2026-02-02', to: '2026-02-01' }],
    ['more days than ten years', { from: '2010-01-01', to: '2026-02-01' }],
    ['a day that does not exist', { from: '2026-02-30', to: '2026-03-01' }],
    ['a time', { from: '2026-02-01T00:00:00Z', to: '2026-03-01' }],
    ['an unknown framework', { ...period, frameworks: ['gdpr'] }],
    ['a framework twice', { ...period, frameworks: ['soc2', 'soc2'] }],
    ['no period', {}],
    ['anything else', { ...period, out: '/tmp/x' }],
  ])('refuses %s, and starts nothing', async (_, body) => {
    expect(refusedAs(await auditor.send('POST', start, body))).toEqual([422, 'validation_failed']);
    expect((await service.get(key, exportsPath)).json()).toEqual({ data: [] });
  });

  it('has no record that its maker may not see, and is not there for those who see less', async () => {
    const pay = '---\ngroups: [finance]\n---\n# Bonus\n\nThe bonus for the night shift is 450 euros.\n';
    await service.loadPack(tenantId, { 'pay.md': pay }, 'pay');
    const bonus = { prompt: 'How much is the bonus for the night shift?', groups: ['finance'] };
    expect((await service.ask(key, bonus)).answer).toContain('450 euros');
    const scopes = [...ownerScopes, 'audit:export', 'log:read'] as const;
    const keyOf = (...groups: readonly string[]) => service.createKey(tenantId, { scopes, groups });
    const [staff, finance] = [await keyOf('staff'), await keyOf('finance')];
    const recordsOf = async (by: string) => {
      const done = await write({ ...period, frameworks: [] }, erasureClient(service, by), by);
      const path = await unpack(done.export_id, by);
      const { bundle } = await check(path);
      expect(bundle?.records).toBe(done.records);
      return { id: done.export_id, text: readFileSync(join(path, 'records.jsonl'), 'utf8'), bundle };
    };
    const [less, more] = [await recordsOf(staff), await recordsOf(finance)];
    expect([less.bundle?.records, more.bundle?.records]).toEqual([1, 2]);
    expect([less, more].map(({ text }) => text.includes('450 euros'))).toEqual([false, true]);
    expect(refusedAs(await service.get(staff, `${exportsPath}/${more.id}/file`))).toEqual([404, 'not_found']);
    for (const { id } of [less, more]) await auditor.send('DELETE', `${exportsPath}/${id}`);
  });

  it('is cancelled while it runs, runs alone, and is withdrawn when anything is erased', async () => {
    const { message_id: id } = await service.ask(key, { prompt: 'Who approves travel?' });
    const done = await write(period);
    const running = auditExportSchema.parse((await auditor.send('POST', start, period)).json());
    expect(refusedAs(await auditor.send('POST', start, period))).toEqual([429, 'concurrency_limited']);
    expect(refusedAs(await auditor.send('POST', exportsPath))).toEqual([429, 'concurrency_limited']);
    const stopped = await auditor.send('DELETE', `${exportsPath}/${running.export_id}`);
    expect(stopped.statusCode).toBe(204);
    expect(readdirSync(join(service.directory, 'exports'))).toEqual([done.export_id]);
    await auditor.erased(id);
    expect(await read(done.export_id)).toMatchObject({
      status: 'withdrawn',
      bytes: null,
      log_verified: null,
    });
    expect(readdirSync(join(service.directory, 'exports'))).toEqual([]);
  });

  it('needs the scope, and does not exist for other tenants', async () => {
    const done = await write({ ...period, records: false });
    const plain = erasureClient(service, await service.createKey(tenantId, { scopes: ownerScopes }));
    expect(refusedAs(await plain.send('POST', start, period))).toEqual([403, 'insufficient_scope']);
    const stranger = await service.createKey(await service.createTenant('other'), {
      scopes: ['audit:export'],
    });
    for (const path of [done.export_id, `${done.export_id}/file`])
      expect(refusedAs(await service.get(stranger, `${exportsPath}/${path}`))).toEqual([404, 'not_found']);
    const theirs = await write({ ...period }, erasureClient(service, stranger), stranger);
    expect(theirs).toMatchObject({ status: 'ready', records: 0 });
    const path = await unpack(theirs.export_id, stranger);
    for (const name of ['records.jsonl', 'events.csv', 'evidence.json', 'index.html'])
      expect(readFileSync(join(path, name), 'utf8')).not.toContain(tenantId);
  });
});
