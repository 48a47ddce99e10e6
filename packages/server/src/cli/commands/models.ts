import { resolve } from 'node:path';
import { noCurrency } from '@avow/contract';
import type { Command } from 'commander';
import { checkModels, type ModelCheck } from '../../app/check-models.ts';
import { ModelsFileError } from '../../config/models-file-error.ts';
import { UserError } from '../../errors/user-error.ts';
import type { ModelsSettings } from '../../interfaces/model-settings.ts';
import type { CommandContext } from '../command-context.ts';
import { writeModelsExample } from '../models/write-models-example.ts';
import { formatTable } from '../terminal.ts';

interface CheckOptions {
  readonly file?: string;
  readonly json?: true;
}

export function addModelsCommand(program: Command, context: CommandContext): void {
  const models = program.command('models').description('check the language models that are set up');
  models
    .command('check')
    .option('--file <file>', 'the file that names them; the one that is configured where left out')
    .option('--json', 'print JSON')
    .description('read the file, say what is wrong with it, and ask every model one small question')
    .action((options: CheckOptions) => check(options, context));
  models
    .command('example')
    .description('print a file with every field and what it means, to start from')
    .action(() => context.terminal.out(writeModelsExample()));
}

async function check({ file, json }: CheckOptions, context: CommandContext): Promise<void> {
  const { terminal } = context;
  const checks = await checkModels(readFile(file, { json, context }));
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
    throw new UserError(
      'No file of language models is set up: set AVOW_MODELS_FILE, or name one with --file.',
    );
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
