import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ScriptedProvider } from '@avow/inference/testing';
import { startScriptedProvider } from '@avow/inference/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CommandContext } from '../src/cli/command-context.ts';
import { type AddOptions, addModel } from '../src/cli/models/add-model.ts';
import { runCli } from '../src/cli/run-cli.ts';
import { noIdentity } from '../src/config/identity-settings.ts';
import { loadConfig } from '../src/config/load-config.ts';
import { noLanguageModels } from '../src/config/read-models-file.ts';
import { recordTerminal } from './support/record-terminal.ts';

const key = 'sk-very-secret-71';
const price = { currency: 'USD', input_per_million: 3, output_per_million: 15 };

let directory: string;
let provider: ScriptedProvider;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'avow-cli-models-'));
  provider = await startScriptedProvider();
});

afterEach(async () => {
  await provider.close();
  await rm(directory, { recursive: true, force: true });
});

async function run(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { terminal, said } = recordTerminal();
  const settings = { AVOW_DATA_DIR: join(directory, 'data'), AVOW_SEARCH_BY_MEANING: 'off', ...env };
  const code = await runCli(words, settings, terminal);
  const { out, err } = said();
  expect(`${out} ${err}`).not.toContain(key);
  return { code, out, err };
}

async function put(name: string, content: unknown): Promise<string> {
  const path = join(directory, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(
    path,
    typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content),
  );
  return path;
}

const model = (fields: object = {}) => ({
  provider: 'openai_compatible',
  base_url: provider.baseUrlOf('openai_compatible'),
  model: 'small',
  attempts_max: 1,
  ...fields,
});
const guardrail = () => ({ ...model(), attempts_max: undefined });
const verdict = '{"breaks_rule": false, "confidence": 1}';

describe('avow models check', () => {
  it('asks every model, with its key, and reports time and cost', async () => {
    provider.play({ kind: 'say', pieces: [verdict], usage: { inputTokens: 1000, outputTokens: 100 } });
    await put('keys/one', `${key}\n`);
    const AVOW_MODELS_FILE = await put('models.json', {
      tiers: [
        {
          provider: 'anthropic',
          base_url: provider.baseUrlOf('anthropic'),
          model: 'large',
          key_file: 'keys/one',
          price,
        },
        model(),
      ],
      refinement: model({ key_variable: 'MODEL_KEY' }),
      verification: model({ model: 'judge' }),
      guardrail: guardrail(),
    });
    const ran = await run(['models', 'check'], { AVOW_MODELS_FILE, MODEL_KEY: key });
    expect([ran.code, ran.err]).toEqual([0, '']);
    expect(ran.out.split('\n').map((line) => line.replace(/\d+\.\d\d s/, 'N s').split(/ {2,}/))).toEqual([
      ['USE', 'MODEL', 'RESULT', 'TIME', 'COST'],
      ['tier 1', 'anthropic/large', 'works', 'N s', 'USD 0.004500 (1000 + 100 tokens)'],
      ['tier 2', 'openai_compatible/small', 'works', 'N s', 'no price (1000 + 100 tokens)'],
      ['refinement', 'openai_compatible/small', 'works', 'N s', 'no price (1000 + 100 tokens)'],
      ['verification', 'openai_compatible/judge', 'works', 'N s', 'no price (1000 + 100 tokens)'],
      ['guardrail', 'openai_compatible/small', 'works', 'N s', 'not counted'],
      [''],
    ]);
    expect(provider.requests).toHaveLength(5);
    expect(provider.requests.find(({ format }) => format === 'anthropic')?.headers['x-api-key']).toBe(key);
    expect(provider.requests.filter(({ headers }) => headers.authorization === `Bearer ${key}`)).toHaveLength(
      1,
    );
  });

  it('says which model does not work and why, and exits with 1', async () => {
    provider.play(({ model: asked }) =>
      asked === 'small' ? { kind: 'say', pieces: ['Yes.'] } : { kind: 'fail', status: 401 },
    );
    const file = await put('models.json', { tiers: [model({ model: 'wrong', price }), model()] });
    const table = await run(['models', 'check', '--file', file]);
    expect([table.code, table.err]).toEqual([1, 'avow: One model does not work.\n']);
    expect(table.out).toMatch(/\ntier 1 +openai_compatible\/wrong +wrong_key: the language model .*401/);
    expect(table.out).toMatch(/\ntier 2 +openai_compatible\/small +works /);
    const json = await run(['models', 'check', '--file', file, '--json']);
    expect(json.code).toBe(1);
    expect(JSON.parse(json.out)).toEqual({
      faults: [],
      models: [
        {
          use: 'tier 1',
          model: 'openai_compatible/wrong',
          works: false,
          fault: { code: 'wrong_key', message: expect.stringContaining('401') },
          took_ms: expect.any(Number),
          cost: expect.objectContaining({ currency: 'USD', input_tokens: 0 }),
        },
        expect.objectContaining({ use: 'tier 2', works: true, fault: null }),
      ],
    });
  });

  it('does not accept an empty answer, or text instead of a verdict', async () => {
    provider.play({ kind: 'say', pieces: [' '] });
    const file = await put('models.json', { tiers: [model()], guardrail: guardrail() });
    const ran = await run(['models', 'check', '--file', file]);
    expect([ran.code, ran.err]).toEqual([1, 'avow: 2 models do not work.\n']);
    expect(ran.out.match(/not_understood: /g)).toHaveLength(2);
  });

  it('names every fault of the file, asks no model, and exits with 1', async () => {
    const file = await put('models.json', { tiers: [model({ key_file: key, teir: 1 })], guardrail: {} });
    const ran = await run(['models', 'check', '--file', file]);
    expect([ran.code, ran.out]).toEqual([1, '']);
    expect(ran.err).toBe(
      [
        'avow: The file of language models is invalid:',
        '/tiers/0/teir is not a known field',
        '/tiers/0/key_file names a file that cannot be read (ENOENT)',
        '/guardrail/provider is missing',
        '/guardrail/model is missing\n',
      ].join('\n  '),
    );
    const json = await run(['models', 'check', '--file', file, '--json']);
    expect(JSON.parse(json.out).faults[0]).toEqual({
      pointer: '/tiers/0/teir',
      message: 'is not a known field',
    });
    expect(provider.requests).toEqual([]);
  });

  it.each([
    ['too large', `{"comment": "${'x'.repeat(256 * 1024)}"}`, 'is larger than 256 KiB'],
    ['not UTF-8', Uint8Array.of(0x22, 0xff, 0x22), 'is not UTF-8'],
    ['not JSON', '{"tiers": [,]}', 'the file is not JSON: at line 1, column 12, a value was expected'],
  ])('refuses a file that is %s', async (_, content, said) => {
    const ran = await run(['models', 'check', '--file', await put('models.json', content)]);
    expect([ran.code, ran.out]).toEqual([1, '']);
    expect(ran.err).toContain(said);
  });

  it('needs a file', async () => {
    expect((await run(['models', 'check'])).err).toContain('set AVOW_MODELS_FILE, or name one with --file');
    const gone = await run(['models', 'check', '--file', join(directory, 'none')]);
    expect([gone.code, gone.err]).toEqual([1, expect.stringMatching(/none cannot be read \(ENOENT\)/)]);
  });

  it('has help', async () => {
    for (const words of [
      ...[['models'], ['models', 'check'], ['models', 'list'], ['models', 'add'], ['models', 'example']],
    ])
      expect((await run([...words, '--help'])).out).toContain(`Usage: avow ${words.join(' ')}`);
  });
});

