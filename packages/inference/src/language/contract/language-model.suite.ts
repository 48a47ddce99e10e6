import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ModelProvider, ModelSettings } from '../../model-settings.ts';
import { createLanguageModel, type ModelChange, type OpenedLanguageModel } from '../create-language-model.ts';
import type { OpenedFetch } from '../open-fetch.ts';
import { collectOutput } from '../test-support/collect-output.ts';
import { fine, providerFaults } from '../test-support/provider-faults.ts';
import { type ScriptedProvider, startScriptedProvider } from '../test-support/scripted-provider.ts';
import { scriptedKey, scriptedSettings } from '../test-support/scripted-settings.ts';

const task = {
  instructions: 'Marmalade rules: be brief.',
  prompt: 'Which clause nine is void?',
  outputTokensMax: 256,
};
const secrets = [scriptedKey, 'Marmalade', 'clause nine', 'be brief', 'It has'];
const never = new AbortController().signal;

export interface LanguageModelSuiteOptions {
  /** The header by which the key travels, and what stands before it. */
  readonly keyHeader: { readonly name: string; readonly before: string };
  /** Left out: connections of its own. */
  readonly connect?: () => OpenedFetch;
}

/** What must hold of a language model of any provider. */
export function testLanguageModel(
  provider: ModelProvider,
  { keyHeader, connect }: LanguageModelSuiteOptions,
): void {
  let scripted: ScriptedProvider;
  let model: OpenedLanguageModel;
  let changes: ModelChange[];
  const printed = vi.spyOn(console, 'error');

  beforeEach(async () => {
    scripted = await startScriptedProvider();
    changes = [];
    model = open();
  });

  afterEach(async () => {
    await model.close();
    await scripted.close();
    expect(printed).not.toHaveBeenCalled();
  });

  const open = (fields: Partial<ModelSettings> = {}, restMs?: number) =>
    createLanguageModel(scriptedSettings(provider, scripted, fields), {
      onChange: (change) => changes.push(change),
      ...(connect === undefined ? {} : { connections: connect() }),
      ...(restMs === undefined ? {} : { restMs }),
    });

  /** In place of the one that is open. */
  const reopen = async (fields: Partial<ModelSettings>, restMs?: number) => {
    await model.close();
    model = open(fields, restMs);
  };

  const write = (signal = never, given: Parameters<typeof model.write>[0] = task) =>
    collectOutput(model.write(given, signal), secrets);

  describe('what is asked and said', () => {
    it('goes to the address with the key, and comes back in pieces with its cost', async () => {
      scripted.play(fine);
      expect(model.name).toBe(`${provider}/small`);
      const said = await write();
      expect(said).toMatchObject({ text: 'It has been said.', error: null });
      expect(said.pieces).toBeGreaterThan(1);
      // Ten tokens in at one euro, three out at two.
      expect(said.cost).toEqual({ currency: 'EUR', amount: 16, inputTokens: 10, outputTokens: 3 });
      expect(scripted.requests).toHaveLength(1);
      const [request] = scripted.requests;
      expect(request).toMatchObject({ model: 'small', isStreamed: true, ...pick(task) });
      expect(request?.headers[keyHeader.name]).toBe(`${keyHeader.before}${scriptedKey}`);
    });

    it('never asks for more tokens than the settings allow', async () => {
      await write(never, { ...task, outputTokensMax: 5000 });
      expect(JSON.stringify(scripted.requests[0]?.body)).toContain('1024');
      expect(JSON.stringify(scripted.requests[0]?.body)).not.toContain('5000');
    });

    it('may be JSON of a form, which is passed on as it is', async () => {
      const schema = {
        type: 'object',
        properties: { sure: { type: 'boolean' } },
        required: ['sure'],
        additionalProperties: false,
      };
      scripted.play({ kind: 'say', pieces: ['{"su', 're": ', ' true}'] });
      expect(await write(never, { ...task, schema })).toMatchObject({ text: '{"sure":  true}', error: null });
      expect(JSON.stringify(scripted.requests[0]?.body)).toContain('"sure"');
    });

    it.each([400, 422])(
      'is put plainly where the form is refused with %i, then and later',
      async (status) => {
        scripted.play({ kind: 'fail', status }, fine);
        expect(await write()).toMatchObject({ text: 'It has been said.' });
        expect(await write()).toMatchObject({ text: 'It has been said.' });
        expect(scripted.requests).toHaveLength(3);
        const [strict, ...plain] = scripted.requests.map(({ body }) => JSON.stringify(body));
        expect(strict).toContain('"temperature":0');
        for (const body of plain) expect(body).not.toContain('temperature');
      },
    );

    it('is refused where both forms are', async () => {
      scripted.play({ kind: 'fail', status: 400 });
      expect(await write()).toMatchObject({ code: 'refused' });
      expect(scripted.requests).toHaveLength(2);
    });

    it('is not asked where it is longer than any model reads', async () => {
      expect(await write(never, { ...task, prompt: 'clause nine '.repeat(50_000) })).toMatchObject({
        code: 'too_long',
      });
      expect(scripted.requests).toEqual([]);
    });
  });

  describe('a provider that', () => {
    it.each(providerFaults)('$when: $code', async ({ script, code, requests, text = '' }) => {
      scripted.play(script);
      expect(await write()).toMatchObject({ code: expect.stringMatching(code), text });
      expect(scripted.requests).toHaveLength(requests);
      // One failure is forgotten with the next answer.
      scripted.play(fine);
      expect(await write()).toMatchObject({ text: 'It has been said.' });
    });

    it('fails at first is asked again, and nobody notices', async () => {
      scripted.play({ kind: 'fail', status: 500 }, { kind: 'reset' }, fine);
      expect(await write()).toMatchObject({ text: 'It has been said.', error: null });
      expect(scripted.requests).toHaveLength(3);
    });

    it('is not there at all is unreachable', async () => {
      await scripted.close();
      expect(await write()).toMatchObject({ code: 'unreachable' });
    });

    it('never begins is given up', async () => {
      await reopen({ firstPieceTimeoutMs: 500 });
      scripted.play({ kind: 'hang' });
      expect(await write()).toMatchObject({ code: 'timeout' });
      await scripted.requests[0]?.closed;
      expect(scripted.requests).toHaveLength(1);
    });

    it('never ends is cut, and what it said stays said', async () => {
      await reopen({ attemptTimeoutMs: 1000 });
      scripted.play({ kind: 'say', pieces: ['It has '], end: 'silence' });
      expect(await write()).toMatchObject({ code: 'timeout', text: 'It has ' });
      await scripted.requests[0]?.closed;
    });

    it('sends without end is cut off', async () => {
      scripted.play({ kind: 'endless' });
      expect(await write()).toMatchObject({ code: 'too_large' });
      await scripted.requests[0]?.closed;
      expect(scripted.requests).toHaveLength(1);
    });
  });

  describe('the signal', () => {
    const stop = new Error('time is up');

    it('ends a request that hangs, with its reason', async () => {
      const controller = new AbortController();
      scripted.play(() => {
        controller.abort(stop);
        return { kind: 'hang' };
      });
      expect(await write(controller.signal)).toMatchObject({ error: stop });
      await scripted.requests[0]?.closed;
      expect(scripted.requests).toHaveLength(1);
    });

    it('ends an answer in the middle', async () => {
      const controller = new AbortController();
      scripted.play({ kind: 'say', pieces: ['It has '], end: 'silence' });
      const { pieces, cost } = model.write(task, controller.signal);
      await expect(
        (async () => {
          for await (const _ of pieces) controller.abort(stop);
        })(),
      ).rejects.toBe(stop);
      expect(await cost).toMatchObject({ currency: 'EUR' });
      await scripted.requests[0]?.closed;
    });

    it('ends the wait for another try', async () => {
      const controller = new AbortController();
      scripted.play(() => {
        setImmediate(() => controller.abort(stop));
        return { kind: 'fail', status: 429, retryAfter: '10' };
      });
      expect(await write(controller.signal)).toMatchObject({ error: stop });
      expect(scripted.requests).toHaveLength(1);
    });

    it('that has come already lets nothing be sent', async () => {
      expect(await write(AbortSignal.abort(stop))).toMatchObject({ error: stop, cost: { amount: 0 } });
      expect(scripted.requests).toEqual([]);
    });
  });

  it('leaves the provider where nobody reads any further', async () => {
    scripted.play({ kind: 'say', pieces: ['It has '], end: 'silence' });
    const { pieces, cost } = model.write(task, never);
    for await (const _ of pieces) break;
    await cost;
    await scripted.requests[0]?.closed;
  });

  it('is left alone once it keeps failing, and asked again after a rest', async () => {
    // Long enough that a slow machine asks again within it.
    await reopen({ attemptsMax: 1 }, 2_000);
    scripted.play({ kind: 'fail', status: 500 });
    for (let time = 0; time < 5; time += 1) expect(await write()).toMatchObject({ code: 'failed' });
    expect(await write()).toMatchObject({ code: 'resting' });
    expect(scripted.requests).toHaveLength(5);
    const name = `${provider}/small`;
    expect(changes).toEqual([{ kind: 'degraded', model: name, code: 'failed' }]);
    scripted.play(fine);
    await expect.poll(() => write(), { interval: 20 }).toMatchObject({ error: null });
    expect(changes.slice(1)).toEqual([{ kind: 'recovered', model: name, code: 'failed' }]);
  });

  it('works again with the first piece of the first answer', async () => {
    await reopen({ attemptsMax: 1 }, 10);
    scripted.play({ kind: 'fail', status: 500 });
    for (let time = 0; time < 5; time += 1) await write();
    scripted.play({ kind: 'say', pieces: ['It has '], end: 'silence' });
    const probe = await vi.waitFor(
      async () => {
        const pieces = model.write(task, never).pieces[Symbol.asyncIterator]();
        await pieces.next();
        return pieces;
      },
      { timeout: 300_000, interval: 20 },
    );
    scripted.play(fine);
    expect(await write()).toMatchObject({ error: null });
    await probe.return?.();
  });
}

const pick = ({ instructions, prompt }: typeof task) => ({ instructions, prompt });
