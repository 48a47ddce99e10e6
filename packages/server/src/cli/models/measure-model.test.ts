import { setTimeout as wait } from 'node:timers/promises';
import { type LanguageModel, ModelFault, type WritingTask } from '@avow/inference';
import { describe, expect, it } from 'vitest';
import { judgeSpeed, measureModel, typicalAnswer } from './measure-model.ts';

const never = new AbortController().signal;

/** Says ten words, a piece each, after a while, and then may fail. */
function slowModel({ firstMs = 0, fault = null as ModelFault | null, says = 10 } = {}) {
  const tasks: WritingTask[] = [];
  const model: LanguageModel = {
    name: 'local/slow',
    write: (task) => {
      tasks.push(task);
      async function* pieces() {
        await wait(firstMs);
        for (let word = 0; word < says; word += 1) yield 'word ';
        if (fault !== null) throw fault;
      }
      const cost = Promise.resolve({ currency: 'XXX', amount: 0, inputTokens: 2000, outputTokens: 11 });
      return { pieces: pieces(), cost, logProbability: Promise.resolve(null) };
    },
  };
  return { model, tasks };
}

const settings = { sourceCharactersMax: 5_000 };

describe('the speed of a model', () => {
  it('is taken from the second call, with a prompt like those in service', async () => {
    const { model, tasks } = slowModel({ firstMs: 100 });
    const speed = await measureModel(model, settings, never);
    expect(tasks).toHaveLength(2);
    expect(tasks[1]?.prompt.match(/<source /g)).toHaveLength(5);
    expect(tasks[1]?.prompt.length).toBeGreaterThan(5_000);
    expect(speed).toMatchObject({ inputTokens: 2000, outputTokens: 11 });
    // 2,000 tokens in a tenth of a second at best; a busy machine makes it less.
    expect(speed.inputPerSecond).toBeLessThanOrEqual(21_000);
  });

  it('is known of an answer that was cut, and of no other failure', async () => {
    const cut = slowModel({ fault: new ModelFault('cut', 'cut') });
    expect(await measureModel(cut.model, settings, never)).toMatchObject({ outputTokens: 11 });
    const lost = slowModel({ fault: new ModelFault('unreachable', 'the model is gone'), says: 0 });
    await expect(measureModel(lost.model, settings, never)).rejects.toThrow('the model is gone');
  });

  it('says what a typical answer takes, and whether that is in time', () => {
    const speed = { inputTokens: 2000, outputTokens: 64, inputPerSecond: 100, outputPerSecond: 10 };
    const answer = typicalAnswer(speed);
    expect(answer).toMatchObject({ firstWordMs: 20_000, wholeMs: 32_000 });
    expect(judgeSpeed(answer, { deadlineMs: 100_000 })).toEqual({
      fits: true,
      sentence: 'A typical answer takes about 32 s on this machine, and a query has 100 s: it is usable.',
    });
    expect(judgeSpeed(answer, { deadlineMs: 60_000 }).sentence).toContain('usable by one person at a time');
    expect(judgeSpeed(answer, { deadlineMs: 30_000 })).toMatchObject({
      fits: false,
      sentence: expect.stringContaining('it is too slow'),
    });
  });
});