describe('avow models example', () => {
  it('prints a file that is valid once its keys exist', async () => {
    const { out } = await run(['models', 'example']);
    const file = await put('models.json', out);
    await put('keys/bedrock', key);
    const env = { AVOW_MODELS_FILE: file, ANTHROPIC_API_KEY: key, OPENAI_API_KEY: key, GEMINI_API_KEY: key };
    const found = JSON.parse((await run(['doctor', '--json'], env)).out);
    expect(found).toContainEqual({
      check: 'language models',
      state: 'ok',
      detail: expect.stringContaining(
        '3 of 3 tiers, a refinement model, a verification model, a guardrail model',
      ),
    });
  });
});

describe('a file with faults', () => {
  it('is a fault for avow doctor, and keeps the service from starting', async () => {
    const AVOW_MODELS_FILE = await put('models.json', { tiers: [{}] });
    const doctor = await run(['doctor'], { AVOW_MODELS_FILE });
    expect(doctor.code).toBe(1);
    expect(doctor.out).toMatch(/^fault +language models: .*\n +\/tiers\/0\/provider is missing$/m);
    const serve = await run(['serve'], { AVOW_MODELS_FILE });
    expect([serve.code, serve.err]).toEqual([1, expect.stringContaining('/tiers/0/model is missing')]);
    expect((await run(['doctor'])).out).toMatch(/^ok +language models: no file names any/m);
  });
});

describe('avow models list', () => {
  it('says what is configured, and asks nobody', async () => {
    const file = await put('models.json', {
      tiers: [model(), { provider: 'local', path: 'tiny.gguf' }],
      refinement: { provider: 'openai', model: 'mini', key_variable: 'MODEL_KEY' },
    });
    const { out, code } = await run(['models', 'list', '--file', file], { MODEL_KEY: key });
    expect(code).toBe(0);
    expect(out.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['USE', 'MODEL', 'AT'],
      ['tier 1', 'openai_compatible/small', provider.baseUrlOf('openai_compatible')],
      ['tier 2', 'local/tiny', join(directory, 'tiny.gguf')],
      ['refinement', 'openai/mini', "the provider's address"],
      [''],
    ]);
    const json = await run(['models', 'list', '--file', file, '--json'], { MODEL_KEY: key });
    expect(JSON.parse(json.out).models[1]).toEqual({
      ...{ use: 'tier 2', model: 'local/tiny', at: join(directory, 'tiny.gguf') },
    });
    expect(provider.requests).toEqual([]);
  });
});

