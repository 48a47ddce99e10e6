import { describe, expect, it } from 'vitest';
import { createWorkMeter } from './work-meter.ts';

function openMeter() {
  let nowMs = 0;
  const meter = createWorkMeter(() => nowMs);
  const pass = (ms: number) => {
    nowMs += ms;
  };
  /** Questions one after another, each with a call that takes so long. */
  const answer = async (...takes: readonly number[]) => {
    for (const ms of takes) {
      const question = meter.open();
      await question.run(() => meter.call(async () => pass(ms)));
      question.close();
    }
  };
  return { meter, pass, answer };
}

const times = (count: number, ms: number) => Array.from({ length: count }, () => ms);

describe('createWorkMeter', () => {
  it('knows nothing before enough questions have been answered', async () => {
    const { meter, answer } = openMeter();
    await answer(...times(7, 300));
    expect(meter.msPerQuestion()).toBeNull();
    await answer(300);
    expect(meter.msPerQuestion()).toBe(300);
  });

  it('is not misled by a cold start, and follows the machine', async () => {
    const { meter, answer } = openMeter();
    await answer(20_000, ...times(7, 300));
    expect(meter.msPerQuestion()).toBe(300);
    await answer(...times(64, 900));
    expect(meter.msPerQuestion()).toBe(900);
  });

  it('counts what questions take that need a model, however many need little of it', async () => {
    const { meter, answer } = openMeter();
    const question = meter.open();
    question.close();
    for (let round = 0; round < 12; round += 1) await answer(...times(4, 2), 400);
    expect(meter.msPerQuestion()).toBe(400);
  });

  it('shares the time that passes among the calls in progress, and charges no time without one', async () => {
    const { meter, pass, answer } = openMeter();
    await answer(...times(8, 100));
    const ends: Array<() => void> = [];
    const questions = times(64, 0).map(() => meter.open());
    const calls = questions.map((question) =>
      question.run(() => meter.call(() => new Promise<void>((resolve) => void ends.push(resolve)))),
    );
    pass(6_400);
    for (const end of ends) end();
    await Promise.all(calls);
    // As while a language model elsewhere is waited for.
    pass(60_000);
    for (const question of questions) question.close();
    expect(meter.msPerQuestion()).toBe(100);
  });
});
