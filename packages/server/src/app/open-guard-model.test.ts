import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UserError } from '../errors/user-error.ts';
import { saying, startModelServer } from '../models/language/test-support/start-model-server.ts';
import { openGuardModel } from './open-guard-model.ts';

const unwatched = { onChange: () => undefined };

const rule = { rule: 'No insults.', examples: [], text: 'Good morning.' };
const signal = new AbortController().signal;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'avow-guard-model-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const open = (guardrailModelKeyFile: string | null, guardrailModelUrl = 'http://127.0.0.1:1/v1') =>
  openGuardModel({ guardrailModelUrl, guardrailModel: 'small', guardrailModelKeyFile }, unwatched);

describe('openGuardModel', () => {
  it('opens none where none is set up', async () => {
    const none = { guardrailModelUrl: null, guardrailModel: null, guardrailModelKeyFile: null };
    expect(await openGuardModel(none, unwatched)).toBeNull();
  });

  it('sends the key of the file, without the line end, and shows it to nobody', async () => {
    const path = join(folder, 'key');
    await writeFile(path, 'sk-secret\n');
    const server = await startModelServer();
    server.answerWith(saying('{"breaks_rule": false, "confidence": 1}'));
    const model = await open(path, server.url);
    expect(await model?.applyRule(rule, signal)).toBe(0);
    await server.close();
    expect(server.seen[0]?.headers.authorization).toBe('Bearer sk-secret');
    expect(inspect(model, { depth: 20, showHidden: true })).not.toContain('sk-secret');
  });

  it.each([
    ['empty', ' \n'],
    ['two lines', 'sk-one\nsk-two\n'],
    ['not ASCII', 'sk-\u00fcber'],
    ['endless', 'k'.repeat(4097)],
  ])('takes no key that is %s, and does not repeat it', async (_, text) => {
    const path = join(folder, 'odd-key');
    await writeFile(path, text);
    const error: unknown = await open(path).catch((caught: unknown) => caught);
    if (!(error instanceof UserError)) throw new Error('it was taken');
    expect(error.message).toContain('AVOW_GUARDRAIL_MODEL_KEY_FILE');
    if (text.trim() !== '') expect(inspect(error)).not.toContain(text.trim().slice(0, 5));
  });

  it('says where the file is missing', async () => {
    await expect(open(join(folder, 'none'))).rejects.toThrow(/AVOW_GUARDRAIL_MODEL_KEY_FILE: .*ENOENT/);
  });
});
