import { cleanText } from '@avow/text';
import type { CommandContext } from '../command-context.ts';
import { formatTable } from '../terminal.ts';

/** The fields of an entry that a table shows, in that order. */
export type ShownColumns = readonly string[];

interface Page {
  readonly data: readonly object[];
  readonly next_cursor: string | null;
}

/** What the service returned: as it is with `--json`, otherwise a table of a page, or the fields of an object. */
export function printResponse(
  { terminal }: Pick<CommandContext, 'terminal'>,
  response: object,
  { json, columns = [] }: { readonly json: boolean; readonly columns?: ShownColumns },
): void {
  if (json) terminal.out(JSON.stringify(response));
  else terminal.out(cleanText(isPage(response) ? describePage(response, columns) : describeFields(response)));
}

function isPage(response: object): response is Page {
  return 'data' in response && Array.isArray(response.data) && 'next_cursor' in response;
}

function describePage({ data, next_cursor: next }: Page, columns: ShownColumns): string {
  const rows = data.map((entry) => {
    const fields = new Map(Object.entries(entry));
    return columns.map((column) => textOf(fields.get(column)));
  });
  const table = formatTable(
    columns.map((column) => column.replaceAll('_', ' ').toUpperCase()),
    rows,
  );
  return next === null ? table : `${table}\nThere are more: --cursor ${next}`;
}

/** One field a line; what is within another is indented. */
function describeFields(fields: object, indent = ''): string {
  return Object.entries(fields)
    .map(([name, value]) => {
      const isNested = typeof value === 'object' && value !== null && !Array.isArray(value);
      return isNested
        ? `${indent}${name}:\n${describeFields(value, `${indent}  `)}`
        : `${indent}${name}: ${textOf(value)}`;
    })
    .join('\n');
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '-';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
