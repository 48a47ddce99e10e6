import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Scope } from '@avow/contract/roles';
import type { TenantId } from '@avow/foundation';
import { parseReceipt } from '@avow/ledger-log/receipts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../src/cli/run-cli.ts';
import type { ReplayReport } from '../src/features/replay/replay-report.ts';
import { erasureClient } from './support/erasure-client.ts';
import { recordTerminal } from './support/record-terminal.ts';
import { startTestService, type TestService } from './support/test-service.ts';

const scopes: readonly Scope[] = ['query:write', 'messages:read', 'log:read', 'audit:erase'];
/** By words alone: every replay would wait for models otherwise. */
const wordsAlone = {
  AVOW_SEARCH_BY_MEANING: 'off',
  AVOW_EMBEDDED_READER: 'off',
  AVOW_EMBEDDED_SCREENER: 'off',
};
const questionsCount = 200;
const trees = ['Ash', 'Birch', 'Cedar', 'Elm', 'Fir', 'Hazel', 'Larch', 'Maple', 'Oak', 'Pine'];

/** Rooms with a number each, in a page for each tree, and curated pairs of every tenth. */
function roomsOf(extra: number): Readonly<Record<string, string>> {
  const pages = trees.map((tree, page) => {
    const sections = Array.from({ length: questionsCount / trees.length }, (_, room) => {
      const seats = 20 + page * 20 + room + extra;
      return `## ${tree} room ${room + 1}\n\nThe ${tree} room ${room + 1} has ${seats} seats.\n`;
    });
    return [`${tree.toLowerCase()}.md`, `# ${tree} rooms\n\n${sections.join('\n')}`] as const;
  });
  const pairs = trees.map((tree) => ({
    question: `How many seats has the ${tree} room 1?`,
    answer: `The first room has ${10 + extra} seats.`,
  }));
  return { ...Object.fromEntries(pages), 'pairs.qna.json': JSON.stringify(pairs) };
}

const questionOf = (index: number) =>
  `How many seats has the ${trees[index % trees.length]} room ${1 + Math.floor(index / trees.length)}?`;

let directory: string;
let service: TestService;
let tenantId: TenantId;
let key: string;
let verifierKey: string;

interface Kept {
  readonly messageId: string;
  readonly answer: string;
  readonly path: string;
}
const kept: Kept[] = [];

async function keepReceipt(messageId: string, answer: string): Promise<Kept> {
  const path = join(directory, `${messageId}.json`);
  await writeFile(path, (await service.get(key, `/v1/messages/${messageId}/receipt`)).body);
  return { messageId, answer, path };
}

/** The command beside a running service, as an operator would use it. */
async function replay(
  path: string,
  words: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
) {
  const { terminal, said } = recordTerminal();
  const settings = { AVOW_DATA_DIR: directory, ...wordsAlone, ...env };
  const code = await runCli(['replay', '--from-receipt', path, ...words], settings, terminal);
  return { code, ...said() };
}

type Report = ReplayReport & { readonly receipt: { readonly answer_same: boolean } };

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'avow-replay-receipts-'));
  service = await startTestService({ directory });
  tenantId = await service.createTenant('rooms');
  key = await service.createKey(tenantId, { scopes });
  verifierKey = (await service.get(key, '/v1/log/key')).body.trimEnd();
  await service.loadPack(tenantId, roomsOf(0), 'rooms');
  for (let index = 0; index < questionsCount; index++) {
    const { message_id: id, answer, processing } = await service.ask(key, { prompt: questionOf(index) });
    expect(processing.model_tier).toBe(0);
    kept.push(await keepReceipt(id, answer));
  }
  // What is served now would answer otherwise.
  await service.loadPack(tenantId, roomsOf(500), 'rooms');
});

afterAll(async () => {
  await service.close();
  await rm(directory, { recursive: true, force: true });
});

describe('avow replay --from-receipt', () => {
  it('[CON-12-34] answers 200 recorded questions again, the same byte for byte, though other content is served', async () => {
    const reports: Report[] = [];
    for (const { path } of kept) {
      const { out, err } = await replay(path, ['--key', verifierKey, '--json']);
      if (out === '') throw new Error(err);
      reports.push(JSON.parse(out));
    }
    expect(reports.map(({ message_id: id }) => id)).toEqual(kept.map(({ messageId }) => messageId));
    const others = reports.filter(({ same, receipt }) => !same || !receipt.answer_same);
    expect(others.map(({ asked, differences }) => ({ asked, differences }))).toEqual([]);
    expect(new Set(kept.map(({ answer }) => answer)).size).toBeGreaterThan(questionsCount / 2);
    const again = await service.ask(key, { prompt: questionOf(57) });
    expect(again.answer).not.toBe(kept[57]?.answer);
  });

  it('says what the receipt proves, and that the answer is the same', async () => {
    const { code, out } = await replay(kept[3]?.path ?? '');
    expect([code, out.split('\n').slice(0, 2)]).toEqual([
      0,
      [
        expect.stringMatching(/^The receipt verifies, and entry \d+ of this log is the record of msg_/),
        'The answer is the same, byte for byte.',
      ],
    ]);
  });

  it('refuses a receipt that does not verify, or of another log', async () => {
    const [first] = kept;
    const text = (await service.get(key, `/v1/messages/${first?.messageId}/receipt`)).body;
    const changed = join(directory, 'changed.json');
    await writeFile(changed, text.replace('delivered', 'blocked'));
    const wrong = await replay(changed);
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('The receipt does not verify')]);
    const strange = await startTestService();
    try {
      const other = await strange.createTenant('rooms');
      const otherKey = await strange.createKey(other, { scopes });
      await strange.loadPack(other, roomsOf(0), 'rooms');
      const { message_id: id } = await strange.ask(otherKey, { prompt: questionOf(1) });
      await writeFile(changed, (await strange.get(otherKey, `/v1/messages/${id}/receipt`)).body);
      expect((await replay(changed)).code).toBe(1);
    } finally {
      await strange.close();
    }
    expect((await replay(join(directory, 'missing.json'))).code).toBe(2);
  });

  it('says that erased content cannot be replayed, also by a receipt from before', async () => {
    const { message_id: id, answer } = await service.ask(key, { prompt: questionOf(8) });
    const { path } = await keepReceipt(id, answer);
    await erasureClient(service, key).erased(id);
    const before = await replay(path);
    expect([before.code, before.err]).toEqual([
      1,
      expect.stringContaining('was erased: its question is gone'),
    ]);
    const { path: later } = await keepReceipt(id, answer);
    expect(parseReceipt((await service.get(key, `/v1/messages/${id}/receipt`)).body).state).toBe('erased');
    expect((await replay(later)).err).toContain('was erased: its question is gone');
  });
});
