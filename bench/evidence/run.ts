import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { TenantId } from '@avow/foundation';
import { fillLog, recordTerminal, runCli } from '@avow/server/testing';
import { showHelp } from '../../e2e/show-help.ts';
import { sampleRow } from '../sample-row.ts';

showHelp(
  'npm run bench -- evidence [--records N]\nThe time of a folder of evidence over N records (1000000), with and without the records, and of its check.',
);
const { values } = parseArgs({ options: { records: { type: 'string', default: '1000000' } } });
const count = Number(values.records);

const masterKey = new Uint8Array(32).fill(7);
const response = JSON.stringify({ answer: 'Twenty-eight days.', filler: 'x'.repeat(3000) });
const envelope = [
  ['question', 'How many days of holiday do I get?'],
  ['answer', 'You get twenty-eight days of paid holiday a year.'],
  ['response', response],
] as const;

const directory = await mkdtemp(join(tmpdir(), 'avow-bench-evidence-'));
const dataDir = join(directory, 'data');
const say = (what: string, figure: string) => console.log(`${what.padEnd(46)} ${figure}`);

/** What the command prints, and how long it took: on a busy machine the time of processors says more. */
async function avow(words: readonly string[]): Promise<{ readonly out: string; readonly took: string }> {
  const { terminal, said } = recordTerminal();
  const env = { AVOW_DATA_DIR: dataDir, AVOW_MASTER_KEY: Buffer.from(masterKey).toString('base64url') };
  const startedAt = performance.now();
  const before = process.cpuUsage();
  const code = await runCli(words, { ...env, AVOW_SEARCH_BY_MEANING: 'off' }, terminal);
  if (code !== 0) throw new Error(`avow ${words.join(' ')}: ${said().err}`);
  const { user, system } = process.cpuUsage(before);
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    out: said().out,
    took: `${seconds.toFixed(1)} s, ${((user + system) / 1e6).toFixed(1)} s of processors`,
  };
}

/** A few of everything that is counted. */
function rowAt(nowMs: number, position: number) {
  const row = sampleRow(nowMs, envelope);
  if (position % 20 === 0) return { ...row, status: 'failed' as const, band: 'none' as const };
  if (position % 7 !== 0) return row;
  const finding = { guardrailId: 'grd_pii', name: 'Personal data', did: 'redact', isShadow: false } as const;
  return { ...row, channelType: 'web', findings: [finding] };
}

try {
  await avow(['tenants', 'create', 'bench', '--json']);
  const { out: listed } = await avow(['tenants', 'list', '--json']);
  const tenantId: TenantId = JSON.parse(listed).data[0].tenant_id;
  let position = 0;
  fillLog(dataDir, {
    ...{ masterKey, tenantId, count },
    createRow: (nowMs) => rowAt(nowMs, position++),
    onProgress: (done) => {
      if (done % 10_000 === 0) process.stderr.write(`\r${done} of ${count} records`);
    },
  });
  process.stderr.write('\n');
  // A checkpoint over all of it, as a service signs one every few seconds.
  await avow(['audit', 'export', '--until', '2000-01-01', '--out', join(directory, 'none.jsonl')]);
  const words = ['evidence', '--from', '2026-01-01', '--to', '2036-01-01', '--json'];
  const figures = await avow([...words, '--without-records', '--out', join(directory, 'figures')]);
  say(`a folder about ${count} messages, no records`, figures.took);
  const whole = await avow([...words, '--out', join(directory, 'whole')]);
  const { size } = await stat(join(directory, 'whole', 'records.jsonl'));
  say('the same with all records', `${whole.took}, ${(size / 1e9).toFixed(2)} GB`);
  const checked = await avow(['evidence', 'check', join(directory, 'whole')]);
  say('checking that folder', checked.took);
} finally {
  await rm(directory, { recursive: true, force: true });
}
