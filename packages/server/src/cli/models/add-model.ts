import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { UserError } from '@avow/foundation';
import type { ModelSettings } from '@avow/inference';
import type { LocalModelCheck } from '@avow/inference/language';
import { parseStrictJson } from '@avow/text';
import { openLanguageModels } from '../../app/models/open-language-models.ts';
import { isObject } from '../../config/file-fields.ts';
import { readModelsFile } from '../../config/read-models-file.ts';
import type { CommandContext } from '../command-context.ts';
import {
  inSeconds,
  judgeSpeed,
  type ModelSpeed,
  measureModel,
  type TypicalAnswer,
  typicalAnswer,
} from './measure-model.ts';
import { type LocalTier, putTier } from './put-tier.ts';

export interface AddOptions {
  readonly file?: string;
  readonly tier?: number;
  readonly dryRun?: true;
  readonly json?: true;
}

/** What adding does to the machine; tests hand in another. */
export interface AddModelOptions {
  readonly check: (local: LocalSettings) => Promise<LocalModelCheck>;
  readonly measure: (settings: ModelSettings) => Promise<ModelSpeed>;
}

type LocalSettings = NonNullable<ModelSettings['local']>;

/** A measurement that takes longer says enough. */
const measuringMs = 300_000;

const usualParts: AddModelOptions = { check: checkLocal, measure: measureLocal };

/** Checks a GGUF file, loads it, measures it, and adds it to the models file. */
export async function addModel(
  path: string,
  options: AddOptions,
  context: CommandContext,
  parts: AddModelOptions = usualParts,
): Promise<void> {
  const { terminal } = context;
  const { modelsFile: configured, queryDeadlineMs: deadlineMs } = context.config();
  const modelsFile = options.file === undefined ? configured : resolve(options.file);
  if (modelsFile === null && options.dryRun !== true)
    throw new UserError(
      'No models file is configured: set AVOW_MODELS_FILE, name one with --file, or use --dry-run.',
    );
  const given: LocalTier = { provider: 'local', path: resolve(path) };
  // Before minutes are spent on measuring.
  const { tier } = putTier(await readObject(modelsFile), { entry: given, tier: options.tier ?? null });
  if (modelsFile !== null && !existsSync(dirname(modelsFile)))
    throw new UserError(`${dirname(modelsFile)} does not exist.`);
  const settings = settingsOf(given);
  const local = settings.local as LocalSettings;
  const check = await parts.check(local);
  const say = options.json === true ? () => undefined : terminal.out;
  say(describeCheck(check, local));
  terminal.err('Loading and measuring: this may take minutes.\n');
  const speed = await parts.measure(settings);
  const answer = typicalAnswer(speed);
  const judged = judgeSpeed(answer, { deadlineMs });
  say([describeSpeed(speed, answer, local), judged.sentence].join('\n'));
  const entry = { ...given, ...timeoutsFor(answer.wholeMs) };
  if (options.dryRun === true) say(JSON.stringify(entry, null, 2));
  else {
    const { file } = putTier(await readObject(modelsFile), { entry, tier });
    await replaceFile(modelsFile as string, `${JSON.stringify(file, null, 2)}\n`);
    say(`It is tier ${tier} in ${modelsFile}. Restart the service to use it.`);
  }
  if (options.json === true)
    terminal.out(writeJson({ check, speed, answer, fits: judged.fits, entry, tier }));
}

function describeCheck(
  { facts, neededBytes }: LocalModelCheck,
  { path, contextTokens }: LocalSettings,
): string {
  const { name, architecture, parameters, quantisation, contextTokensMax } = facts;
  return [
    `${name ?? path}: ${architecture}, ${(parameters / 1e9).toFixed(2)} billion parameters, ${quantisation ?? 'quantisation not stated'}, trained for a context of ${contextTokensMax ?? 'unknown'} tokens.`,
    `It needs about ${(neededBytes / 1024 ** 3).toFixed(1)} GiB of memory with a context of ${contextTokens} tokens.`,
  ].join('\n');
}

