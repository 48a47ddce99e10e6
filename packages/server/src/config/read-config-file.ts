import { statSync } from 'node:fs';
import { parseStrictJson, StrictJsonError } from '@avow/text';
import { isObject } from './file-fields.ts';
import { nearestName } from './nearest-name.ts';
import { readTextFile } from './read-text-file.ts';
import type { Setting } from './settings.ts';

/** Settings that a file makes, as the text that a variable would have, and what is wrong with the file. */
export interface ConfigFile {
  readonly path: string;
  /** By their variables. */
  readonly texts: ReadonlyMap<string, string>;
  readonly faults: readonly string[];
}

type AnySetting = Pick<Setting<unknown>, 'variable' | 'secret'>;

/** Only its lists are below the top. */
const depthMax = 3;
const prefix = 'AVOW_';
/** Names the file itself. */
const configFileVariable = 'AVOW_CONFIG_FILE';
const commentName = 'comment';

/** `AVOW_DATA_DIR` is `data_dir` in a file. */
export const fieldOf = (variable: string) => variable.slice(prefix.length).toLowerCase();

export function readConfigFile(path: string, settings: readonly AnySetting[]): ConfigFile {
  return parseConfigFile(readTextFile(path), { path, settings, isPrivate: isPrivate(path) });
}

/** Windows has no such bits. */
function isPrivate(path: string): boolean {
  return process.platform === 'win32' || (statSync(path).mode & 0o077) === 0;
}

/** Faults repeat no value, which may be a secret. */
function parseConfigFile(
  text: string,
  {
    path,
    settings,
    isPrivate: mayHoldSecrets,
  }: { readonly path: string; readonly settings: readonly AnySetting[]; readonly isPrivate: boolean },
): ConfigFile {
  const faults: string[] = [];
  const texts = new Map<string, string>();
  const known = new Map(
    settings
      .filter(({ variable }) => variable !== configFileVariable)
      .map((setting) => [fieldOf(setting.variable), setting]),
  );
  for (const [name, value] of Object.entries(parseObject(text, faults))) {
    if (name === commentName) continue;
    const setting = known.get(name);
    const read = setting === undefined ? null : toText(value);
    if (setting === undefined) faults.push(unknownField(name, [...known.keys()]));
    else if (read === null)
      faults.push(`/${name} must be a text, a whole number, true, false or an array of texts`);
    else if (setting.secret === true && !mayHoldSecrets)
      faults.push(`/${name} is a secret, and other users may read the file: chmod 600 it`);
    else texts.set(setting.variable, read);
  }
  return { path, texts, faults };
}

function parseObject(text: string, faults: string[]): Readonly<Record<string, unknown>> {
  try {
    const value = parseStrictJson(text, { depthMax });
    if (isObject(value)) return value;
    faults.push('it must be an object');
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error;
    faults.push(`it is not JSON: at line ${error.line}, column ${error.column}, ${error.message}`);
  }
  return {};
}

/** A name is shown only if it consists of words, because a misplaced value may be a key. */
function unknownField(name: string, known: readonly string[]): string {
  if (!/^[A-Za-z_]{1,60}$/.test(name)) return 'it has an unknown field';
  const near = nearestName(name.replace(/^AVOW_/i, '').toLowerCase(), known);
  return `/${name} is not a setting of Avow${near === null ? '' : `: did you mean ${near}?`}`;
}

/** As a variable has it: lists are separated by commas, and switches are on or off. Null: it cannot be a setting. */
function toText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : null;
  const isList =
    Array.isArray(value) && value.every((part) => typeof part === 'string' && !part.includes(','));
  return isList ? value.join(',') : null;
}
