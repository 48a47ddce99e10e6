import { availableParallelism } from 'node:os';
import { basename, resolve } from 'node:path';
import type { ModelProvider, ModelSettings } from '@avow/inference';
import {
  amount,
  choiceField,
  type FilePlace,
  matching,
  type ReadFields,
  readFields,
  removed,
  trueOrFalse,
  wholeNumberField,
} from './file-fields.ts';
import { readModelAddress } from './model-address.ts';
import { type KeySources, keyFields, readKey } from './read-model-key.ts';

const providers = [
  'openai',
  'anthropic',
  'google',
  'bedrock',
  'openai_compatible',
  'local',
] as const satisfies readonly ModelProvider[];

const defaults = {
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
} as const;

/** A model on the processors of this machine reads slowly, one request at a time. */
const localDefaults = {
  ...defaults,
  firstPieceTimeoutMs: 60_000,
  attemptTimeoutMs: 120_000,
  attemptsMax: 1,
  atOnceMax: 1,
  waitingMax: 8,
  outputTokensMax: 256,
  sourceCharactersMax: 5_000,
} as const;

/** What a model is for that checks sentences: an answer waits for it, and its verdicts are longer than some answers. */
const verificationDefaults = { ...defaults, attemptTimeoutMs: 10_000, outputTokensMax: 2_048 } as const;
const localVerificationDefaults = { ...localDefaults, outputTokensMax: 1_024 } as const;

const contextTokensUsual = 4_096;
const localAtOnceMax = 8;

/** The others do not return log probabilities, or the library does not request them. */
const tellLogProbabilities: ReadonlySet<ModelProvider> = new Set(['openai', 'openai_compatible']);

/** Larger than any budget or price, in any currency. */
export const amountMax = 1_000_000_000;

const currencies = new Set(Intl.supportedValuesOf('currency'));

export const currency = (value: unknown, place: FilePlace): string | undefined =>
  typeof value === 'string' && currencies.has(value)
    ? value
    : place.fault('must be a currency by its three letters of ISO 4217, such as USD');

const fields = {
  provider: choiceField(providers),
  model: matching(/^[\x21-\x7e]{1,200}$/, '1 to 200 letters, digits or signs of ASCII, without spaces'),
  base_url: readAddress,
  path: matching(/^[^\0]{1,4096}$/, 'the path of a GGUF file'),
  context_tokens: wholeNumberField({ min: 1_024, max: 131_072 }),
  threads: wholeNumberField({ min: 1, max: 256 }),
  ...keyFields,
  region: matching(/^[a-z]{2}(-[a-z]{1,20}){1,3}-\d{1,2}$/, 'a region of AWS, such as eu-central-1'),
  connect_timeout_ms: wholeNumberField({ min: 50, max: 60_000 }),
  first_piece_timeout_ms: wholeNumberField({ min: 50, max: 300_000 }),
  attempt_timeout_ms: wholeNumberField({ min: 50, max: 600_000 }),
  attempts_max: wholeNumberField({ min: 1, max: 3 }),
  at_once_max: wholeNumberField({ min: 1, max: 10_000 }),
  waiting_max: wholeNumberField({ min: 0, max: 100_000 }),
  output_tokens_max: wholeNumberField({ min: 16, max: 65_536 }),
  source_characters_max: wholeNumberField({ min: 1_000, max: 16_000 }),
  datamarking: removed('passages are no longer marked, only delimited'),
  log_probabilities: trueOrFalse,
  quotes: trueOrFalse,
  gives_way: trueOrFalse,
  price: readPrice,
  budget: readBudget,
};

type Read = ReadFields<typeof fields>;
type FieldName = keyof typeof fields;

/** What a model is for. */
export type ModelUse = 'tier' | 'refinement' | 'verification' | 'guardrail';

/** A guardrail has two seconds, two attempts and 256 tokens for its model, and its cost is not counted. */
const withoutEffectOnGuardrails: readonly FieldName[] = [
  'first_piece_timeout_ms',
  'attempt_timeout_ms',
  'attempts_max',
  'at_once_max',
  'waiting_max',
  'output_tokens_max',
  'source_characters_max',
  'log_probabilities',
  'quotes',
  'gives_way',
  'price',
  'budget',
];

