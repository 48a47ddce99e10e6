import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scriptedAnswers } from './scripted-answers.ts';
import { type ScriptedProvider, startScriptedProvider } from './scripted-provider.ts';

let provider: ScriptedProvider;

beforeEach(async () => {
  provider = await startScriptedProvider();
});

afterEach(() => provider.close());

const ask = (body: Readonly<Record<string, unknown>>, path = '/chat/completions') =>
  fetch(`${provider.baseUrlOf('openai')}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer key' },
    body: JSON.stringify({
      model: 'small',
      messages: [
        { role: 'system', content: 'Be brief.' },
        {
          role: 'user',
          content: '<source 1>\nBees\n\nBees dance. They sing.\n</source 1>',
        },
      ],
      ...body,
    }),
  });

describe('a scripted provider', () => {
  it('keeps what it was sent', async () => {
    await ask({ stream: true });
    expect(provider.requests).toMatchObject([
      {
        format: 'openai',
        model: 'small',
        isStreamed: true,
        instructions: 'Be brief.',
        headers: { authorization: 'Bearer key' },
      },
    ]);
  });

  it('answers whole and in pieces, each request by the next script, and the last one stays', async () => {
    provider.play({ kind: 'say', pieces: ['a', 'b'] }, scriptedAnswers.firstSentence);
    expect(await (await ask({})).json()).toMatchObject({
      choices: [{ message: { content: 'ab' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 10, completion_tokens: 2 },
    });
    for (let time = 0; time < 2; time += 1) {
      const events = (await (await ask({ stream: true })).text()).split('\n\n').filter((line) => line !== '');
      expect(events.at(-1)).toBe('data: [DONE]');
      const said = events
        .slice(0, -1)
        .map((line) => JSON.parse(line.slice(6)).choices[0]?.delta.content ?? '');
      expect(said.join('')).toBe('Bees dance. [1]');
    }
  });

  it('speaks like Anthropic', async () => {
    const events = await (await ask({ stream: true, system: 'Be brief.' }, '/messages')).text();
    const types = [...events.matchAll(/^event: (\w+)$/gm)].map(([, type]) => type);
    expect(types).toEqual([
      'message_start',
      'content_block_start',
      'ping',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
  });

  it('fails as scripted, with messages that repeat the request', async () => {
    provider.play({ kind: 'fail', status: 429, retryAfter: '7', code: 'insufficient_quota' });
    const response = await ask({});
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('7');
    expect(await response.text()).toMatch(/Bees dance.*insufficient_quota/);
  });

  it('knows no other path', async () => {
    expect((await ask({}, '/elsewhere')).status).toBe(404);
    expect(provider.requests).toEqual([]);
  });
});
