import type { LanguageModel } from '@avow/inference';
import { describe, expect, it } from 'vitest';
import { chosenModelSettings, recordCalls } from './written-model.ts';

const task = { instructions: '', prompt: '', outputTokensMax: 10 };
const withSource = { ...task, prompt: '<source 1>\nIt is.\n</source 1>' };
const never = new AbortController().signal;
const cost = { currency: 'XXX', amount: 0, inputTokens: 3, outputTokens: 2 };

function modelOf(pieces: () => AsyncIterable<string>): LanguageModel {
  const write = () => ({
    pieces: pieces(),
    cost: Promise.resolve(cost),
    logProbability: Promise.resolve(null),
  });
  return { name: 'm', write };
}

async function readAll(model: LanguageModel, asked = task): Promise<void> {
  for await (const _ of model.write(asked, never).pieces);
}

describe('a model whose calls are recorded', () => {
  it('keeps what it wrote, with its cost, until it is taken', async () => {
    const { model, take } = recordCalls(
      modelOf(async function* () {
        yield 'It ';
        yield 'is.';
      }),
    );
    await readAll(model);
    expect(await take()).toEqual([
      { draft: 'It is.', isAnswer: false, cost, fault: null, timeMs: expect.any(Number) },
    ]);
    expect(await take()).toEqual([]);
    await readAll(model, withSource);
    expect(await take()).toMatchObject([{ isAnswer: true }]);
  });

  it('keeps what was written before a failure, or before nobody read on', async () => {
    const { model, take } = recordCalls(
      modelOf(async function* () {
        yield 'It ';
        throw new Error('the connection broke');
      }),
    );
    await expect(readAll(model)).rejects.toThrow('the connection broke');
    for await (const _ of model.write(task, never).pieces) break;
    expect(await take()).toMatchObject([
      { draft: 'It ', fault: 'the connection broke' },
      { draft: 'It ', fault: 'not read to the end' },
    ]);
  });
});

describe('the settings of a chosen model', () => {
  it('are those of an operator, with all the time that a question has', () => {
    expect(chosenModelSettings({ gguf: '/a.gguf', deadlineMs: 400_000 })).toMatchObject({
      ...{ provider: 'local', attemptTimeoutMs: 400_000, firstPieceTimeoutMs: 300_000 },
      ...{ sourceCharactersMax: 5_000, key: null },
    });
    const remote = { baseUrl: 'http://127.0.0.1:1/v1', model: 'm', key: 'k', deadlineMs: 60_000 };
    expect(chosenModelSettings({ ...remote, sourceCharacters: 2_000 })).toMatchObject({
      ...{ provider: 'openai_compatible', model: 'm', key: 'k', sourceCharactersMax: 2_000 },
    });
  });

  it('need one model', () => {
    const message = 'name a model: --gguf FILE, or --base-url URL';
    expect(() => chosenModelSettings({ deadlineMs: 1_000 })).toThrow(message);
    expect(() => chosenModelSettings({ gguf: 'a', baseUrl: 'b', deadlineMs: 1_000 })).toThrow(message);
  });
});
