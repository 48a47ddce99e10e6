import type { Client } from '@avow/client';
import { type Command, InvalidArgumentError } from 'commander';
import { type CommandContext, jsonOption, purposeOption } from '../command-context.ts';
import { withService } from '../with-service.ts';
import { printResponse, type ShownColumns } from './print-response.ts';

interface ServiceOptions {
  readonly json?: true;
  readonly purpose?: string;
}

/** A command that calls one operation of a running service, and prints what it returns. */
export function serviceCommand<Given extends object>(
  command: Command,
  context: CommandContext,
  {
    description,
    columns = [],
    reads = false,
    before,
    call,
  }: {
    readonly description: string;
    /** Of the table, if it lists. */
    readonly columns?: ShownColumns;
    /** Whether it shows what was asked or answered. */
    readonly reads?: boolean;
    /** What is asked or checked before anything is sent. */
    readonly before?: (given: Given) => Promise<void>;
    readonly call: (service: Client, given: Given, words: readonly string[]) => Promise<object>;
  },
): void {
  if (reads) command.option(...purposeOption);
  command
    .option(...jsonOption)
    .description(`${description} (AVOW_URL, AVOW_API_KEY)`)
    .action(async () => {
      const given = command.opts<Given & ServiceOptions>();
      await before?.(given);
      const response = await withService(
        context.config(),
        (service) => call(service, given, command.args),
        given,
      );
      printResponse(context, response, { json: given.json === true, columns });
    });
}

/** A page of a list, as the API takes it. */
export interface PageOptions {
  readonly limit?: number;
  readonly cursor?: string;
}

export function withPageOptions(command: Command): Command {
  return command
    .option('--limit <number>', 'how many, as far as the API allows', readWholeNumber)
    .option('--cursor <cursor>', 'where the page before ended');
}

/** The period of insights. */
export interface PeriodOptions {
  readonly from?: string;
  readonly to?: string;
}

export function withPeriodOptions(command: Command): Command {
  return command
    .option(
      '--from <time>',
      'the start of the period, as 2026-11-01T00:00:00Z; 30 days before its end by default',
    )
    .option('--to <time>', 'the end of the period; now by default');
}

export function readWholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

/** Only the fields that were given. */
export function givenOf<Name extends string, Values extends { readonly [Key in Name]?: unknown }>(
  values: Values,
  names: readonly Name[],
): Pick<Values, Name> {
  const known = names.filter((name) => values[name] !== undefined);
  return Object.fromEntries(known.map((name) => [name, values[name]])) as Pick<Values, Name>;
}
