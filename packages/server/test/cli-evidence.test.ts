import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { databasePath } from '@avow/storage/threads';
import { describe, expect, it } from 'vitest';
import { sampleTimeMs } from '../src/storage/contract/samples.ts';
import { copyAuditedFolder } from './support/copied-folder.ts';

const folder = copyAuditedFolder('cli-evidence');
const { avow } = folder;

const dayOf = (offset: number) =>
  new Date(sampleTimeMs + offset * 86_400_000).toISOString().slice(0, 'yyyy-mm-dd'.length);
const days = ['--from', dayOf(-30), '--to', dayOf(30)];

let packs = 0;
/** Writes a pack about the first tenant. */
async function write(words: readonly string[] = []) {
  const out = `${folder.dataDir}-pack-${packs++}`;
  const [tenant = ''] = folder.built.tenantIds;
  const said = await avow(['evidence', '--tenant', tenant, ...days, '--out', out, '--json', ...words]);
  return { out, said };
}

async function writeSound(words: readonly string[] = []) {
  const { out, said } = await write(words);
  expect(said).toMatchObject({ code: 0, err: '' });
  const report = JSON.parse(said.out);
  return { out, report, evidence: JSON.parse(readFileSync(join(out, 'evidence.json'), 'utf8')) };
}

async function check(path: string, words: readonly string[] = []) {
  const { code, out } = await avow(['evidence', 'check', path, '--json', ...words]);
  return { exit: code, ...JSON.parse(out) };
}

const checker = fileURLToPath(new URL('../../../checks/check_evidence.py', import.meta.url));
const hasPython = spawnSync('python3', ['--version']).status === 0;

/** What the second checker says, if this machine has what it needs. */
function checkAgain(path: string): { readonly sound: boolean; readonly file?: string } {
  const { stdout } = spawnSync('python3', ['-B', checker, path, '--json'], { encoding: 'utf8' });
  return JSON.parse(stdout);
}

const filesOf = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

function figureOf(evidence: { readonly figures: readonly { readonly key: string }[] }, key: string) {
  return evidence.figures.find((figure) => figure.key === key) ?? expect.fail(`there is no figure ${key}`);
}

