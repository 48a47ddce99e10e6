import { afterAll, beforeAll, describe } from 'vitest';
import { openLocalFetch } from '../local/open-local-fetch.ts';
import { testLanguageModel } from './contract/language-model.suite.ts';
import type { OpenedFetch } from './open-fetch.ts';

const bearer = { keyHeader: { name: 'authorization', before: 'Bearer ' } };

describe('a model of OpenAI', () => {
  testLanguageModel('openai', bearer);
});

describe('a model of a server that is compatible', () => {
  testLanguageModel('openai_compatible', bearer);
});

describe('a model of Anthropic', () => {
  testLanguageModel('anthropic', { keyHeader: { name: 'x-api-key', before: '' } });
});

describe('a model of Google', () => {
  testLanguageModel('google', { keyHeader: { name: 'x-goog-api-key', before: '' } });
});

describe('a model of Bedrock', () => {
  testLanguageModel('bedrock', bearer);
});

describe('a model in a process of ours', () => {
  const toLoad = { path: '/model.gguf', contextTokens: 1024, threads: 1, atOnceMax: 16 };
  // Where the model would be, the process asks the scripted provider: what is tested is all that lies between.
  const processUrl = new URL('../local/test-support/forwarding-process.ts', import.meta.url);
  let local: OpenedFetch;
  beforeAll(async () => {
    local = openLocalFetch(toLoad, { processUrl });
    // Once it has failed at something, it has started.
    await local.fetch('http://127.0.0.1:1/').catch(() => undefined);
  });
  afterAll(() => local.close());
  testLanguageModel('local', {
    ...bearer,
    connect: () => ({ fetch: local.fetch, close: async () => undefined }),
  });
});
