import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { UserError } from '@avow/foundation';
import type { ModelSettings } from '@avow/inference';
import { parseStrictJson } from '@avow/text';
import { openLanguageModels } from '../../app/open-language-models.ts';
import { isObject } from '../../config/file-fields.ts';
import { readModelsFile } from '../../config/read-models-file.ts';
import type { CommandContext } from '../command-context.ts';
import { inSeconds, judgeSpeed, type ModelSpeed, measureModel, typicalAnswer } from './measure-model.ts';
import { type LocalTier, putTier } from './put-tier.ts';

export interface AddOptions {
  readonly file?: string;
  readonly tier?: number;
  readonly dryRun?: true;
}

/** What adding does to the machine; tests hand in another. */
export interface AddParts {
  readonly describe: (settings: NonNullable<ModelSettings['local']>) => Promise<string>;
  readonly measure: (settings: ModelSettings) => Promise<ModelSpeed>;
}

/** A measurement that takes longer says enough. */
const measuringMs = 300_000;

const usualParts: AddParts = { describe: describeLocal, measure: measureLocal };

/** Checks a GGUF file, loads it, measures it, and adds it to the models file. */
export async function addModel(
  path: string,
  options: AddOptions,
  context: CommandContext,
  parts: AddParts = usualParts,
): Promise<void> {
  const { terminal } = context;
  const config = context.config();
  const modelsFile = options.file === undefined ? config.modelsFile : resolve(options.file);
  if (modelsFile === null && options.dryRun !== true)
    throw new UserError(
      'No models file is configured: set AVOW_MODELS_FILE, name one with --file, or use --dry-run.',
    );
  const entry: LocalTier = { provider: 'local', path: resolve(path) };
  // Before minutes are spent on measuring.
  const changed = putTier(await readObject(modelsFile), { entry, tier: options.tier ?? null });
  const settings = settingsOf(entry);
  terminal.out(await parts.describe(settings.local as NonNullable<ModelSettings['local']>));
  terminal.err('Loading and measuring: this may take minutes.\n');
  const speed = await parts.measure(settings);
  const answer = typicalAnswer(speed);
  terminal.out(
    [
      `It reads ${speed.inputPerSecond.toFixed(1)} and writes ${speed.outputPerSecond.toFixed(1)} tokens a second with ${settings.local?.threads === 1 ? 'one thread' : `${settings.local?.threads} threads`}.`,
      `With ${answer.inputTokens} tokens to read and ${answer.outputTokens} to write, the first word comes after ${inSeconds(answer.firstWordMs)}.`,
      judgeSpeed(answer, { deadlineMs: config.queryDeadlineMs }).sentence,
    ].join('\n'),
  );
  const fitted = { ...entry, ...timeoutsFor(answer.wholeMs) };
  if (options.dryRun === true) {
    terminal.out(JSON.stringify(fitted, null, 2));
    return;
  }
  const { file } = putTier(await readObject(modelsFile), { entry: fitted, tier: changed.tier });
  await replaceFile(modelsFile as string, `${JSON.stringify(file, null, 2)}\n`);
  terminal.out(`It is tier ${changed.tier} in ${modelsFile}. Restart the service to use it.`);
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

async function describeLocal(local: NonNullable<ModelSettings['local']>): Promise<string> {
  const { checkLocalModel } = await import('@avow/inference/language');
  const { facts, neededBytes } = await checkLocalModel({ ...local, atOnceMax: 1 });
  const gibibytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GiB`;
  return [
    `${facts.name ?? local.path}: ${facts.architecture}, ${(facts.parameters / 1e9).toFixed(2)} billion parameters, ${facts.quantisation ?? 'quantisation not stated'}, trained for a context of ${facts.contextTokensMax ?? 'unknown'} tokens.`,
    `It needs about ${gibibytes(neededBytes)} of memory with a context of ${local.contextTokens} tokens.`,
  ].join('\n');
}

async function measureLocal(settings: ModelSettings): Promise<ModelSpeed> {
  const patient = { ...settings, firstPieceTimeoutMs: measuringMs, attemptTimeoutMs: measuringMs };
  const opened = await openLanguageModels(
    { tiers: [patient], refinement: null },
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
  if (!existsSync(dirname(path))) throw new UserError(`${dirname(path)} does not exist.`);
  const next = `${path}.new`;
  await writeFile(next, text, { mode: 0o600 });
  await rename(next, path);
}