describe('avow models add', () => {
  const speed = { inputTokens: 1900, outputTokens: 64, inputPerSecond: 19, outputPerSecond: 4 };
  const facts = {
    ...{ architecture: 'llama', name: 'Tiny', parameters: 1.5e9, quantisation: 'Q4_K_M', fileBytes: 1 },
    ...{ contextTokensMax: 8192, hasChatTemplate: true, layers: 1, headsForKeys: 1, headWidth: 1 },
  };
  const parts = { check: async () => ({ facts, neededBytes: 2 ** 31 }), measure: async () => speed };

  async function add(options: AddOptions, env: Readonly<Record<string, string>> = {}) {
    const { terminal, said } = recordTerminal();
    const context: CommandContext = {
      config: () => loadConfig(env),
      settings: () => ({ file: null, settings: [] }),
      languageModels: () => noLanguageModels,
      identity: () => noIdentity,
      securityStreams: () => [],
      terminal,
      isNpmScript: false,
    };
    await addModel('/models/tiny.gguf', options, context, parts);
    return said().out;
  }

  it('says how fast the model is and whether that will do, and writes a file that is valid', async () => {
    const file = await put('models.json', { comment: 'mine', tiers: [model()] });
    const out = await add({ file, tier: 1 });
    expect(out).toMatch(/^Tiny: llama, 1\.50 billion parameters, Q4_K_M, .* 8192 tokens\.\n/);
    expect(out).toContain('It needs about 2.0 GiB of memory with a context of 4096 tokens.');
    expect(out).toMatch(/It reads 19\.0 and writes 4\.0 tokens a second with .* threads?\./);
    expect(out).toContain('takes about 130 s on this machine, and a query has 60 s: it is too slow');
    expect(out).toContain(`It is tier 1 in ${file}.`);
    const written = JSON.parse(await readFile(file, 'utf8'));
    expect(written).toMatchObject({
      comment: 'mine',
      tiers: [
        { provider: 'local', path: '/models/tiny.gguf', first_piece_timeout_ms: 260_000 },
        { model: 'small' },
      ],
    });
    expect((await run(['models', 'list', '--file', file])).code).toBe(0);
  });

  it('makes the file where there is none, and leaves it alone with --dry-run', async () => {
    const file = join(directory, 'new.json');
    expect(await add({ file, dryRun: true })).toContain('"provider": "local"');
    await expect(readFile(file)).rejects.toThrow('ENOENT');
    await add({ file });
    expect(JSON.parse(await readFile(file, 'utf8')).tiers).toHaveLength(1);
  });

  it('says all of it in JSON', async () => {
    const out = await add({ dryRun: true, json: true });
    expect(JSON.parse(out)).toMatchObject({
      ...{ architecture: 'llama', typical_answer_ms: 130_000, fits_deadline: false, tier: 1 },
      entry: { provider: 'local', path: '/models/tiny.gguf' },
    });
  });

  it('refuses what cannot be, before it measures anything', async () => {
    await expect(add({})).rejects.toThrow('set AVOW_MODELS_FILE, name one with --file, or use --dry-run');
    await expect(add({ file: await put('bad.json', '[]') })).rejects.toThrow('is not valid');
    await expect(add({ file: await put('worse.json', '{') })).rejects.toThrow('is not valid');
    const full = await put('full.json', { tiers: [model(), model(), model()] });
    await expect(add({ file: full })).rejects.toThrow('has 3 tiers already');
    const file = join(directory, 'none', 'models.json');
    await expect(add({ file })).rejects.toThrow('none does not exist');
  });

  it('refuses a file that is not a model, and a tier that does not exist', async () => {
    const file = await put('page.gguf', 'This is a page, and not a model at all.');
    const ran = await run(['models', 'add', file, '--dry-run']);
    expect([ran.code, ran.err]).toEqual([1, `avow: ${file} is not a GGUF file.\n`]);
    const gone = await run(['models', 'add', join(directory, 'gone.gguf'), '--dry-run']);
    expect([gone.code, gone.err]).toEqual([1, expect.stringContaining('cannot be read (ENOENT)')]);
    expect(await run(['models', 'add', file, '--tier', '4'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('It must be 1, 2 or 3'),
    });
  });
});

describe('a local model that cannot be run', () => {
  it('is a fault for avow doctor and models check, with the reason', async () => {
    const AVOW_MODELS_FILE = await put('models.json', { tiers: [{ provider: 'local', path: 'gone.gguf' }] });
    const doctor = await run(['doctor'], { AVOW_MODELS_FILE });
    expect([doctor.code, doctor.out]).toEqual([
      1,
      expect.stringMatching(/^fault +language models: .*gone\.gguf cannot be read \(ENOENT\)\.$/m),
    ]);
    const check = await run(['models', 'check'], { AVOW_MODELS_FILE });
    expect(check.out).toMatch(/tier 1 +local\/gone +unreachable: .*gone\.gguf cannot be read/);
  });
});
