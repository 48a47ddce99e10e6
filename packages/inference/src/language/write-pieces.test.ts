import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { waitFor } from '@avow/foundation/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ModelSettings } from '../model-settings.ts';
import { createLanguageModel, type ModelChange, type OpenedLanguageModel } from './create-language-model.ts';
import { collectOutput } from './test-support/collect-output.ts';
import { type ScriptedProvider, startScriptedProvider } from './test-support/scripted-provider.ts';
import { scriptedSettings } from './test-support/scripted-settings.ts';

const task = { instructions: 'Be brief.', prompt: 'What is said?', outputTokensMax: 256 };
const never = new AbortController().signal;
const fine = { kind: 'say', pieces: ['It has ', 'been ', 'said.'] } as const;
const hanging = { kind: 'hang' } as const;

let scripted: ScriptedProvider;
let opened: OpenedLanguageModel[];
let changes: ModelChange[];

beforeEach(async () => {
  scripted = await startScriptedProvider();
  opened = [];
  changes = [];
});

afterEach(async () => {
  for (const model of opened) await model.close();
  await scripted.close();
});

function open(fields: Partial<ModelSettings> = {}, more: { readonly clock?: { nowMs(): number } } = {}) {
  const settings = scriptedSettings(fields.provider ?? 'openai_compatible', scripted, fields);
  const model = createLanguageModel(settings, { onChange: (change) => changes.push(change), ...more });
  opened.push(model);
  return {
    model,
    write: (signal = never) => collectOutput(model.write(task, signal)),
  };
}

const requestsReach = (count: number) =>
  waitFor(() => expect(scripted.requests.length).toBeGreaterThanOrEqual(count));

describe('what runs at once', () => {
  it('is no more than it may be; others wait in line, and too many are refused at once', async () => {
    const { write } = open({ atOnceMax: 2, waitingMax: 1 });
    const begin = Promise.withResolvers<void>();
    scripted.play(async () => {
      await begin.promise;
      return fine;
    });
    const waiting = [write(), write(), write()];
    await requestsReach(2);
    expect(await write()).toMatchObject({ code: 'busy' });
    expect(scripted.requests).toHaveLength(2);
    begin.resolve();
    for (const said of await Promise.all(waiting)) expect(said).toMatchObject({ error: null });
    expect(scripted.requests).toHaveLength(3);
  });

  it('does not let anybody wait longer in line than for a first piece', async () => {
    const { model, write } = open({ atOnceMax: 1, firstPieceTimeoutMs: 1000, attemptTimeoutMs: 20_000 });
    scripted.play({ kind: 'say', pieces: ['It has '], end: 'silence' });
    const pieces = model.write(task, never).pieces[Symbol.asyncIterator]();
    expect(await pieces.next()).toMatchObject({ value: 'It has ' });
    expect(await write()).toMatchObject({ code: 'busy', cost: { amount: 0 } });
    expect(scripted.requests).toHaveLength(1);
    await pieces.return?.();
    scripted.play(fine);
    expect(await write()).toMatchObject({ error: null });
  });
});

describe('a first piece', () => {
  it('that comes late is not waited for', async () => {
    const { write } = open({ firstPieceTimeoutMs: 50 });
    scripted.play({ ...fine, firstAfterMs: 20_000 });
    expect(await write()).toMatchObject({ code: 'timeout', text: '' });
  });

  it('has its own limit, which does not hold for the others', async () => {
    const { write } = open({ firstPieceTimeoutMs: 1500 });
    scripted.play({ ...fine, betweenMs: 800 });
    expect(await write()).toMatchObject({ text: 'It has been said.', error: null });
  });
});

describe('once a model is to be left alone', () => {
  it('calls without a first piece end soon, and those that are being answered go on', async () => {
    const { model, write } = open({ atOnceMax: 8, waitingMax: 8, attemptsMax: 1 });
    scripted.play({ kind: 'say', pieces: ['It has ', 'been.'], betweenMs: 2500 }, hanging, hanging, {
      kind: 'fail',
      status: 500,
    });
    const answered = model.write(task, never).pieces[Symbol.asyncIterator]();
    expect(await answered.next()).toMatchObject({ value: 'It has ' });
    const hung = [write()];
    await requestsReach(2);
    hung.push(write());
    await requestsReach(3);
    for (let time = 0; time < 5; time += 1) expect(await write()).toMatchObject({ code: 'failed' });
    expect(changes).toMatchObject([{ kind: 'degraded', code: 'failed' }]);
    expect(await write()).toMatchObject({ code: 'resting' });
    // Their own limit is twenty seconds.
    for (const said of await Promise.all(hung)) expect(said).toMatchObject({ code: 'resting' });
    expect(await answered.next()).toMatchObject({ value: 'been.' });
    expect(await answered.next()).toMatchObject({ done: true });
  });

  // The provider wants eighteen seconds before another try: nobody waits for that.
  it('nobody waits for another try, nor in line', async () => {
    const { write } = open({ atOnceMax: 1 });
    scripted.play({ kind: 'garbage' });
    for (let time = 0; time < 4; time += 1) expect(await write()).toMatchObject({ code: 'not_understood' });
    scripted.play({ kind: 'fail', status: 500, retryAfter: '18' });
    const [failed, inLine] = await Promise.all([write(), write()]);
    expect(failed).toMatchObject({ code: 'failed' });
    expect(inLine).toMatchObject({ code: 'resting' });
    expect(scripted.requests).toHaveLength(5);
  });

  it('few are tried again while nothing works: an outage is not multiplied', async () => {
    const { write } = open();
    scripted.play({ kind: 'fail', status: 500 });
    await Promise.all(Array.from({ length: 10 }, () => write()));
    // Ten calls, a fifth of that and three more.
    expect(scripted.requests.length).toBeLessThanOrEqual(15);
  });

  // They count once they have waited for half of that time.
  it('is also noticed by those who have less time than the settings give', async () => {
    const { write } = open({ firstPieceTimeoutMs: 300, attemptsMax: 1 });
    scripted.play(hanging);
    for (let time = 0; time < 10 && changes.length === 0; time += 1) await write(AbortSignal.timeout(290));
    expect(changes).toMatchObject([{ kind: 'degraded', code: 'timeout' }]);
  });

  it('is not for calls that nobody waited for', async () => {
    const { write } = open();
    for (let time = 0; time < 12; time += 1) {
      const controller = new AbortController();
      scripted.play(() => {
        controller.abort(new Error('gone'));
        return hanging;
      });
      await write(controller.signal);
    }
    expect(changes).toEqual([]);
  });
});