const withoutEffect: Readonly<Record<ModelUse, readonly FieldName[]>> = {
  tier: [],
  refinement: ['quotes', 'gives_way'],
  verification: ['quotes', 'gives_way', 'log_probabilities'],
  guardrail: withoutEffectOnGuardrails,
};

const named: Readonly<Record<ModelUse, string>> = {
  tier: 'a tier',
  refinement: 'the model that refines questions',
  verification: 'the model that verifies',
  guardrail: 'the model of guardrails',
};

/** One language model; undefined if it has no provider or no name. Errors are reported to `place`. */
export function readModel(
  value: unknown,
  place: FilePlace,
  { use, ...sources }: KeySources & { readonly use: ModelUse },
): ModelSettings | undefined {
  const found = readFields(value, place, fields);
  if (found === undefined) return undefined;
  checkTogether(found, { place, use });
  refuseWithoutEffect(found, { place, use });
  const { read } = found;
  const key = readKey(found, place, { ...sources, isNeeded: needsKey(read.provider) });
  const local = localOf(read, sources.folder);
  const model = read.model ?? (local && nameOf(local.path));
  if (read.provider === undefined || model == null) return undefined;
  const usual = usualOf(read.provider, use);
  return {
    provider: read.provider,
    model,
    baseUrl: read.base_url ?? null,
    region: read.region ?? null,
    key,
    local,
    ...timesOf(read, use),
    attemptsMax: read.attempts_max ?? usual.attemptsMax,
    atOnceMax: read.at_once_max ?? usual.atOnceMax,
    waitingMax: read.waiting_max ?? usual.waitingMax,
    outputTokensMax: read.output_tokens_max ?? usual.outputTokensMax,
    sourceCharactersMax: read.source_characters_max ?? usual.sourceCharactersMax,
    logProbabilities: read.log_probabilities ?? usual.logProbabilities,
    quotes: read.quotes ?? usual.quotes,
    givesWay: read.gives_way ?? runsOnOwnMachines(read.provider),
    price: read.price ?? null,
    budgetPerDay: read.budget ?? null,
  };
}

/** Such a model is small more often than not, and the embedded ones know better where the two differ. */
const runsOnOwnMachines = (provider: ModelProvider) =>
  provider === 'openai_compatible' || provider === 'local';

const needsKey = (provider: ModelProvider | undefined) =>
  provider !== undefined && provider !== 'openai_compatible' && provider !== 'local';

/** What runs the model here; null for other providers, and without a path. */
function localOf({ provider, path, ...read }: Read['read'], folder: string): ModelSettings['local'] {
  if (provider !== 'local' || path === undefined) return null;
  return {
    path: resolve(folder, path),
    contextTokens: read.context_tokens ?? contextTokensUsual,
    // Half of them: threads that wait for each other are slow where something else runs, as the rest of the service.
    threads: read.threads ?? Math.max(1, Math.floor(availableParallelism() / 2)),
  };
}

/** A local model is called what its file is. */
function nameOf(path: string): string {
  return (
    basename(path)
      .replace(/\.gguf$/i, '')
      .replace(/[^\x21-\x7e]+/g, '-')
      .slice(0, 200) || 'model'
  );
}

function usualOf(provider: ModelProvider | undefined, use: ModelUse) {
  if (use === 'verification') return provider === 'local' ? localVerificationDefaults : verificationDefaults;
  return provider === 'local' ? localDefaults : defaults;
}

/** If the total is shortened, its parts need not be. */
function timesOf(read: Read['read'], use: ModelUse) {
  const usual = usualOf(read.provider, use);
  const attemptTimeoutMs = read.attempt_timeout_ms ?? usual.attemptTimeoutMs;
  const firstPieceTimeoutMs =
    read.first_piece_timeout_ms ?? Math.min(usual.firstPieceTimeoutMs, attemptTimeoutMs);
  const connectTimeoutMs =
    read.connect_timeout_ms ?? Math.min(defaults.connectTimeoutMs, firstPieceTimeoutMs);
  return { connectTimeoutMs, firstPieceTimeoutMs, attemptTimeoutMs };
}

