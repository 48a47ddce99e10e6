import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelSettings } from '../model-settings.ts';
import { createLanguageModel } from './create-language-model.ts';
import { collectOutput } from './test-support/collect-output.ts';
import {
  type ProviderScript,
  type ScriptedProvider,
  startScriptedProvider,
} from './test-support/scripted-provider.ts';
import { scriptedSettings } from './test-support/scripted-settings.ts';

let scripted: ScriptedProvider;
beforeAll(async () => {
  scripted = await startScriptedProvider();
});
afterAll(() => scripted.close());

const task = { instructions: 'Be brief.', prompt: 'What is it?', outputTokensMax: 100 };
const sure: ProviderScript = {
  kind: 'say',
  pieces: ['It ', 'has ', 'three.'],
  logProbabilities: [-0.5, 0, -0.1],
};

async function write(
  provider: ModelSettings['provider'],
  { logProbabilities = true, scripts = [sure] as [ProviderScript, ...ProviderScript[]] } = {},
) {
  scripted.play(...scripts);
  const settings = scriptedSettings(provider, scripted, { logProbabilities });
  const model = createLanguageModel(settings, { onChange: () => undefined });
  const written = await collectOutput(model.write(task, new AbortController().signal));
  await model.close();
  return { ...written, body: scripted.requests.at(-1)?.body ?? {} };
}

describe.each(['openai', 'openai_compatible'] as const)('log probabilities of %s', (provider) => {
  it('are asked for, and their mean is handed back at the end', async () => {
    const { text, logProbability, body } = await write(provider);
    expect(text).toBe('It has three.');
    expect(logProbability).toBeCloseTo(-0.2);
    expect(body).toMatchObject({ logprobs: true });
  });

  it('are not asked for unless the settings say so', async () => {
    const { logProbability, body } = await write(provider, { logProbabilities: false });
    expect(logProbability).toBeNull();
    expect(body).not.toHaveProperty('logprobs');
  });

  it('are none where the server tells of none', async () => {
    const { text, logProbability } = await write(provider, {
      scripts: [{ kind: 'say', pieces: ['It has.'] }],
    });
    expect(text).toBe('It has.');
    expect(logProbability).toBeNull();
  });

  it('are given up with the form of a request that a server refuses', async () => {
    const { text, logProbability, body } = await write(provider, {
      scripts: [{ kind: 'fail', status: 400 }, sure],
    });
    expect(text).toBe('It has three.');
    expect(logProbability).toBeNull();
    expect(body).not.toHaveProperty('logprobs');
  });

  it('are those of what was said, where it breaks off', async () => {
    const { code, logProbability } = await write(provider, { scripts: [{ ...sure, end: 'cut' }] });
    expect(code).toBe('cut');
    expect(logProbability).toBeCloseTo(-0.2);
  });
});

describe.each(['anthropic', 'google', 'bedrock'] as const)('log probabilities of %s', (provider) => {
  it('are not to be had, and nothing is asked', async () => {
    const { text, logProbability, body } = await write(provider);
    expect(text).toBe('It has three.');
    expect(logProbability).toBeNull();
    expect(JSON.stringify(body)).not.toMatch(/logprobs/i);
  });
});
