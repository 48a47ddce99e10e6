import { scopes } from '@avow/contract/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../src/cli/run-cli.ts';
import { recordTerminal } from './support/record-terminal.ts';
import { reviewClient } from './support/review-client.ts';
import { officePack, startTestService, type TestService } from './support/test-service.ts';

let service: TestService;
let env: Record<string, string>;
let key: string;
let tenantId: Awaited<ReturnType<TestService['createTenant']>>;

beforeAll(async () => {
  service = await startTestService();
  tenantId = await service.createTenant('office');
  await service.loadPack(tenantId, officePack);
  key = await service.createKey(tenantId, { scopes });
  env = { AVOW_URL: await service.app.listen(), AVOW_API_KEY: key };
});
afterAll(() => service.close());

async function run(...words: readonly string[]) {
  const { terminal, said } = recordTerminal();
  return { code: await runCli(words, env, terminal), ...said() };
}

/** What the command prints with `--json`, which must be what the route returns. */
async function json(...words: readonly string[]) {
  const { code, out, err } = await run(...words, '--json');
  expect([code, err], words.join(' ')).toEqual([0, '']);
  return JSON.parse(out);
}

const api = async (path: string) => (await service.get(key, path)).json();

describe('commands for what the API does', () => {
  it('show and set retention, and ask before they shorten it', async () => {
    expect(await json('retention', 'show')).toEqual(await api('/v1/retention'));
    const days = ['--content-days', '30', '--record-days', 'never'];
    const unasked = await run('retention', 'set', ...days);
    expect([unasked.code, unasked.err]).toEqual([1, expect.stringContaining('--yes')]);
    expect(await json('retention', 'set', ...days, '--yes')).toEqual({ content_days: 30, record_days: null });
    expect((await run('retention', 'show')).out).toBe('content_days: 30\nrecord_days: -\n');
    const wrong = await run('retention', 'set', '--content-days', '30', '--record-days', '3', '--yes');
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('/record_days: Must be null')]);
    expect((await run('retention', 'set', '--content-days', 'x', '--record-days', '3')).code).toBe(2);
  });

  it('place, list, show and lift holds', async () => {
    const asked = await service.ask(key, { prompt: 'Where is the canteen?', end_user_id: 'ada' });
    const hold = await json('holds', 'place', '--reason', 'Case 7', '--message', asked.message_id);
    expect(hold).toMatchObject({ scope: 'message', message_id: asked.message_id, reason: 'Case 7' });
    expect(await json('holds', 'list', '--active')).toEqual(await api('/v1/holds?active=true'));
    const { out } = await run('holds', 'list');
    expect(out).toMatch(new RegExp(`^HOLD ID +SCOPE.*\\n${hold.hold_id} +message `));
    const held = await run('erase', 'message', asked.message_id, '--yes');
    expect([held.code, held.err]).toEqual([1, expect.stringContaining('hold')]);
    expect((await json('holds', 'lift', hold.hold_id)).lifted_at).not.toBeNull();
    expect(await json('holds', 'show', hold.hold_id)).toEqual(await api(`/v1/holds/${hold.hold_id}`));
    const two = await run('holds', 'place', '--reason', 'x', '--thread', 'thr_x', '--tenant-wide');
    expect([two.code, two.err]).toEqual([1, expect.stringContaining('Name one of')]);
  });

  it('erase a message and a person', async () => {
    const one = await service.ask(key, { prompt: 'Where is the canteen?', end_user_id: 'grace' });
    const other = await service.ask(key, { prompt: 'Who approves travel?', end_user_id: 'grace' });
    expect(await json('erase', 'message', one.message_id, '--yes')).toMatchObject({
      message_id: one.message_id,
    });
    expect(await json('erase', 'end-user', 'grace', '--yes')).toMatchObject({ erased: 1 });
    expect((await service.get(key, `/v1/messages/${other.message_id}`)).statusCode).not.toBe(200);
    const thread = await service.ask(key, { prompt: 'Where is the canteen?' });
    expect(await json('erase', 'thread', thread.thread_id, '--yes')).toMatchObject({ erased: 1 });
  });

  it('draw samples, show them, and state what was found', async () => {
    for (const prompt of ['Where is the canteen?', 'Who approves travel?'])
      await service.ask(key, { prompt });
    const from = ['--from', '2020-01-01T00:00:00Z'];
    const drawn = await json('audit', 'sample', 'draw', '--size', '2', ...from, '--status', 'delivered');
    expect(drawn).toMatchObject({ method: 'random', size: 2, drawn: 2, filters: { status: 'delivered' } });
    const { sample_id: id, items } = drawn;
    const [first] = items;
    const words = ['--is', 'major', '--note', 'It quotes last year.'];
    const judged = await json('audit', 'sample', 'finding', id, first.message_id, ...words);
    expect(judged.items[0]).toMatchObject({ finding: 'major', note: 'It quotes last year.' });
    expect(await json('audit', 'sample', 'show', id)).toEqual(await api(`/v1/audit/samples/${id}`));
    expect(await json('audit', 'sample', 'list')).toEqual(await api('/v1/audit/samples'));
    expect((await run('audit', 'sample', 'list')).out).toMatch(
      new RegExp(`^SAMPLE ID +METHOD.*\\n${id} +random `),
    );
    const risky = await json('audit', 'sample', 'draw', '--method', 'risk', '--size', '1', ...from);
    expect(risky).toMatchObject({ method: 'risk', drawn: 1 });
    const late = await run(
      'audit',
      'sample',
      'draw',
      '--size',
      '1',
      ...from,
      '--until',
      '2019-01-01T00:00:00Z',
    );
    expect([late.code, late.err]).toEqual([1, expect.stringContaining('/until: Must be later than from')]);
    expect((await run('audit', 'sample', 'draw', '--size', '1')).code).toBe(2);
    expect((await run('audit', 'sample', 'finding', id, first.message_id)).code).toBe(2);
    const unknown = await run('audit', 'sample', 'finding', 'smp_x', first.message_id, '--is', 'none');
    expect(unknown.code).toBe(1);
  });

  it('list and decide reviews', async () => {
    const review = reviewClient(service, { tenantId, key });
    await review.reviewBelow(1);
    const [first, second] = [await review.hold(), await review.hold()];
    await review.reviewBelow(null);
    const listed = await json('review', 'list', '--limit', '1');
    expect(listed).toMatchObject({ data: [{ message_id: first.message_id }], has_more: true });
    expect((await run('review', 'list', '--limit', '1')).out).toContain(`--cursor ${listed.next_cursor}`);
    expect(await json('review', 'show', second.message_id)).toMatchObject({ message_id: second.message_id });
    expect(await json('review', 'deliver', first.message_id)).toMatchObject({ status: 'delivered' });
    const blocked = ['review', 'block', second.message_id, '--reason', 'outdated', '--comment', 'Of 2024'];
    expect(await json(...blocked)).toMatchObject({ status: 'blocked' });
    expect((await run('review', 'block', second.message_id, '--reason', 'mood')).code).toBe(2);
  });

  it('list, accept and dismiss feedback', async () => {
    const asked = await service.ask(key, { prompt: 'Where is the canteen?' });
    const give = async (better: string) =>
      (
        await service.app.http.inject({
          ...{ method: 'POST', url: `/v1/messages/${asked.message_id}/feedback` },
          headers: { authorization: `Bearer ${key}` },
          payload: { verdict: 'wrong', better_answer: better, end_user_id: better },
        })
      ).json();
    const given = [await give('On the third floor.'), await give('In the yard.')];
    expect(await json('feedback', 'list', '--verdict', 'wrong')).toEqual(
      await api('/v1/feedback?verdict=wrong'),
    );
    expect(await json('feedback', 'show', asked.message_id)).toEqual(
      await api(`/v1/messages/${asked.message_id}/feedback`),
    );
    expect(await json('feedback', 'accept', given[0].id)).toMatchObject({ proposal: { state: 'drafted' } });
    expect(await json('feedback', 'dismiss', given[1].id)).toMatchObject({
      proposal: { state: 'dismissed' },
    });
  });

  it('show, accept, dismiss and revert calibrations', async () => {
    const { feedback } = service.data.store;
    const propose = async (proposalId: `cal_${string}`) => {
      const { model } = await api('/v1/calibration');
      const parameters = { offset: -1, slope: 1, methods: {} };
      await feedback.putCalibrationProposal(tenantId, {
        ...{ proposalId, model, kind: 'fit', createdAtMs: 1, createdBy: null },
        fit: {
          ...{ parameters, exampleCount: 90, rightCount: 20, authorCount: 12, callerCount: 2 },
          logLoss: { with: 0.5, without: 0.6 },
        },
      });
    };
    const [first, second] = ['cal_01jd7e4m6p8r0t2v4x6z8b0d2f', 'cal_01jd7e4m6p8r0t2v4x6z8b0d2g'] as const;
    await propose(first);
    expect(await json('calibration', 'show')).toMatchObject({ proposal: { id: first, applies_at: null } });
    expect((await run('calibration', 'accept', second)).code).toBe(1);
    expect(await json('calibration', 'accept', first)).toMatchObject({ active_revision: 1, proposal: null });
    await propose(second);
    expect(await json('calibration', 'dismiss', second)).toMatchObject({ active_revision: 2 });
    expect(await json('calibration', 'revert', '--revision', '0')).toMatchObject({ active_revision: null });
    expect(await json('calibration', 'revert')).toMatchObject({ active_revision: 4 });
    expect(await json('calibration', 'refit')).toMatchObject({ outcome: 'too_few' });
    expect(await json('calibration', 'reset')).toMatchObject({ active_revision: null, automatic: false });
  });

  it('read insights, and dismiss and reopen a group of questions', async () => {
    await service.ask(key, { prompt: 'Which planet is the heaviest one?' });
    const { data } = await json('insights', 'unanswered');
    const [group] = data;
    expect(await json('insights', 'dismiss', group.group_id)).toMatchObject({ state: 'dismissed' });
    expect(await json('insights', 'reopen', group.group_id)).toMatchObject({ state: 'open' });
    const period = ['--from', '2026-01-01T00:00:00Z', '--to', '2026-02-01T00:00:00Z'];
    const query = '?from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z';
    for (const name of ['confidence', 'cost', 'latency', 'guardrails'])
      expect(await json('insights', name, ...period), name).toEqual(
        await api(`/v1/insights/${name}${query}`),
      );
  });
});
