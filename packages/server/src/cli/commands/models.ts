import { resolve } from 'node:path';
import { noCurrency } from '@avow/contract';
import { UserError } from '@avow/foundation';
import type { ModelsSettings } from '@avow/inference';
import type { Command } from 'commander';
import { checkModels, type ModelCheck } from '../../answering/check-models.ts';
import { openModelsToCheck } from '../../app/open-models-to-check.ts';
import { ModelsFileError } from '../../config/models-file-error.ts';
import type { CommandContext } from '../command-context.ts';
import { writeModelsExample } from '../models/write-models-example.ts';
import { formatTable } from '../terminal.ts';

interface CheckOptions {
  readonly file?: string;
  readonly json?: true;
}

export function addModelsCommand(program: Command, context: CommandContext): void {
  const models = program.command('models').description('check the configured language models');
  models
    .command('check')
    .option('--file <file>', 'the models file; AVOW_MODELS_FILE by default')
    .option('--json', 'print JSON')
    .description('validate the models file and ask every model one short question')
    .action((options: CheckOptions) => check(options, context));
  models
    .command('example')
    .description('print an example models file that explains every field')
    .action(() => context.terminal.out(writeModelsExample()));
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
    if (json && error instanceof ModelsFileError)
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