function describeSpeed(speed: ModelSpeed, answer: TypicalAnswer, { threads }: LocalSettings): string {
  return [
    `It reads ${speed.inputPerSecond.toFixed(1)} and writes ${speed.outputPerSecond.toFixed(1)} tokens a second with ${threads === 1 ? 'one thread' : `${threads} threads`}.`,
    `With ${answer.inputTokens} tokens to read and ${answer.outputTokens} to write, the first word comes after ${inSeconds(answer.firstWordMs)}.`,
  ].join('\n');
}

function writeJson(added: {
  readonly check: LocalModelCheck;
  readonly speed: ModelSpeed;
  readonly answer: TypicalAnswer;
  readonly fits: boolean;
  readonly entry: LocalTier;
  readonly tier: number;
}): string {
  const { facts, neededBytes } = added.check;
  return JSON.stringify({
    architecture: facts.architecture,
    name: facts.name,
    parameters: facts.parameters,
    quantisation: facts.quantisation,
    context_tokens_max: facts.contextTokensMax,
    needed_bytes: neededBytes,
    input_tokens_per_second: added.speed.inputPerSecond,
    output_tokens_per_second: added.speed.outputPerSecond,
    typical_answer_ms: Math.round(added.answer.wholeMs),
    fits_deadline: added.fits,
    tier: added.tier,
    entry: added.entry,
  });
}

/** Twice what is typical, within the limits of the fields, where the defaults would be too short. */
function timeoutsFor(wholeMs: number): Readonly<Record<string, number>> {
  const wantedMs = Math.ceil((wholeMs * 2) / 1000) * 1000;
  if (wantedMs <= 60_000) return {};
  return {
    first_piece_timeout_ms: Math.min(300_000, wantedMs),
    attempt_timeout_ms: Math.min(600_000, Math.max(120_000, wantedMs)),
  };
}

function settingsOf(entry: LocalTier): ModelSettings {
  const sources = { env: {}, folder: '/', readKeyFile: () => '' };
  return readModelsFile(JSON.stringify({ tiers: [entry] }), sources).tiers[0] as ModelSettings;
}

async function checkLocal(local: LocalSettings): Promise<LocalModelCheck> {
  const { checkLocalModel } = await import('@avow/inference/language');
  return await checkLocalModel({ ...local, atOnceMax: 1 });
}

async function measureLocal(settings: ModelSettings): Promise<ModelSpeed> {
  const patient = { ...settings, firstPieceTimeoutMs: measuringMs, attemptTimeoutMs: measuringMs };
  const opened = await openLanguageModels(
    { tiers: [patient], refinement: null, verification: null },
    { onChange: () => undefined },
  );
  try {
    const [tier] = opened.tiers;
    if (tier === undefined) throw new Error('A tier that is configured is not opened');
    return await measureModel(tier.model, patient, AbortSignal.timeout(2 * measuringMs));
  } catch (error) {
    throw new UserError(`The model does not work: ${error instanceof Error ? error.message : 'unknown'}.`, {
      cause: error,
    });
  } finally {
    await opened.close();
  }
}

/** A file that is not there yet is empty. */
async function readObject(path: string | null): Promise<Readonly<Record<string, unknown>>> {
  if (path === null || !existsSync(path)) return {};
  let value: unknown;
  try {
    value = parseStrictJson(await readFile(path, 'utf8'), { depthMax: 16 });
  } catch (error) {
    throw new UserError(`${path} is not valid: "avow models check" says why.`, { cause: error });
  }
  if (!isObject(value)) throw new UserError(`${path} is not valid: "avow models check" says why.`);
  return value;
}

/** Whole or not at all: it may be the configuration of a running service. */
async function replaceFile(path: string, text: string): Promise<void> {
  const next = `${path}.new`;
  await writeFile(next, text, { mode: 0o600 });
  await rename(next, path);
}
