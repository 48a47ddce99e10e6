import { fieldErrorsOf } from '@avow/contract';
import {
  guardrailStages,
  type MessageTrial,
  type TextTrial,
  type Trial,
  trialLimits,
  trialRequestSchema,
} from '@avow/contract/guardrails';
import type { GuardrailResult } from '@avow/contract/query';
import { AppError, UserError } from '@avow/foundation';
import type { TrialSubject } from '@avow/guardrails/policies';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { cleanLine } from '../../../cli/clean-line.ts';
import { type CommandContext, jsonOption } from '../../../cli/command-context.ts';
import { explainFaults } from '../../../cli/explain-faults.ts';
import { tenantOption } from '../../../cli/pick-tenant.ts';
import { readJsonInput, readTextInput } from '../../../cli/read-input.ts';
import { formatTable, type Terminal } from '../../../cli/terminal.ts';
import { type PolicyOptions, withPolicies } from './with-policies.ts';

interface TestOptions extends PolicyOptions {
  readonly policy?: string;
  readonly text?: string;
  readonly file?: string;
  readonly last?: number;
  readonly stage: (typeof guardrailStages)[number];
}

export function addTestCommand(guardrails: Command, context: CommandContext): void {
  const { terminal } = context;
  guardrails
    .command('test')
    .option('--policy <file>', 'a policy in JSON; by default the one in force')
    .option('--text <text>', 'test it on this text')
    .option(
      '--file <file>',
      `test it on the lines of a file, or on its texts and stages if it is JSON (at most ${trialLimits.textsMax})`,
    )
    .option(
      '--last <number>',
      `test it on this many of the newest messages (at most ${trialLimits.messagesMax})`,
      readCount,
    )
    .addOption(
      new Option('--stage <stage>', 'the stage that the texts belong to')
        .choices(guardrailStages)
        .default('input'),
    )
    .option(...tenantOption)
    .option(...jsonOption)
    .description('test a policy on texts or past messages, without any effect')
    .action(async (options: TestOptions) => {
      const subject = await explainFaults(terminal, subjectOf(options));
      const given = options.policy === undefined ? undefined : await readJsonInput(options.policy);
      await withPolicies(context, { ...options, startModels: true }, async ({ policies, tenant }) => {
        const trial = await explainFaults(terminal, policies.tryOut(tenant.tenantId, given, subject));
        if (options.json) terminal.out(JSON.stringify(trial));
        else printTrial(terminal, trial);
      });
    });
}

function readCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text) || Number(text) > trialLimits.messagesMax)
    throw new InvalidArgumentError(`Expected a number from 1 to ${trialLimits.messagesMax}.`);
  return Number(text);
}

async function subjectOf({ text, file, last, stage }: TestOptions): Promise<TrialSubject> {
  if ([text, file, last].filter((given) => given !== undefined).length !== 1)
    throw new UserError('Use one of --text, --file and --last to say what to test.');
  if (last !== undefined) return { kind: 'messages', which: { kind: 'last', count: last }, readableBy: null };
  const given = file === undefined ? [{ text, stage }] : await readTexts(file, stage);
  const wanted = { texts: given };
  const parsed = trialRequestSchema.safeParse(wanted);
  if (!parsed.success)
    throw new AppError('validation_failed', { errors: fieldErrorsOf(parsed.error, wanted) });
  return { kind: 'texts', texts: parsed.data.texts ?? [] };
}

/** A JSON file names the stage of each text; the lines of any other file are all of one stage. */
async function readTexts(file: string, stage: TestOptions['stage']): Promise<unknown> {
  if (file.endsWith('.json')) return await readJsonInput(file);
  const lines = (await readTextInput(file)).split(/\r?\n/).filter((line) => line.trim() !== '');
  return lines.map((text) => ({ text, stage }));
}

function printTrial(terminal: Terminal, { version, data, summary }: Trial): void {
  for (const entry of data) terminal.out(describeEntry(entry));
  const { tried, not_stored, not_found, not_reached, changed } = summary;
  const others = [
    not_stored > 0 ? `${not_stored} not stored` : '',
    not_found > 0 ? `${not_found} not found` : '',
    not_reached > 0 ? `${not_reached} not reached in time` : '',
  ].filter((part) => part !== '');
  const ofMessages = data[0]?.kind === 'message' ? `; ${changed} would have ended differently` : '';
  terminal.out(`\nPolicy ${version}: ${[`${tried} tried`, ...others].join(', ')}${ofMessages}.\n`);
  terminal.out(
    formatTable(
      ['GUARDRAIL', 'STAGE', 'MODE', 'FOUND', 'FLAGGED', 'REDACTED', 'BLOCKED', 'FAILED'],
      summary.guardrails.map(({ name, stage, mode, found, flagged, redacted, blocked, failed }) => [
        ...[name, stage, mode],
        ...[found, flagged, redacted, blocked, failed].map(String),
      ]),
    ),
  );
}

const shownCodePoints = 60;

function describeEntry(entry: TextTrial | MessageTrial): string {
  const done = entry.blocked_reason === null ? entry.action : `${entry.action} (${entry.blocked_reason})`;
  const state = entry.state === 'tried' ? done : entry.state.replace('_', ' ');
  const changed =
    entry.kind === 'message' && entry.changed === true ? ` CHANGED${describeChange(entry)}` : '';
  const what = entry.kind === 'message' ? entry.message_id : entry.stage;
  const text = entry.kind === 'message' ? entry.question : entry.text;
  const head = `${what}  ${state}${changed}${text === null ? '' : `  ${cleanLine(text, shownCodePoints)}`}`;
  return [head, ...entry.results.filter(isRemarkable).map(describeResult)].join('\n');
}

/** How it ended, and how it would; empty if only its text would differ. */
function describeChange({ original, ending }: MessageTrial): string {
  const was = original?.ending ?? null;
  return ending === null || was === ending ? '' : ` ${was ?? 'open'} -> ${ending}`;
}

function isRemarkable({ compliant, status }: GuardrailResult): boolean {
  return !compliant && status !== 'skipped';
}

function describeResult({ name, action, status, mode, reasoning }: GuardrailResult): string {
  const done = status !== 'ok' ? status : mode === 'shadow' ? 'shadow' : action;
  return `  ${done}: ${name}. ${reasoning}`;
}
