import { inspect } from 'node:util';
import { createLog } from '@avow/foundation/log';
import type { LanguageModel, ModelsSettings } from '@avow/inference';
import type { ScriptedProvider } from '@avow/inference/testing';
import { startScriptedProvider } from '@avow/inference/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { noLanguageModels, readModelsFile } from '../../config/read-models-file.ts';
import { openLanguageModels } from './open-language-models.ts';
import { openModels } from './open-models.ts';

const key = 'sk-very-secret-71';
const task = { instructions: 'Say it.', prompt: 'Marmalade?', outputTokensMax: 64 };
const unwatched = { onChange: () => undefined };

let provider: ScriptedProvider;

beforeEach(async () => {
  provider = await startScriptedProvider();
});

afterEach(() => provider.close());

function settingsOf(file: object): ModelsSettings {
  return readModelsFile(JSON.stringify(file), { env: { KEY: key }, folder: '', readKeyFile: () => '' });
}

const named = (model: string, fields: object = {}) => ({
  provider: 'openai_compatible',
  base_url: provider.baseUrlOf('openai_compatible'),
  key_variable: 'KEY',
  model,
  ...fields,
});

async function ask(model: LanguageModel | null | undefined): Promise<string> {
  const { pieces } = model?.write(task, new AbortController().signal) ?? { pieces: [] };
  let said = '';
  for await (const piece of pieces) said += piece;
  return said;
}

it('opens none if none is configured', async () => {
  const { tiers, refinement, verification, close } = await openLanguageModels(noLanguageModels, unwatched);
  expect([tiers, refinement, verification]).toEqual([[], null, null]);
  await close();
});

it('opens the tiers in order, and does not reveal their keys', async () => {
  provider.play(({ model }) => ({ kind: 'say', pieces: [`I am ${model}.`] }));
  const settings = settingsOf({
    tiers: [named('large', { output_tokens_max: 99 }), named('small', { quotes: true })],
    refinement: named('quick'),
    verification: named('judge'),
  });
  const models = await openLanguageModels(settings, unwatched);
  expect(models.tiers.map(({ tier, settings: known }) => [tier, known])).toEqual([
    [
      1,
      {
        outputTokensMax: 99,
        sourceCharactersMax: 16_000,
        price: null,
        local: null,
        quotes: false,
        givesWay: true,
      },
    ],
    [
      2,
      {
        outputTokensMax: 1024,
        sourceCharactersMax: 16_000,
        price: null,
        local: null,
        quotes: true,
        givesWay: true,
      },
    ],
  ]);
  expect(await ask(models.tiers[0]?.model)).toBe('I am large.');
  expect(await ask(models.tiers[1]?.model)).toBe('I am small.');
  expect(await ask(models.refinement)).toBe('I am quick.');
  expect(await ask(models.verification?.model)).toBe('I am judge.');
  expect(models.verification?.settings).toEqual({
    ...{ outputTokensMax: 2_048, sourceCharactersMax: 16_000, price: null },
  });
  expect(inspect(models, { depth: 20, showHidden: true })).not.toContain(key);
  await models.close();
  await expect(ask(models.tiers[0]?.model)).rejects.toThrow();
  await expect(ask(models.verification?.model)).rejects.toThrow();
});

it('logs once that a model keeps failing, with its name and the kind of failure', async () => {
  provider.play({ kind: 'fail', status: 500 });
  const lines: string[] = [];
  const off = {
    ...({ searchByMeaning: 'off', embeddedReader: 'off', embeddedScreener: 'off' } as const),
    ...{ modelProcessesMax: 1, dataDir: '' },
  } as const;
  const settings = settingsOf({ tiers: [named('large', { attempts_max: 1 })] });
  const models = await openModels(off, settings, createLog('trace', { write: (line) => lines.push(line) }));
  for (let count = 0; count < 20; count += 1) await ask(models.tiers[0]?.model).catch(() => undefined);
  await models.close();
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'warn',
    event: 'degraded',
    model: 'openai_compatible/large',
    code: 'failed',
    msg: 'language model',
  });
  expect(lines[0]).not.toMatch(/Marmalade|secret/);
});
