import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ModelProvider } from '../model-settings.ts';
import { type ModelProviderSettings, openProvider } from './open-provider.ts';

const settings = { model: 'small', baseUrl: null, region: null, key: null };

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Where a request goes, with which headers. */
async function requestOf(provider: ModelProvider, fields: Partial<ModelProviderSettings> = {}) {
  const sent = Promise.withResolvers<{ readonly url: string; readonly headers: string }>();
  const model = await openProvider(
    { provider, ...settings, ...fields },
    {
      fetch: async (url, init) => {
        sent.resolve({ url: String(url), headers: JSON.stringify([...new Headers(init?.headers)]) });
        return new Response('{}', { status: 500 });
      },
    },
  );
  if (!('doStream' in model)) throw new Error('no model');
  await model.doStream({ prompt: [{ role: 'user', content: [{ type: 'text', text: 'What?' }] }] }).then(
    () => undefined,
    () => undefined,
  );
  return sent.promise;
}

describe('where the operator names no address', () => {
  it.each([
    ['openai', 'https://api.openai.com/v1/chat/completions', {}],
    ['anthropic', 'https://api.anthropic.com/v1/messages', {}],
    [
      'google',
      'https://generativelanguage.googleapis.com/v1beta/models/small:streamGenerateContent?alt=sse',
      {},
    ],
    [
      'bedrock',
      'https://bedrock-runtime.eu-central-1.amazonaws.com/model/small/converse-stream',
      { region: 'eu-central-1', key: 'k' },
    ],
  ] as const)('%s is asked at its own, whatever the environment says', async (provider, url, fields) => {
    for (const name of ['OPENAI', 'ANTHROPIC', 'GOOGLE_GENERATIVE_AI']) {
      vi.stubEnv(`${name}_BASE_URL`, 'https://elsewhere.example');
      vi.stubEnv(`${name}_API_KEY`, 'environment-key');
    }
    vi.stubEnv('AWS_ENDPOINT_URL', 'https://elsewhere.example');
    vi.stubEnv('AWS_BEARER_TOKEN_BEDROCK', 'environment-key');
    const sent = await requestOf(provider, fields);
    expect(sent.url).toBe(url);
    expect(sent.headers).not.toContain('environment-key');
  });

  it('a compatible server cannot be asked', async () => {
    await expect(requestOf('openai_compatible')).rejects.toMatchObject({ code: 'unreachable' });
  });
});

it('takes an address with or without a slash in the end', async () => {
  const { url } = await requestOf('openai_compatible', { baseUrl: 'http://127.0.0.1:1/v1//' });
  expect(url).toBe('http://127.0.0.1:1/v1/chat/completions');
});

it('sends no key where there is none', async () => {
  const { headers } = await requestOf('openai_compatible', { baseUrl: 'http://127.0.0.1:1/v1' });
  expect(headers).not.toContain('authorization');
});

it('never signs for Bedrock with what it finds in the environment', async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'id');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  await expect(requestOf('bedrock', { region: 'eu-central-1' })).rejects.toMatchObject({
    code: 'wrong_key',
  });
});
