import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TenantId } from '@avow/foundation';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDataFolder } from '../src/app/open-data-folder.ts';
import { runCli } from '../src/cli/run-cli.ts';
import { loadConfig } from '../src/config/load-config.ts';
import { nothingElse, sampleMessage } from '../src/storage/contract/samples.ts';
import type { Store } from '../src/storage/store.ts';
import { recordTerminal } from './support/record-terminal.ts';

let root: string;
let env: Record<string, string>;
let tenantId: TenantId;

async function run(...words: readonly string[]) {
  const { terminal, said } = recordTerminal();
  return { code: await runCli(words, env, terminal), ...said() };
}

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'avow-cli-doctor-'));
  env = { AVOW_DATA_DIR: join(root, 'data'), AVOW_SEARCH_BY_MEANING: 'off' };
  tenantId = JSON.parse((await run('tenants', 'create', 'acme', '--json')).out).tenant_id;
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(root, { recursive: true, force: true });
});

async function inStore(work: (store: Store) => Promise<unknown>): Promise<void> {
  const data = await openDataFolder(loadConfig(env));
  await work(data.store);
  await data.close();
}

async function lookAt(check: string): Promise<{ readonly state: string; readonly detail: string }> {
  const findings: Array<{ check: string; state: string; detail: string }> = JSON.parse(
    (await run('doctor', '--json')).out,
  );
  const found = findings.find((finding) => finding.check === check);
  if (found === undefined) throw new Error(`nothing is said of ${check}`);
  return found;
}

describe('avow doctor', () => {
  it('counts the content that is served, and what is not embedded yet', async () => {
    expect(await lookAt('content')).toMatchObject({
      state: 'ok',
      detail: 'packs served: 0, with 0 passages',
    });
    const folder = join(root, 'pack');
    mkdirSync(folder);
    writeFileSync(join(folder, 'leave.md'), '# Leave\n\nEverybody has 25 days of leave a year.\n');
    expect(await run('packs', 'load', folder)).toMatchObject({ code: 0 });
    expect(await lookAt('content')).toMatchObject({
      ...{ state: 'ok', detail: expect.stringMatching(/^packs served: 1, with [1-9]\d* passages$/) },
    });
    // No service has run since, and the load has screened it with the model.
    env['AVOW_SEARCH_BY_MEANING'] = 'on';
    env['AVOW_EMBEDDED_SCREENER'] = 'off';
    expect(await lookAt('content')).toMatchObject({
      state: 'warning',
      detail: expect.stringMatching(
        /\d are found by keywords alone.*; documents that are not screened yet: 1\./,
      ),
    });
    // As if there were so much that the time for counting is over.
    const { timeout } = AbortSignal;
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) =>
      ms === 20_000
        ? AbortSignal.abort(new DOMException('The time is up.', 'TimeoutError'))
        : timeout.call(AbortSignal, ms),
    );
    expect(await lookAt('content')).toMatchObject({
      state: 'warning',
      detail: expect.stringMatching(/^packs served: 1, with [1-9]\d* passages; .*not counted to the end/),
    });
  });

  it('counts what waits, and notices a message that nobody answers', async () => {
    const quiet = 'messages to answer: 0, pending review: 0, jobs: 0, webhooks to send: 0';
    expect(await lookAt('queue')).toMatchObject({ state: 'ok', detail: quiet });
    const journal = [{ seq: 1, type: 'message.started', body: '{}' }];
    const ask = (createdAtMs: number) =>
      inStore(({ records }) =>
        records.admitMessage(tenantId, sampleMessage({ status: 'queued', createdAtMs }), journal),
      );
    await ask(Date.now() - 1000);
    expect(await lookAt('queue')).toMatchObject({ state: 'ok', detail: quiet.replace('0', '1') });
    await ask(Date.now() - 20 * 60_000);
    expect(await lookAt('queue')).toMatchObject({
      ...{
        state: 'warning',
        detail: expect.stringMatching(/^messages to answer: 2,.* for 20 minutes: is the/),
      },
    });
  });

  it('names the checks that messages were blocked for because they are broken', async () => {
    const failed = { guardrailId: 'grd_1', name: 'Unsafe content', did: 'failed', isShadow: false } as const;
    const block = { guardrailId: 'grd_2', name: 'Denied words', did: 'block', isShadow: false } as const;
    const end = (message: Partial<Parameters<typeof sampleMessage>[0]>) =>
      inStore(({ records }) =>
        records.finishMessage(tenantId, sampleMessage({ status: 'blocked', ...message }), nothingElse),
      );
    await end({ createdAtMs: Date.now() - 1000, findings: [failed, block] });
    await end({ createdAtMs: Date.now() - 2 * 86_400_000, findings: [failed] });
    expect(await lookAt('guardrails')).toMatchObject({ state: 'ok' });
    await end({ createdAtMs: Date.now() - 1000, findings: [failed] });
    expect(await lookAt('guardrails')).toMatchObject({
      ...{ state: 'warning', detail: expect.stringContaining('Unsafe content (1)') },
    });
  });

  it('says how far budgets are spent', async () => {
    expect(await lookAt('budgets')).toMatchObject({ state: 'ok', detail: expect.stringContaining('none') });
    const path = join(root, 'models.json');
    const model = { provider: 'openai_compatible', model: 'small', base_url: 'http://127.0.0.1:9/v1' };
    const price = { currency: 'USD', input_per_million: 1, output_per_million: 1 };
    const budget = { currency: 'USD', per_day: 10, per_month: 100 };
    const write = (more: object) =>
      writeFileSync(path, JSON.stringify({ tiers: [{ ...model, price }], ...more }));
    env['AVOW_MODELS_FILE'] = path;
    write({});
    expect(await lookAt('budgets')).toMatchObject({ state: 'ok', detail: 'none are set' });
    write({ tenant_budgets: { default: budget } });
    const spend = (amount: number) =>
      inStore(({ records }) =>
        records.addSpending(tenantId, { currency: 'USD', amount, inputTokens: 1, outputTokens: 1 }),
      );
    await spend(5);
    expect(await lookAt('budgets')).toMatchObject({
      ...{ state: 'ok', detail: 'at most 50 % of a day and 5 % of a month is spent' },
    });
    await spend(4.5);
    expect(await lookAt('budgets')).toMatchObject({ state: 'warning' });
    await spend(1);
    expect(await lookAt('budgets')).toMatchObject({
      ...{ state: 'warning', detail: expect.stringContaining('tenants that have spent theirs: 1') },
    });
  });
});