function checkTogether(
  { read, has }: Read,
  { place, use }: { readonly place: FilePlace; readonly use: ModelUse },
): void {
  const missing = (name: FieldName, why = '') => {
    if (!has(name)) place.at(name).fault(`is missing${why}`);
  };
  missing('provider');
  if (read.provider === 'local') checkLocal({ read, has }, place);
  else {
    missing('model');
    for (const name of ['path', 'context_tokens', 'threads'] as const)
      if (has(name)) place.at(name).fault('is only for local');
  }
  if (read.provider === 'openai_compatible') missing('base_url', ': it says where the server is');
  if (read.provider === 'bedrock') missing('region', ': Bedrock is asked in one region of AWS');
  else if (read.provider !== undefined && has('region')) place.at('region').fault('is only for bedrock');
  if (has('budget') && !has('price')) place.at('budget').fault('cannot be enforced without a price');
  if (
    read.log_probabilities === true &&
    read.provider !== undefined &&
    !tellLogProbabilities.has(read.provider)
  )
    place.at('log_probabilities').fault('is only for openai and openai_compatible: the others return none');
  const { connectTimeoutMs, firstPieceTimeoutMs, attemptTimeoutMs } = timesOf(read, use);
  if (firstPieceTimeoutMs > attemptTimeoutMs)
    place
      .at('first_piece_timeout_ms')
      .fault(`must not be longer than a whole attempt, ${attemptTimeoutMs} ms`);
  if (connectTimeoutMs > firstPieceTimeoutMs)
    place
      .at('connect_timeout_ms')
      .fault(`must not be longer than the wait for the first piece, ${firstPieceTimeoutMs} ms`);
}

function checkLocal({ read, has }: Read, place: FilePlace): void {
  if (!has('path')) place.at('path').fault('is missing: it names the GGUF file');
  for (const name of ['base_url', 'key_file', 'key_variable', 'connect_timeout_ms'] as const)
    if (has(name)) place.at(name).fault('is not for local: the model runs on this machine');
  if ((read.at_once_max ?? 1) > localAtOnceMax)
    place
      .at('at_once_max')
      .fault(`must be at most ${localAtOnceMax} for local: each has a context in memory`);
}

function refuseWithoutEffect(
  { read, has }: Read,
  { place, use }: { readonly place: FilePlace; readonly use: ModelUse },
): void {
  if (use === 'guardrail' && read.provider === 'local')
    place.at('provider').fault('cannot be local for guardrails: their model must answer within two seconds');
  for (const name of withoutEffect[use])
    if (has(name)) place.at(name).fault(`has no effect on ${named[use]}: leave it out`);
}

function readAddress(value: unknown, place: FilePlace): string | undefined {
  try {
    return readModelAddress(typeof value === 'string' ? value : '');
  } catch (error) {
    return place.fault(error instanceof Error ? error.message : 'cannot be read');
  }
}

function readPrice(value: unknown, place: FilePlace): NonNullable<ModelSettings['price']> | undefined {
  const found = readFields(value, place, {
    currency,
    input_per_million: amount({ max: amountMax }),
    output_per_million: amount({ max: amountMax }),
  });
  if (found === undefined) return undefined;
  for (const name of ['currency', 'input_per_million', 'output_per_million'] as const)
    if (!found.has(name)) place.at(name).fault('is missing');
  const { currency: unit, input_per_million: input, output_per_million: output } = found.read;
  return unit === undefined || input === undefined || output === undefined
    ? undefined
    : { currency: unit, inputPerMillion: input, outputPerMillion: output };
}

function readBudget(value: unknown, place: FilePlace): number | undefined {
  const found = readFields(value, place, { per_day: amount({ max: amountMax }) });
  if (found?.has('per_day') === false) place.at('per_day').fault('is missing');
  return found?.read.per_day;
}
