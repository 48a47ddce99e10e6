import { inspect } from 'node:util';
import { saying, startModelServer } from '@avow/inference/testing';
import { expect, it } from 'vitest';
import { readModelsFile } from '../../config/read-models-file.ts';
import { openGuardModel } from './open-guard-model.ts';

const unwatched = { onChange: () => undefined };

it('returns null if no model is configured', async () => {
  expect(await openGuardModel(null, unwatched)).toBeNull();
});

it('sends the key, and does not reveal it', async () => {
  const server = await startModelServer();
  server.answerWith(saying('{"breaks_rule": false, "confidence": 1}'));
  const guardrail = {
    provider: 'openai_compatible',
    model: 'small',
    base_url: server.url,
    key_variable: 'KEY',
  };
  const settings = readModelsFile(JSON.stringify({ guardrail }), {
    env: { KEY: 'sk-secret' },
    folder: '',
    readKeyFile: () => '',
  });
  const model = await openGuardModel(settings.guardrail, unwatched);
  const rule = { rule: 'No insults.', examples: [], text: 'Good morning.' };
  expect(await model?.applyRule(rule, new AbortController().signal)).toBe(0);
  expect(inspect(model, { depth: 20, showHidden: true })).not.toContain('sk-secret');
  await model?.close();
  await server.close();
  expect(server.seen[0]?.headers.authorization).toBe('Bearer sk-secret');
});
