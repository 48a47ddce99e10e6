import { describe } from 'vitest';
import { testLanguageModel } from './contract/language-model.suite.ts';

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
