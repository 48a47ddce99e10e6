import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TenantId } from '@avow/foundation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../src/cli/run-cli.ts';
import { recordTerminal } from './support/record-terminal.ts';
import { startTestService, type TestService } from './support/test-service.ts';

/** By words alone. */
const env = {
  AVOW_SEARCH_BY_MEANING: 'off',
  AVOW_EMBEDDED_READER: 'off',
  AVOW_EMBEDDED_SCREENER: 'off',
};
const otherRelease = '0.0.9';
const question = { prompt: 'How much is the bonus for the night shift?', groups: ['finance'] };
const payOf = (euros: number) => ({
  'pay.md': `---\ngroups: [finance]\n---\n# Bonus\n\nThe bonus for the night shift is ${euros} euros.\n`,
});

let directory: string;
let service: TestService;
let tenantId: TenantId;
let key: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'avow-replay-changed-'));
  service = await startTestService({
    directory,
    // The log says that another release answered than the one that replays.
    wrap: (data) => {
      const { rules } = data.store;
      const noteRule: typeof rules.noteRule = (tenant, rule, atMs) =>
        rules.noteRule(tenant, rule.kind === 'software' ? { ...rule, version: otherRelease } : rule, atMs);
      return { ...data, store: { ...data.store, rules: { ...rules, noteRule } } };
    },
  });
  tenantId = await service.createTenant('changed');
  key = await service.createKey(tenantId, { scopes: ['query:write', 'messages:read'] });
  await service.loadPack(tenantId, payOf(450), 'pay');
});
afterAll(async () => {
  await service.close();
  await rm(directory, { recursive: true, force: true });
});

async function keepReceipt(): Promise<string> {
  const { message_id: id, answer } = await service.ask(key, question);
  expect(answer).toContain('450 euros');
  const path = join(directory, `${id}.json`);
  await writeFile(path, (await service.get(key, `/v1/messages/${id}/receipt`)).body);
  return path;
}

async function replay(path: string, words: readonly string[] = []) {
  const { terminal, said } = recordTerminal();
  const settings = { AVOW_DATA_DIR: directory, ...env };
  const code = await runCli(['replay', '--from-receipt', path, ...words], settings, terminal);
  return { code, ...said() };
}

describe('a receipt of what is not as it was', () => {
  it('[CON-12-34] of another release is replayed, and the release is among the causes of a difference', async () => {
    const path = await keepReceipt();
    const { code, out } = await replay(path, ['--groups', 'board', '--json']);
    const { receipt, differences } = JSON.parse(out);
    expect([code, receipt.answer_same]).toEqual([1, false]);
    const answer = differences.find(({ kind }: { readonly kind: string }) => kind === 'answer');
    expect(answer.was).toContain('450 euros');
    expect(answer.causes).toContainEqual({
      kind: 'software',
      words: expect.stringMatching(/^Avow 0\.0\.9 answered, and this is Avow \d/),
    });
    // Another release need not answer otherwise.
    expect(JSON.parse((await replay(path, ['--json'])).out).receipt.answer_same).toBe(true);
  });

  it('[CON-12-34] of a version that was retired since is verified, and says why it cannot be replayed', async () => {
    const path = await keepReceipt();
    await service.loadPack(tenantId, payOf(500), 'pay');
    const { content } = service.data.store;
    const [pack] = await content.listPacks(tenantId, { after: null, limit: 1 });
    expect(await content.retireVersions(tenantId, pack?.packId ?? 'pack_', 0)).toEqual([1]);
    const { code, err } = await replay(path);
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('Version 1 of pay was retired: its content is gone.'),
    ]);
  });
});
