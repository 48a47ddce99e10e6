import { readFile } from 'node:fs/promises';
import { type SourceKind, sourceKinds } from '@avow/contract/sources';
import { UserError } from '@avow/foundation';
import { InvalidArgumentError } from 'commander';
import type { z } from 'zod';

/** The setting that a source of each kind is named by. */
const mainSettings: Readonly<Record<SourceKind, string>> = {
  website: 'url',
  git: 'url',
  s3: 'bucket',
  folder: 'path',
  feed: 'url',
  confluence: 'url',
  sharepoint: 'url',
  onedrive: 'user',
  google_drive: 'folder_id',
};

export function readKind(text: string): SourceKind {
  const kind = sourceKinds.find((known) => known === text);
  if (kind === undefined) throw new InvalidArgumentError(`Known kinds: ${sourceKinds.join(', ')}.`);
  return kind;
}

/** Collects `name=value`; a value that is valid JSON is read as such, for numbers and lists. */
export function readSetting(
  text: string,
  before: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  const [, name, value = ''] = /^([a-z_]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined) throw new InvalidArgumentError('Expected name=value.');
  return { ...before, [name]: readValue(value) };
}

function readValue(text: string): unknown {
  if (!/^(?:\d+|true|false|null|\[.*\])$/s.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export const readConnectionSettings = (
  kind: SourceKind,
  location: string,
  settings: Readonly<Record<string, unknown>> = {},
) => ({
  kind,
  [mainSettings[kind]]: location,
  ...settings,
});

/** Credentials are read from a file, because other users of the machine can see the words of a command. */
export async function readCredentials(path: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw new UserError(`${path} cannot be read.`, { cause: error });
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UserError(`${path} is not valid JSON, such as {"token":"…"}.`, { cause: error });
  }
}

export const readList = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Minutes, or `never`. The parser of options takes null for a missing value. */
export function readEvery(text: string): number | 'never' {
  if (text === 'never') return text;
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a number of minutes, or "never".');
}

export function readPercent(text: string): number {
  if (/^\d{1,3}$/.test(text) && Number(text) <= 100) return Number(text);
  throw new InvalidArgumentError('Expected a whole number up to 100.');
}

export function checked<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new UserError(parsed.error.issues.map(describeIssue).join('\n'));
}

/** Settings of the connection are named as they are given: with `--set`. */
function describeIssue(issue: z.core.$ZodIssue): string {
  const isSetting = issue.path[0] === 'connection';
  const name = issue.path.slice(isSetting ? 1 : 0).join('.');
  if (isSetting && issue.code === 'unrecognized_keys')
    return `A source of this kind has no setting ${issue.keys.join(', ')}.`;
  if (isSetting && issue.code === 'invalid_type' && issue.message.endsWith('received undefined'))
    return `A source of this kind needs ${name}: add --set ${name}=VALUE.`;
  return name === '' ? issue.message : `${name}: ${issue.message}`;
}
