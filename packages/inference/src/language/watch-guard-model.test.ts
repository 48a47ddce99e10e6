import { expect, it } from 'vitest';
import { createGuardModel } from './create-guard-model.ts';
import { failingWith, saying, startModelServer } from './test-support/start-model-server.ts';
import { type GuardModelState, watchGuardModel } from './watch-guard-model.ts';

it('tells of each change once, and hands on what was said', async () => {
  const server = await startModelServer();
  const states: GuardModelState[] = [];
  const model = watchGuardModel(
    await createGuardModel(
      { provider: 'openai_compatible', baseUrl: server.url, model: 'small', region: null, key: null },
      { fetch },
    ),
    (state) => states.push(state),
  );
  expect(model.name).toBe('openai_compatible/small');
  const ask = (signal = new AbortController().signal) =>
    model.applyRule({ rule: 'No insults.', examples: [], text: 'Good morning.' }, signal);

  server.answerWith(saying('{"breaks_rule": false, "confidence": 1}'));
  expect(await ask()).toBe(0);
  expect(states).toEqual([]);
  server.answerWith(failingWith(401));
  await expect(ask()).rejects.toThrow('status 401');
  await expect(ask()).rejects.toThrow('status 401');
  expect(states).toEqual(['wrong_key']);
  await expect(ask(AbortSignal.abort(new Error('time is up')))).rejects.toThrow('time is up');
  server.answerWith(saying('{"breaks_rule": true, "confidence": 1}'));
  expect(await ask()).toBe(1);
  expect(states).toEqual(['wrong_key', 'stopped', 'works']);
  await server.close();
});