describe('avow evidence', () => {
  it('writes figures that agree with the records, the log and its own bundle', async () => {
    const { out, report, evidence } = await writeSound();
    expect(readdirSync(out).toSorted()).toEqual([
      ...['SHA256SUMS', 'SHA256SUMS.sig', 'events.csv', 'evidence.json', 'frameworks', 'index.html'],
      'records.jsonl',
    ]);
    expect(report).toMatchObject({ log_verified: true, fault: null, files: 10, outages: null });
    expect(figureOf(evidence, 'outages.unplanned')).toMatchObject({ value: null });
    const { value: total } = figureOf(evidence, 'messages.total') as unknown as { value: number };
    expect(total).toBe(report.messages);
    const shares = ['answered', 'declined', 'blocked', 'failed', 'cancelled'].map(
      (outcome) => figureOf(evidence, `messages.${outcome}`) as unknown as { hits: number; total: number },
    );
    expect(shares.map((share) => share.total)).toEqual(shares.map(() => total));
    expect(shares.reduce((sum, { hits }) => sum + hits, 0)).toBe(total);
    const blocked = figureOf(evidence, 'messages.blocked');
    expect(blocked).toMatchObject({ interval_95: { low: expect.any(Number), high: expect.any(Number) } });
    expect(figureOf(evidence, 'erasure.messages')).toMatchObject({ value: 6 });
    expect(figureOf(evidence, 'holds.active')).toMatchObject({ value: 1 });
    expect(figureOf(evidence, 'access.total')).toMatchObject({ value: 190 });
    const lines = readFileSync(join(out, 'events.csv'), 'utf8').trimEnd().split('\r\n');
    expect(lines.filter((line) => line.includes(',access,'))).toHaveLength(190);
    const page = readFileSync(join(out, 'index.html'), 'utf8');
    expect(page).toContain('EU AI Act');
    expect(page).toContain('Outages');
    expect(page.replaceAll('do not say that a law or a standard is satisfied', '')).not.toMatch(
      /complian|conformant|certified|complies|is satisfied/i,
    );
  });

  it('can be checked by its key from elsewhere, and says if the key is not from elsewhere', async () => {
    const { out, report } = await writeSound();
    const [tenant = ''] = folder.built.tenantIds;
    const key = (await avow(['audit', 'key', '--tenant', tenant])).out.trim();
    expect(await check(out)).toMatchObject({ exit: 0, sound: true, key_trusted: false });
    expect(await check(out, ['--key', key])).toMatchObject({
      ...{ exit: 0, sound: true, key_trusted: true, tenant_id: tenant },
      ...{ sha256: report.sha256, leaf_index: report.leaf_index, records: report.records },
    });
    const [, other = ''] = folder.built.tenantIds;
    const wrong = (await avow(['audit', 'key', '--tenant', other])).out.trim();
    expect(await check(out, ['--key', wrong])).toMatchObject({ exit: 1, sound: false });
  });

  it('names the file in which a byte differs, whichever it is', async () => {
    const { out } = await writeSound();
    for (const path of filesOf(out)) {
      const copy = `${out}-changed`;
      cpSync(out, copy, { recursive: true });
      const changed = path.replace(out, copy);
      const bytes = readFileSync(changed);
      const at = Math.floor(bytes.length / 2);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      writeFileSync(changed, bytes);
      const file = changed.slice(copy.length + 1);
      expect(await check(copy), file).toMatchObject({ exit: 1, sound: false, file });
      if (hasPython) expect(checkAgain(copy), file).toMatchObject({ sound: false, file });
      rmSync(copy, { recursive: true });
    }
  });

  it('names a file that was added or removed', async () => {
    const { out } = await writeSound(['--without-records']);
    expect(existsSync(join(out, 'records.jsonl'))).toBe(false);
    writeFileSync(join(out, 'frameworks', 'more.json'), '{}');
    expect(await check(out)).toMatchObject({ exit: 1, file: 'frameworks/more.json' });
    rmSync(join(out, 'frameworks', 'more.json'));
    expect(await check(out)).toMatchObject({ exit: 0, records: null });
    if (hasPython) expect(checkAgain(out)).toMatchObject({ sound: true, files: 7 });
    rmSync(join(out, 'events.csv'));
    expect(await check(out)).toMatchObject({ exit: 1, file: 'events.csv' });
  });

  it('puts the hash of the folder on the log', async () => {
    const { report } = await writeSound(['--without-records', '--framework', 'soc2,iso-42001']);
    const now = await writeSound(['--without-records', '--to', '2036-01-01', '--from', dayOf(0)]);
    const events = readFileSync(join(now.out, 'events.csv'), 'utf8').split('\r\n');
    const entry = events.find((line) => line.includes(`sha256=${report.sha256}`)) ?? '';
    expect(entry).toContain('what=evidence');
    expect(entry.startsWith(`${report.leaf_index},`)).toBe(true);
    expect(Object.keys(report.frameworks)).toEqual(['iso-42001', 'soc2']);
    const verified = await avow(['audit', 'verify', '--json']);
    expect(JSON.parse(verified.out)).toMatchObject({ sound: true });
  });

  it.each([
    [
      'an end before the start',
      ['--from', '2026-02-02', '--to', '2026-02-01'],
      '--from must not be after --to',
    ],
    ['more days than ten years', ['--from', '2010-01-01', '--to', '2026-02-01'], 'at most 3660 days'],
    ['a day that does not exist', ['--from', '2026-02-30', '--to', '2026-03-01'], 'Expected a day'],
    ['an unknown framework', [...days, '--framework', 'gdpr'], 'Expected eu-ai-act'],
    ['a framework twice', [...days, '--framework', 'soc2,soc2'], 'each once'],
  ])('refuses %s, and writes nothing', async (_, words, message) => {
    const out = `${folder.dataDir}-refused`;
    const [tenant = ''] = folder.built.tenantIds;
    const said = await avow(['evidence', '--tenant', tenant, '--out', out, ...words]);
    expect(said.code).toBeGreaterThan(0);
    expect(said.err).toContain(message);
    expect(existsSync(out) || existsSync(`${out}.part`)).toBe(false);
  });

  it('is checked by an earlier key of the log if its records prove how the key changed', async () => {
    const [tenant = ''] = folder.built.tenantIds;
    const key = (await avow(['audit', 'key', '--tenant', tenant])).out.trim();
    const before = await writeSound();
    expect(await avow(['audit', 'rotate-key', '--to', folder.newFile])).toMatchObject({ code: 0 });
    const after = { AVOW_LOG_KEY_FILE: folder.newFile };
    const [whole, figures] = [`${before.out}-after`, `${before.out}-figures`];
    const words = ['evidence', '--tenant', tenant, ...days, '--out'];
    expect(await avow([...words, whole], after)).toMatchObject({ code: 0, err: '' });
    expect(await avow([...words, figures, '--without-records'], after)).toMatchObject({ code: 0, err: '' });
    expect(await check(before.out, ['--key', key])).toMatchObject({ exit: 0, key_trusted: true });
    expect(await check(whole, ['--key', key])).toMatchObject({ exit: 0, key_trusted: true });
    expect(await check(figures, ['--key', key])).toMatchObject({ exit: 1, file: 'SHA256SUMS.sig' });
    const next = (await avow(['audit', 'key', '--tenant', tenant], after)).out.trim();
    expect(next).not.toBe(key);
    expect(await check(figures, ['--key', next])).toMatchObject({ exit: 0, key_trusted: true });
  });

  it('says in the folder what does not verify', async () => {
    const database = new DatabaseSync(databasePath(folder.dataDir));
    const [tenant = ''] = folder.built.tenantIds;
    const sql =
      "UPDATE messages SET band = 'low' WHERE tenant_id = ? AND band = 'high' AND leaf_index IS NOT NULL";
    expect(Number(database.prepare(sql).run(tenant).changes)).toBeGreaterThan(0);
    database.close();
    const { out, report, evidence } = await writeSound(['--without-records']);
    expect(report).toMatchObject({ log_verified: false, fault: expect.stringContaining('facts') });
    expect(evidence.log).toMatchObject({ verified: false, fault: report.fault });
    expect(figureOf(evidence, 'log.verified')).toMatchObject({ value: false });
    expect(readFileSync(join(out, 'index.html'), 'utf8')).toContain('The log does not verify');
    const act = JSON.parse(readFileSync(join(out, 'frameworks', 'eu-ai-act.json'), 'utf8'));
    const control = act.controls.find(({ id }: { readonly id: string }) => id === 'Article 12(1)');
    expect(control).toMatchObject({ state: 'partly', missing: [expect.stringContaining('does not verify')] });
    expect(await check(out)).toMatchObject({ exit: 0, sound: true });
  });

  it('overwrites no folder', async () => {
    const { out } = await writeSound(['--without-records']);
    const before = readFileSync(join(out, 'SHA256SUMS'), 'utf8');
    const [tenant = ''] = folder.built.tenantIds;
    const again = await avow(['evidence', '--tenant', tenant, ...days, '--out', out]);
    expect(again).toMatchObject({ code: 1 });
    expect(again.err).toContain('already exists');
    expect(readFileSync(join(out, 'SHA256SUMS'), 'utf8')).toBe(before);
  });
});
