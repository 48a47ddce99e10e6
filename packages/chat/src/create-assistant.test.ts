import { ConnectionError, type QueryResponse, ServiceError } from '@avow/client';
import { expect, it } from 'vitest';
import { cacheFor } from './cache-for.ts';
import { createAssistant } from './create-assistant.ts';
import { loadOptional } from './running-chat.ts';

const question = {
  ...{ text: 'Where?', person: 'ann', place: 'room', isThread: true, isShared: false, groups: [], notes: [] },
  deliveryId: 'one',
};
const response = {
  ...{ message_id: 'msg_1', thread_id: 'thr_1', status: 'delivered', answer: 'Here.', related: [] },
  ...{ citations: [], confidence: { band: 'none' }, agent_context: { clarifying_question: null } },
} as unknown as QueryResponse;
const problem = (status: number, code: string) =>
  new ServiceError(
    {
      ...{ type: '', title: 'No', status, code, instance: '', request_id: 'req_1' },
      retryable: true,
    } as never,
    null,
  );

/** Each step is a response, whether it is a replay, or an error. */
function assistantWith(steps: (Error | { readonly isReplay: boolean })[]) {
  const keys: unknown[] = [];
  const posts: string[] = [];
  const faults: string[] = [];
  const assistant = createAssistant({
    ...{ channelType: 'slack', contentPackIds: [], onFault: (fault) => faults.push(fault) },
    client: {
      executeQuery: async (_, options) => {
        keys.push(options?.idempotencyKey);
        const step = steps.shift();
        if (step === undefined || step instanceof Error) throw step ?? new Error('asked too often');
        const headers = { 'idempotent-replayed': String(step.isReplay) };
        options?.onResponse?.(new Response(null, { headers }));
        return response;
      },
      getMessage: () => Promise.reject(new Error('not used')),
      giveFeedback: () => Promise.reject(new Error('not used')),
    },
  });
  const ask = () => assistant.answer(question, async ({ text }) => void posts.push(text));
  return { ask, keys, posts, faults };
}

it('posts nothing if the question was answered by another process', async () => {
  const { ask, posts } = assistantWith([{ isReplay: true }]);
  await ask();
  expect(posts).toEqual([]);
});

it('posts the answer if its own first attempt was lost, with the same key', async () => {
  const { ask, posts, keys } = assistantWith([new ConnectionError('lost'), { isReplay: true }]);
  await ask();
  expect(posts).toEqual(['Here.']);
  expect(new Set(keys).size).toBe(1);
});

it('names the place of a question for its thread, a pause in a chat, and that others read along', async () => {
  const sent: object[] = [];
  const assistant = createAssistant({
    ...{ channelType: 'msteams', contentPackIds: [], onFault: () => undefined },
    client: {
      executeQuery: async ({ prompt: _, ...request }) => {
        sent.push(request);
        return response;
      },
      getMessage: () => Promise.reject(new Error('not used')),
      giveFeedback: () => Promise.reject(new Error('not used')),
    },
  });
  const ask = (also: object) => assistant.answer({ ...question, ...also }, async () => undefined);
  await ask({ deliveryId: 'one' });
  await ask({ deliveryId: 'two', isShared: true });
  await ask({ deliveryId: 'three', isThread: false });
  await ask({ deliveryId: 'four', place: 'hall' });
  const keys = sent.map((request) => (request as { thread_key: string }).thread_key);
  expect(new Set(keys.slice(0, 3)).size).toBe(1);
  expect(keys[3]).not.toBe(keys[0]);
  expect(sent.map((request) => 'thread_id' in request || 'history' in request)).not.toContain(true);
  expect(sent).toMatchObject([{}, { thread_shared: true }, { thread_pause_minutes: 30 }, {}]);
  expect(sent[0]).not.toHaveProperty('thread_shared');
  expect(sent[0]).not.toHaveProperty('thread_pause_minutes');
});

it('says that the service failed or cannot be reached, and reports it', async () => {
  const failed = assistantWith([problem(503, 'overloaded'), problem(503, 'overloaded')]);
  await failed.ask();
  expect(failed.posts).toEqual(['The answer service failed. Try again later (request req_1).']);
  expect(failed.faults).toEqual(['the service answered 503 overloaded (request req_1)']);
  const lost = assistantWith([new ConnectionError('lost'), new ConnectionError('lost')]);
  await lost.ask();
  expect(lost.posts).toEqual(['The answer service cannot be reached. Try again later.']);
});

it('says how to install a library that is missing', async () => {
  const error = Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
  await expect(loadOptional(() => Promise.reject(error), '@slack/bolt@5')).rejects.toThrow(
    'npm install --no-save @slack/bolt@5',
  );
});

it('keeps what was read for a while, and reads again after a failure', async () => {
  let nowMs = 0;
  let reads = 0;
  const read = cacheFor(
    100,
    async () => {
      reads += 1;
      if (reads === 1) throw new Error('not now');
      return reads;
    },
    () => nowMs,
  );
  await expect(read()).rejects.toThrow('not now');
  expect(await Promise.all([read(), read()])).toEqual([2, 2]);
  nowMs = 100;
  expect(await read()).toBe(3);
});
