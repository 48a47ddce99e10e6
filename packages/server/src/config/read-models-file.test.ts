import { join, resolve } from 'node:path';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidFileError } from './read-json-file.ts';
import { readModelsFile } from './read-models-file.ts';

const folder = resolve('settings');
const tenantId = 'ten_01jd7b0s2t4v6w8x0y1z3a5b7c';
const secret = 'sk-very-secret-71';
const keyFiles: Readonly<Record<string, string>> = {
  [join(folder, 'keys/one')]: `${secret}\n`,
  [join(folder, 'keys/two-lines')]: `${secret}\n${secret}\n`,
  [join(folder, 'keys/blank')]: ' \n',
  [join(folder, 'keys/accents')]: 'sk-über-secret',
  [join(folder, 'keys/endless')]: 'sk-secret'.repeat(500),
};
const sources = {
  env: { MODEL_KEY: secret, EMPTY: '', SPACED: `${secret} x` },
  folder,
  readKeyFile: (path: string) => {
    const text = keyFiles[path];
    if (text !== undefined) return text;
    throw Object.assign(new Error(`ENOENT: no such file, open '${path}'`), { code: 'ENOENT' });
  },
};

const local = { provider: 'openai_compatible', base_url: 'http://127.0.0.1:11434/v1', model: 'small:8b' };
const hosted = { provider: 'anthropic', model: 'large', key_variable: 'MODEL_KEY' };
const price = { currency: 'USD', input_per_million: 3, output_per_million: 15 };

const read = (file: unknown) =>
  readModelsFile(typeof file === 'string' ? file : JSON.stringify(file), sources);

function faultsOf(file: unknown): string[] {
  try {
    read(file);
  } catch (error) {
    if (!(error instanceof InvalidFileError)) throw error;
    expect(inspect(error, { depth: 20, showHidden: true })).not.toContain('secret');
    return error.faults.map(({ pointer, message }) => `${pointer} ${message}`);
  }
  return [];
}

const tier = (fields: object) => ({ tiers: [{ ...local, ...fields }] });

