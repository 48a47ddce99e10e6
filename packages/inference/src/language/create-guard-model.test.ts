import { inspect } from 'node:util';
import { createLog } from '@avow/foundation/log';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ModelFault } from '../model-fault.ts';
import { createGuardModel } from './create-guard-model.ts';
import { startScriptedProvider } from './test-support/scripted-provider.ts';
import {
  failingWith,
  type ModelServer,
  type ModelServerAnswer,
  saying,
  startModelServer,
} from './test-support/start-model-server.ts';

const key = 'sk-very-secret-71';
const asked = {
  rule: 'Must not give legal advice.',
  examples: [
    { text: 'You should sue.', breaksRule: true },
    { text: 'Ask a lawyer.', breaksRule: false },
  ],
  text: 'Marmalade says that clause nine is void.',
};
const broken = saying('{"breaks_rule": true, "confidence": 0.9}');
const never = new AbortController().signal;

let server: ModelServer;

beforeEach(async () => {
  server = await startModelServer();
});

afterEach(() => server.close());

const openModel = ({
  url = server.url,
  fetch = globalThis.fetch,
  ...fields
}: {
  readonly url?: string;
  readonly fetch?: typeof globalThis.fetch;
  readonly key?: string | null;
} = {}) =>
  createGuardModel(
    { provider: 'openai_compatible', baseUrl: url, model: 'small', region: null, key, ...fields },
    { fetch },
  );

/** Everything that a log or a person could see of an error. */
async function faultOf(work: Promise<unknown>): Promise<ModelFault> {
  const error = await work.then(
    () => null,
    (caught: unknown) => caught,
  );
  if (!(error instanceof ModelFault)) throw new Error('no fault of a model', { cause: error });
  const lines: string[] = [];
  createLog('trace', { write: (line) => lines.push(line) }).error({ err: error, error }, 'refused');
  const shown = `${inspect(error, { depth: 20, showHidden: true })} ${lines.join('')} ${error.stack}`;
  for (const secret of [key, 'Marmalade', 'clause nine', 'legal advice', 'should sue'])
    expect(shown).not.toContain(secret);
  return error;
}