describe('what it costs', () => {
  it('is counted over all tries, and asks no more once the day has cost what it may', async () => {
    let nowMs = 0;
    const { write } = open({ budgetPerDay: 30 }, { clock: { nowMs: () => nowMs } });
    scripted.play(fine);
    expect(await write()).toMatchObject({ cost: { amount: 16 } });
    expect(await write()).toMatchObject({ cost: { amount: 16 } });
    expect(await write()).toMatchObject({ code: 'spent', cost: { amount: 0, inputTokens: 0 } });
    expect(scripted.requests).toHaveLength(2);
    nowMs = 86_400_000;
    expect(await write()).toMatchObject({ error: null });
  });

  it('is what was reported if an answer is cut off, or an estimate by length if that is more', async () => {
    const { write } = open({ provider: 'anthropic' });
    const usage = { inputTokens: 40, outputTokens: 9 };
    scripted.play({ kind: 'say', pieces: ['It has '], end: 'cut', usage });
    // Anthropic tells what went in with the first event, and one token out: what was said has two.
    expect(await write()).toMatchObject({
      code: 'cut',
      cost: { inputTokens: 40, outputTokens: 2, amount: 44 },
    });
  });

  it('is estimated by length if nothing was reported', async () => {
    const { write } = open();
    scripted.play({ ...fine, usage: null });
    const said = await write();
    expect(said).toMatchObject({ error: null, cost: { amount: 16, inputTokens: 6, outputTokens: 5 } });
  });
});

describe('where the provider has been paid too little', () => {
  it.each([
    ['openai', { kind: 'fail', status: 429, code: 'insufficient_quota' }],
    ['openai_compatible', { kind: 'fail', status: 429, code: 'insufficient_quota' }],
    ['anthropic', { kind: 'fail', status: 402 }],
    ['anthropic', { kind: 'fail', status: 403, code: 'billing_error' }],
  ] as const)('%s says so, and is not asked again: %j', async (provider, script) => {
    const { write } = open({ provider });
    scripted.play(script);
    expect(await write()).toMatchObject({ code: 'spent' });
    expect(scripted.requests).toHaveLength(1);
  });
});

describe('connections', () => {
  it('are given up where they do not come about in time', async () => {
    // A server that takes the connection and never says who it is.
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const baseUrl = `https://127.0.0.1:${(silent.address() as AddressInfo).port}/v1`;
    const { write } = open({ baseUrl, connectTimeoutMs: 100, attemptsMax: 1 });
    expect(await write()).toMatchObject({ code: 'unreachable' });
    silent.close();
  });

  it('end when the model is closed, with what is being written, and nothing is sent afterwards', async () => {
    const { model, write } = open();
    scripted.play(hanging);
    const writing = write();
    await requestsReach(1);
    await model.close();
    expect(await writing).toMatchObject({ code: 'unreachable' });
    await scripted.requests[0]?.closed;
    expect(await write()).toMatchObject({ code: 'unreachable' });
    expect(scripted.requests).toHaveLength(1);
  });

  it('are those of the fetch that is handed in, which follows no redirect', async () => {
    const went: Array<{ readonly url: string; readonly redirect: string | undefined }> = [];
    const model = createLanguageModel(scriptedSettings('openai', scripted), {
      onChange: () => undefined,
      connections: {
        fetch: (url, init) => {
          went.push({ url: String(url), redirect: init?.redirect });
          return fetch(url, init);
        },
        close: async () => undefined,
      },
    });
    await collectOutput(model.write(task, never));
    expect(went).toEqual([{ url: `${scripted.baseUrlOf('openai')}/chat/completions`, redirect: 'manual' }]);
    await model.close();
  });

  it('do not hold anybody whose fetch does not heed the signal', async () => {
    const model = createLanguageModel(scriptedSettings('openai', scripted, { firstPieceTimeoutMs: 50 }), {
      onChange: () => undefined,
      connections: { fetch: () => new Promise(() => undefined), close: async () => undefined },
    });
    expect(await collectOutput(model.write(task, never))).toMatchObject({ code: 'timeout' });
    await model.close();
  });
});