describe('readModelsFile', () => {
  it('gives a model its defaults', () => {
    expect(read({ tiers: [local] })).toEqual({
      tiers: [
        {
          provider: 'openai_compatible',
          model: 'small:8b',
          baseUrl: 'http://127.0.0.1:11434/v1',
          region: null,
          key: null,
          local: null,
          connectTimeoutMs: 3_000,
          firstPieceTimeoutMs: 15_000,
          attemptTimeoutMs: 30_000,
          attemptsMax: 3,
          atOnceMax: 16,
          waitingMax: 64,
          outputTokensMax: 1_024,
          sourceCharactersMax: 16_000,
          logProbabilities: false,
          quotes: false,
          givesWay: true,
          price: null,
          budgetPerDay: null,
        },
      ],
      refinement: null,
      verification: null,
      guardrail: null,
      budgets: { usual: null, tenants: new Map() },
    });
  });

  it('reads every field', () => {
    const settings = read({
      comment: ['Ours.', 'Ask Kim.'],
      tiers: [
        {
          ...hosted,
          comment: 'The best.',
          connect_timeout_ms: 1_000,
          first_piece_timeout_ms: 2_000,
          attempt_timeout_ms: 9_000,
          attempts_max: 1,
          at_once_max: 4,
          waiting_max: 0,
          output_tokens_max: 512,
          source_characters_max: 2_000,
          price,
          budget: { per_day: 50 },
        },
        { provider: 'bedrock', model: 'eu.large', region: 'eu-central-1', key_file: 'keys/one', price },
        { ...local, base_url: 'https://models.example.org/v1/', log_probabilities: true, quotes: true },
      ],
      refinement: { provider: 'google', model: 'quick', key_file: join(folder, 'keys/one') },
      verification: { ...hosted, model: 'largest', price, budget: { per_day: 5 } },
      guardrail: { provider: 'openai', model: 'tiny', key_variable: 'MODEL_KEY', connect_timeout_ms: 500 },
      tenant_budgets: {
        default: { currency: 'USD', per_day: 2.5, when_spent: 'embedded' },
        tenants: { [tenantId]: { currency: 'USD', per_month: 100 } },
      },
    });
    expect(settings.tiers[0]).toMatchObject({
      key: secret,
      connectTimeoutMs: 1_000,
      firstPieceTimeoutMs: 2_000,
      attemptTimeoutMs: 9_000,
      attemptsMax: 1,
      atOnceMax: 4,
      waitingMax: 0,
      outputTokensMax: 512,
      price: { currency: 'USD', inputPerMillion: 3, outputPerMillion: 15 },
      budgetPerDay: 50,
    });
    expect(settings.tiers[1]).toMatchObject({ provider: 'bedrock', region: 'eu-central-1', key: secret });
    expect(settings.tiers[2]?.baseUrl).toBe('https://models.example.org/v1');
    expect(settings.tiers.map(({ logProbabilities }) => logProbabilities)).toEqual([false, false, true]);
    expect(settings.tiers.map(({ quotes }) => quotes)).toEqual([false, false, true]);
    expect(settings.refinement?.key).toBe(secret);
    expect(settings.verification).toMatchObject({
      ...{ provider: 'anthropic', model: 'largest', key: secret, budgetPerDay: 5 },
      // An answer waits for it, and its verdicts are long.
      ...{ attemptTimeoutMs: 10_000, firstPieceTimeoutMs: 10_000, outputTokensMax: 2_048 },
    });
    expect(settings.guardrail).toMatchObject({ model: 'tiny', key: secret, connectTimeoutMs: 500 });
    expect(settings.budgets.usual).toEqual({
      currency: 'USD',
      perDay: 2.5,
      perMonth: null,
      whenSpent: 'embedded',
    });
    expect(settings.budgets.tenants.get(tenantId)).toMatchObject({ perMonth: 100, whenSpent: 'refuse' });
  });

  it('derives missing timeouts of an attempt from its total', () => {
    expect(read(tier({ attempt_timeout_ms: 2_000 })).tiers[0]).toMatchObject({
      connectTimeoutMs: 2_000,
      firstPieceTimeoutMs: 2_000,
    });
  });

  it('reports all errors together, each with its path', () => {
    const faults = faultsOf({
      teirs: [],
      tiers: [
        { provider: 'bedrock', model: 'two words', key_file: 'keys/none', key_variable: 'UNSET' },
        {
          provider: 'openai_compatible',
          model: 'm',
          at_once_max: 0,
          attempts_max: 'many',
          region: 'eu-west-1',
        },
        { provider: 'openia', budget: { per_day: -1 }, base_url: 'http://models.example.org/v1' },
      ],
      refinement: [],
      guardrail: { ...local, price },
      tenant_budgets: { default: { currency: 'EURO' }, tenants: { acme: {} } },
    });
    expect(faults).toEqual([
      '/teirs is not a known field',
      '/tiers/0/model must be 1 to 200 letters, digits or signs of ASCII, without spaces',
      '/tiers/0/region is missing: Bedrock is asked in one region of AWS',
      '/tiers/0/key_variable excludes key_file: name one of them',
      '/tiers/0/key_file names a file that cannot be read (ENOENT)',
      '/tiers/1/attempts_max must be a whole number from 1 to 3',
      '/tiers/1/at_once_max must be a whole number from 1 to 10000',
      '/tiers/1/base_url is missing: it says where the server is',
      '/tiers/1/region is only for bedrock',
      '/tiers/2/provider must be one of openai, anthropic, google, bedrock, openai_compatible, local',
      '/tiers/2/base_url must begin with https, unless it is on this machine or on a private network',
      '/tiers/2/budget/per_day must be a number from 0 to 1000000000',
      '/tiers/2/model is missing',
      '/tiers/2/budget cannot be enforced without a price',
      '/refinement must be an object',
      '/guardrail/price has no effect on the model of guardrails: leave it out',
      '/tenant_budgets/default/currency must be a currency by its three letters of ISO 4217, such as USD',
      '/tenant_budgets/default limits nothing: it needs per_day or per_month',
      '/tenant_budgets/tenants has a name that is not a tenant id (number 1): see "avow tenants list"',
    ]);
  });

  it.each([
    [{}, ' names no model: it needs tiers, refinement or guardrail'],
    [[], ' must be an object'],
    [{ tiers: [] }, '/tiers must be an array of 1 to 3 models, best first'],
    [{ tiers: [local, local, local, local] }, '/tiers must be an array of 1 to 3 models, best first'],
    [tier({ first_piece_timeout_ms: 40_000 }), '/tiers/0/first_piece_timeout_ms must not be longer than a'],
    [tier({ connect_timeout_ms: 20_000 }), '/tiers/0/connect_timeout_ms must not be longer than the wait'],
    [tier({ base_url: 'http://8.8.8.8/v1' }), '/tiers/0/base_url must begin with https'],
    [tier({ base_url: 'http://ollama/v1/chat/completions' }), 'without /chat/completions'],
    [tier({ base_url: 'https://a.example/v1/responses/' }), 'without /responses'],
    [tier({ base_url: 'https://me:word@a.example/v1' }), 'without credentials or a query'],
    [tier({ base_url: 'https://:word@a.example/v1' }), 'without credentials or a query'],
    [tier({ base_url: 'https://a.example/v1?key=1' }), 'without credentials or a query'],
    [tier({ base_url: 'https://a.example/v1#x' }), 'without a fragment'],
    [tier({ base_url: 7 }), '/tiers/0/base_url must be an http or https address'],
    [tier({ datamarking: 'words' }), '/tiers/0/datamarking was removed, delete it: passages are no longer'],
    [tier({ log_probabilities: 'yes' }), '/tiers/0/log_probabilities must be true or false'],
    [
      { tiers: [{ ...hosted, provider: 'anthropic', log_probabilities: true }] },
      '/tiers/0/log_probabilities is only for openai and openai_compatible',
    ],
    [
      tier({ price: { currency: 'USD', output_per_million: 1 } }),
      '/tiers/0/price/input_per_million is missing',
    ],
    [tier({ comment: { a: 1 } }), '/tiers/0/comment must be a text or an array of texts'],
    [{ tiers: [{ ...hosted, key_variable: undefined }] }, '/tiers/0/key_file is missing, and so is key_var'],
    [tier({ key_variable: 'UNSET' }), '/tiers/0/key_variable names an environment variable that is not set'],
    [tier({ key_variable: 'EMPTY' }), '/tiers/0/key_variable names an environment variable that is not set'],
    [
      tier({ key_variable: 'SPACED' }),
      '/tiers/0/key_variable names an environment variable that must contain',
    ],
    [tier({ key_variable: 'AVOW_KEY' }), '/tiers/0/key_variable must be the name of an environment variable'],
    [tier({ key_file: 'keys/two-lines' }), '/tiers/0/key_file names a file that must contain one key'],
    [tier({ key_file: 'keys/blank' }), '/tiers/0/key_file names a file that must contain one key'],
    [tier({ key_file: 'keys/accents' }), '/tiers/0/key_file names a file that must contain one key'],
    [tier({ key_file: 'keys/endless' }), '/tiers/0/key_file names a file that must contain one key'],
    [
      { tiers: [local], tenant_budgets: { default: { currency: 'USD', per_day: 1 } } },
      '/tenant_budgets/default cannot be enforced: no model has a price',
    ],
    [
      {
        tiers: [
          { ...local, price },
          { ...local, price: { ...price, currency: 'EUR' } },
        ],
        tenant_budgets: { tenants: { [tenantId]: { currency: 'USD', per_day: 1 } } },
      },
      `/tenant_budgets/tenants/${tenantId}/currency must be the one currency in which all models have`,
    ],
    [
      { tiers: [local], verification: { ...hosted, provider: 'chatgpt' } },
      '/verification/provider must be one of openai, anthropic, google, bedrock, openai_compatible, local',
    ],
    [
      { tiers: [local], verification: { ...local, quotes: true } },
      '/verification/quotes has no effect on the model',
    ],
    [
      { tiers: [local], verification: { ...local, log_probabilities: true } },
      '/verification/log_probabilities has no effect on the model that verifies',
    ],
    [
      { refinement: { ...local, quotes: true } },
      '/refinement/quotes has no effect on the model that refines',
    ],
    [
      { guardrail: { ...local, quotes: false } },
      '/guardrail/quotes has no effect on the model of guardrails',
    ],
    [
      { refinement: local, verification: local },
      '/verification verifies nothing: only what a model under tiers',
    ],
    [tier({ quotes: 'yes' }), '/tiers/0/quotes must be true or false'],
    [
      {
        tiers: [{ ...local, price }],
        verification: { ...local, price: { ...price, currency: 'EUR' } },
        tenant_budgets: { default: { currency: 'USD', per_day: 1 } },
      },
      '/tenant_budgets/default/currency must be the one currency',
    ],
    ['{"tiers": [', ' is not JSON: at line 1, column 12, a value was expected'],
    ['{"tiers": [],\n "tiers": []}', ' is not JSON: at line 2, column 2, this name occurs twice'],
  ])('refuses %j', (file, said) => {
    const faults = faultsOf(file);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(said);
  });

  it('reads a local model, with defaults of its own', () => {
    const [small, named] = read({
      tiers: [
        { provider: 'local', path: 'models/Größe 1.gguf' },
        { provider: 'local', path: '/b.GGUF', model: 'b', context_tokens: 8192, threads: 3, at_once_max: 2 },
      ],
    }).tiers;
    expect(small).toMatchObject({
      ...{ provider: 'local', model: 'Gr-e-1', baseUrl: null, key: null },
      local: { path: join(folder, 'models/Größe 1.gguf'), contextTokens: 4096, threads: expect.any(Number) },
      ...{
        firstPieceTimeoutMs: 60_000,
        attemptTimeoutMs: 120_000,
        attemptsMax: 1,
        atOnceMax: 1,
        waitingMax: 8,
      },
      ...{ outputTokensMax: 256, sourceCharactersMax: 5_000 },
    });
    const verification = { provider: 'local', path: 'a.gguf' };
    expect(read({ tiers: [local], verification }).verification).toMatchObject({
      ...{ provider: 'local', attemptTimeoutMs: 120_000, outputTokensMax: 1_024 },
    });
    expect(named).toMatchObject({
      ...{ model: 'b', atOnceMax: 2, local: { path: resolve('/b.GGUF'), contextTokens: 8192, threads: 3 } },
    });
  });

  it.each([
    [tier({ provider: 'local', path: 'a.gguf' }), '/tiers/0/base_url is not for local'],
    [{ tiers: [{ provider: 'local' }] }, '/tiers/0/path is missing: it names the GGUF file'],
    [
      { tiers: [{ provider: 'local', path: 'a.gguf', key_variable: 'MODEL_KEY' }] },
      '/tiers/0/key_variable is not for local',
    ],
    [
      { tiers: [{ provider: 'local', path: 'a.gguf', at_once_max: 9 }] },
      '/tiers/0/at_once_max must be at most 8 for local',
    ],
    [tier({ path: 'a.gguf' }), '/tiers/0/path is only for local'],
    [
      { guardrail: { provider: 'local', path: 'a.gguf' } },
      '/guardrail/provider cannot be local for guardrails',
    ],
  ])('refuses of a local model %j', (file, said) => {
    expect(faultsOf(file)).toEqual([expect.stringContaining(said)]);
  });

  it('can remove the limits of one tenant', () => {
    const file = {
      tiers: [{ ...local, price }],
      tenant_budgets: {
        default: { currency: 'USD', per_day: 1 },
        tenants: { [tenantId]: { currency: 'EUR' } },
      },
    };
    expect(read(file).budgets.tenants.get(tenantId)).toMatchObject({ perDay: null, perMonth: null });
  });

  it('repeats no value, wherever a key was put by mistake', () => {
    const whole = {
      tiers: [{ ...hosted, price, budget: { per_day: 1 } }, local],
      refinement: local,
      verification: local,
      guardrail: local,
      tenant_budgets: {
        default: { currency: 'USD', per_day: 1 },
        tenants: { [tenantId]: { currency: 'USD' } },
      },
    };
    const key = fc
      .stringMatching(/^(sk-|AKIA|AIza)[A-Za-z0-9_-]{8,30}$/)
      .filter((text) => /\d/.test(text.slice(4)));
    fc.assert(
      fc.property(key, fc.nat(200), fc.constantFrom('value', 'name', 'raw'), (misplaced, at, as) => {
        const text = JSON.stringify(whole);
        const places = [...text.matchAll(as === 'name' ? /"\w+"(?=:)/g : /(?<=:)("[^"]*"|[\d.]+)/g)];
        const place = places[at % places.length];
        if (place === undefined) throw new Error('nowhere');
        const put = as === 'raw' ? misplaced : JSON.stringify(misplaced);
        const damaged = text.slice(0, place.index) + put + text.slice(place.index + place[0].length);
        try {
          read(damaged);
        } catch (error) {
          if (!(error instanceof InvalidFileError)) throw error;
          expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(misplaced);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