describe('what is asked', () => {
  it('names the model, shows the key, and asks for a short, cold answer in a fixed form', async () => {
    server.answerWith(broken);
    const model = await openModel();
    expect(model.name).toBe('openai_compatible/small');
    expect(await model.applyRule(asked, never)).toBe(0.9);
    const [request] = server.seen;
    expect(request?.path).toBe('/v1/chat/completions');
    expect(request?.headers.authorization).toBe(`Bearer ${key}`);
    expect(request?.body).toMatchObject({
      model: 'small',
      temperature: 0,
      max_tokens: 256,
      response_format: { type: 'json_schema', json_schema: { strict: true } },
    });
    expect(request?.body.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    for (const words of [asked.rule, 'You should sue.', 'Ask a lawyer.', asked.text])
      expect(request?.body.messages[1]?.content).toContain(words);
  });

  it('sends no authorization where there is no key', async () => {
    server.answerWith(broken);
    await (await openModel({ key: null })).applyRule(asked, never);
    expect(server.seen[0]?.headers.authorization).toBeUndefined();
  });

  it('has another fence each time', async () => {
    server.answerWith(broken);
    const model = await openModel();
    await model.applyRule(asked, never);
    await model.applyRule(asked, never);
    const [first, second] = server.seen.map(
      ({ body }) => /<text ([0-9a-f]{24})>/.exec(body.messages[1]?.content ?? '')?.[1],
    );
    expect(first).toBeDefined();
    expect(second).not.toBe(first);
  });

  it('does not ask about a text that is too long', async () => {
    const text = 'Marmalade '.repeat(25_000);
    expect((await faultOf((await openModel()).applyRule({ ...asked, text }, never))).code).toBe('too_long');
    expect(server.seen).toEqual([]);
  });
});

describe('what is said', () => {
  it('is the probability that the rule is broken', async () => {
    server.answerWith(broken, saying('{"breaks_rule": false, "confidence": 0.75}'));
    const model = await openModel();
    expect(await model.applyRule(asked, never)).toBe(0.9);
    expect(await model.applyRule(asked, never)).toBe(0.25);
  });

  it('may stand in prose', async () => {
    server.answerWith(
      saying('Let me see.\n```json\n{"breaks_rule": true,\n "confidence": 0.8}\n```\nThat is all.'),
    );
    expect(await (await openModel()).applyRule(asked, never)).toBe(0.8);
  });

  it.each([
    ['prose alone', saying('Marmalade is right about clause nine.')],
    ['nothing', saying(null)],
    ['no choice', (response) => response.end('{"choices":[]}')],
    ['no JSON', (response) => response.end('<html>Marmalade</html>')],
    ['another form', (response) => response.end('{"Marmalade":1}')],
    ['no body', (response) => response.writeHead(204).end()],
  ] satisfies [string, ModelServerAnswer][])('is an error where it is %s', async (_, answer) => {
    server.answerWith(answer);
    expect((await faultOf((await openModel()).applyRule(asked, never))).code).toBe('not_understood');
    expect(server.seen).toHaveLength(1);
  });
});

describe('a server that refuses', () => {
  it.each([
    [401, 'wrong_key'],
    [403, 'wrong_key'],
    [404, 'not_found'],
    [307, 'refused'],
    [413, 'too_long'],
  ])('with %i is not asked again: %s', async (status, code) => {
    server.answerWith(failingWith(status, { location: `${server.url}/elsewhere` }));
    const fault = await faultOf((await openModel()).applyRule(asked, never));
    expect(fault).toMatchObject({ code, message: expect.stringContaining(String(status)) });
    expect(server.seen).toHaveLength(1);
  });

  it.each([400, 422])('the form with %i is asked plainly, then and later', async (status) => {
    server.answerWith(failingWith(status), broken);
    const model = await openModel();
    expect(await model.applyRule(asked, never)).toBe(0.9);
    expect(await model.applyRule(asked, never)).toBe(0.9);
    expect(server.seen).toHaveLength(3);
    for (const { body } of server.seen.slice(1)) {
      expect(body).toMatchObject({ model: 'small', max_completion_tokens: 256 });
      for (const field of ['max_tokens', 'temperature', 'response_format'])
        expect(body).not.toHaveProperty(field);
    }
  });

  it('both forms gets the first one again the next time', async () => {
    server.answerWith(failingWith(400), failingWith(400), broken);
    const model = await openModel();
    expect((await faultOf(model.applyRule(asked, never))).code).toBe('refused');
    expect(await model.applyRule(asked, never)).toBe(0.9);
    expect(server.seen[2]?.body).toHaveProperty('response_format');
  });
});

describe('a server that fails', () => {
  it.each([
    [500, 'failed'],
    [503, 'busy'],
    [429, 'busy'],
  ])('with %i is asked once more, and no more: %s', async (status, code) => {
    server.answerWith(failingWith(status), broken, failingWith(status));
    const model = await openModel();
    expect(await model.applyRule(asked, never)).toBe(0.9);
    expect((await faultOf(model.applyRule(asked, never))).code).toBe(code);
    expect(server.seen).toHaveLength(4);
  });

  it.each(['30', 'Sun, 15 Nov 2099 12:00:00 GMT'])(
    'and wants to be left alone (%s) is',
    async (retryAfter) => {
      server.answerWith(failingWith(429, { 'retry-after': retryAfter }));
      expect((await faultOf((await openModel()).applyRule(asked, never))).code).toBe('busy');
      expect(server.seen).toHaveLength(1);
    },
  );

  it('by breaking off is asked once more', async () => {
    server.answerWith((response) => response.destroy());
    expect((await faultOf((await openModel()).applyRule(asked, never))).code).toBe('unreachable');
    expect(server.seen).toHaveLength(2);
  });

  it('by not being there is unreachable', async () => {
    const { url } = server;
    await server.close();
    expect((await faultOf((await openModel({ url })).applyRule(asked, never))).code).toBe('unreachable');
  });

  it('by sending without end is cut off', async () => {
    const closed = Promise.withResolvers<void>();
    server.answerWith((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = () => {
        while (!response.destroyed && response.write('Marmalade '.repeat(1000)));
      };
      response.on('drain', more).on('close', () => closed.resolve());
      more();
    });
    expect((await faultOf((await openModel()).applyRule(asked, never))).code).toBe('too_large');
    await closed.promise;
    expect(server.seen).toHaveLength(1);
  });
});

describe('the signal', () => {
  const stop = new Error('time is up');

  it('ends a request that hangs, with its reason', async () => {
    const controller = new AbortController();
    const closed = Promise.withResolvers<void>();
    server.answerWith((response) => {
      response.on('close', () => closed.resolve());
      controller.abort(stop);
    });
    await expect((await openModel()).applyRule(asked, controller.signal)).rejects.toBe(stop);
    await closed.promise;
    expect(server.seen).toHaveLength(1);
  });

  it('ends a response that hangs', async () => {
    const controller = new AbortController();
    server.answerWith((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"choices":', () => controller.abort(stop));
    });
    await expect((await openModel()).applyRule(asked, controller.signal)).rejects.toBe(stop);
  });

  it('ends the wait for a second try', async () => {
    const controller = new AbortController();
    server.answerWith((response, request) => {
      failingWith(429, { 'retry-after': '1' })(response, request);
      response.on('close', () => controller.abort(stop));
    });
    await expect((await openModel()).applyRule(asked, controller.signal)).rejects.toBe(stop);
    expect(server.seen).toHaveLength(1);
  });

  it('that has come already lets nothing be sent', async () => {
    await expect((await openModel()).applyRule(asked, AbortSignal.abort(stop))).rejects.toBe(stop);
    expect(server.seen).toEqual([]);
  });
});

describe('a model of any provider', () => {
  it.each(['openai', 'anthropic', 'google', 'bedrock', 'openai_compatible'] as const)(
    'of %s is asked, tried again and understood',
    async (provider) => {
      const scripted = await startScriptedProvider();
      const said = { kind: 'say', pieces: ['{"breaks_rule": true, ', '"confidence": 0.9}'] } as const;
      scripted.play({ kind: 'fail', status: 500 }, said, { kind: 'fail', status: 400 }, said, {
        kind: 'fail',
        status: 403,
      });
      const baseUrl = scripted.baseUrlOf(provider);
      const model = await createGuardModel(
        { provider, baseUrl, model: 'claude-3-haiku', region: 'eu-west-1', key },
        { fetch },
      );
      expect(model.name).toBe(`${provider}/claude-3-haiku`);
      expect(await model.applyRule(asked, never)).toBe(0.9);
      expect(await model.applyRule(asked, never)).toBe(0.9);
      expect((await faultOf(model.applyRule(asked, never))).code).toBe('wrong_key');
      await scripted.close();
      const [first, , strict, plain] = scripted.requests;
      expect(scripted.requests).toHaveLength(5);
      expect(`${first?.instructions} ${first?.prompt}`).toContain(asked.text);
      expect(JSON.stringify(first?.headers)).toContain(key);
      for (const form of ['breaks_rule":{"type', 'temperature']) {
        expect(JSON.stringify(strict?.body)).toContain(form);
        expect(JSON.stringify(plain?.body)).not.toContain(form);
      }
    },
  );
});

it('goes through the fetch that is handed in, and follows no redirect', async () => {
  const went: Array<{ readonly url: string; readonly redirect: string | undefined }> = [];
  server.answerWith(broken);
  const model = await openModel({
    fetch: (url, init) => {
      went.push({ url: String(url), redirect: init?.redirect });
      return fetch(url, init);
    },
  });
  await model.applyRule(asked, never);
  expect(went).toEqual([{ url: `${server.url}/chat/completions`, redirect: 'manual' }]);
});
