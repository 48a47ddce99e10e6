import { resolve } from 'node:path';
import { noCurrency } from '@avow/contract/values';
import { UserError } from '@avow/foundation';
import type { ModelsSettings } from '@avow/inference';
import { type Command, InvalidArgumentError } from 'commander';
import { checkModels, type ModelCheck } from '../../app/models/check-models.ts';
import { openModelsToCheck } from '../../app/models/open-models-to-check.ts';
import { InvalidFileError } from '../../config/read-json-file.ts';
import { type CommandContext, jsonOption } from '../command-context.ts';
import { type AddOptions, addModel } from '../models/add-model.ts';
import { writeModelsExample } from '../models/write-models-example.ts';
import { formatTable } from '../terminal.ts';

interface CheckOptions {
  readonly file?: string;
  readonly json?: true;
}

export function addModelsCommand(program: Command, context: CommandContext): void {
  const models = program.command('models').description('check, list and add language models');
  models
    .command('check')
    .option('--file <file>', 'the models file; AVOW_MODELS_FILE by default')
    .option('--json', 'print JSON')
    .description('validate the models file and ask every model one short question')
    .action((options: CheckOptions) => check(options, context));
  models
    .command('list')
    .option('--file <file>', 'the models file; AVOW_MODELS_FILE by default')
    .option(...jsonOption)
    .description('list the configured language models, without asking them')
    .action((options: CheckOptions) => list(options, context));
  models
    .command('add')
    .argument('<gguf>', 'a GGUF file on this machine')
    .option('--tier <number>', 'its tier, 1 to 3; the last one by default', tierNumber)
    .option('--file <file>', 'the models file; AVOW_MODELS_FILE by default')
    .option('--dry-run', 'print the entry instead of writing it')
    .option(...jsonOption)
    .description('check a local model, measure it on this machine, and add it to the models file')
    .action((gguf: string, options: AddOptions) => addModel(gguf, options, context));
  models
    .command('example')
    .description('print an example models file that explains every field')
    .action(() => context.terminal.out(writeModelsExample()));
}

function tierNumber(text: string): number {
  if (!/^[123]$/.test(text)) throw new InvalidArgumentError('It must be 1, 2 or 3.');
  return Number(text);
}

function list({ file, json }: CheckOptions, context: CommandContext): void {
  const { tiers, refinement, verification, guardrail } = readFile(file, { json, context });
  const models = [
    ...tiers.map((model, index) => ({ use: `tier ${index + 1}`, model })),
    ...(refinement === null ? [] : [{ use: 'refinement', model: refinement }]),
    ...(verification === null ? [] : [{ use: 'verification', model: verification }]),
    ...(guardrail === null ? [] : [{ use: 'guardrail', model: guardrail }]),
  ].map(({ use, model }) => ({
    use,
    model: `${model.provider}/${model.model}`,
    at: model.local?.path ?? model.baseUrl ?? "the provider's address",
  }));
  context.terminal.out(
    json
      ? JSON.stringify({ models })
      : formatTable(
          ['USE', 'MODEL', 'AT'],
          models.map(({ use, model, at }) => [use, model, at]),
        ),
  );
}

async function check({ file, json }: CheckOptions, context: CommandContext): Promise<void> {
  const { terminal } = context;
  const models = await openModelsToCheck(readFile(file, { json, context }));
  const checks = await checkModels(models).finally(models.close);
  terminal.out(json ? JSON.stringify({ faults: [], models: checks.map(describeCheck) }) : tableOf(checks));
  const failed = checks.filter(({ fault }) => fault !== null).length;
  if (failed > 0)
    throw new UserError(failed === 1 ? 'One model does not work.' : `${failed} models do not work.`);
}

function readFile(
  file: string | undefined,
  { json, context }: { readonly json: true | undefined; readonly context: CommandContext },
): ModelsSettings {
  if (file === undefined && context.config().modelsFile === null)
    throw new UserError('No models file is configured: set AVOW_MODELS_FILE, or name one with --file.');
  try {
    return context.languageModels(file === undefined ? undefined : resolve(file));
  } catch (error) {
    if (json && error instanceof InvalidFileError)
      context.terminal.out(JSON.stringify({ faults: error.faults, models: [] }));
    throw error;
  }
}

function describeCheck({ use, name, fault, tookMs, cost }: ModelCheck) {
  return {
    use,
    model: name,
    works: fault === null,
    fault,
    took_ms: Math.round(tookMs),
    cost: cost && {
      currency: cost.currency,
      amount: cost.amount,
      input_tokens: cost.inputTokens,
      output_tokens: cost.outputTokens,
    },
  };
}

function tableOf(checks: readonly ModelCheck[]): string {
  return formatTable(
    ['USE', 'MODEL', 'RESULT', 'TIME', 'COST'],
    checks.map(({ use, name, fault, tookMs, cost }) => [
      ...[use, name, fault === null ? 'works' : `${fault.code}: ${fault.message}`],
      ...[`${(tookMs / 1000).toFixed(2)} s`, costOf(cost)],
    ]),
  );
}

function costOf(cost: ModelCheck['cost']): string {
  if (cost === null) return 'not counted';
  const { currency, amount, inputTokens, outputTokens } = cost;
  const sum = currency === noCurrency ? 'no price' : `${currency} ${amount.toFixed(6)}`;
  return `${sum} (${inputTokens} + ${outputTokens} tokens)`;
}
