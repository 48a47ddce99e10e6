import { resolve } from 'node:path';
import { type FilePlace, matching, type ReadFields } from './file-fields.ts';

/** Where keys come from. */
export interface KeySources {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder of the models file, to which paths in it are relative. */
  readonly folder: string;
  /** The text of a file; throws if it cannot be read. */
  readonly readKeyFile: (path: string) => string;
}

export const keyFields = {
  key_file: matching(/^[^\0]{1,4096}$/, 'the path of a file'),
  key_variable: matching(
    /^(?!AVOW_)[A-Za-z_][A-Za-z0-9_]{0,127}$/,
    'the name of an environment variable that does not begin with AVOW_',
  ),
};

/** A key that is not valid in a header would appear in the error of every request. */
const keyPattern = /^[\x21-\x7e]{1,4096}$/;

/**
 * The key of a model; null if none is named. Errors do not repeat the value that names it, which may be the key itself,
 * put in the wrong place.
 */
export function readKey(
  { read, has }: ReadFields<typeof keyFields>,
  place: FilePlace,
  { env, folder, readKeyFile, isNeeded }: KeySources & { readonly isNeeded: boolean },
): string | null {
  const { key_file: file, key_variable: variable } = read;
  if (has('key_file') && has('key_variable'))
    place.at('key_variable').fault('excludes key_file: name one of them');
  else if (isNeeded && !has('key_file') && !has('key_variable'))
    place.at('key_file').fault('is missing, and so is key_variable: this provider needs a key');
  if (file !== undefined) return readFromFile(resolve(folder, file), place.at('key_file'), readKeyFile);
  if (variable !== undefined) return readFromVariable(env[variable] ?? '', place.at('key_variable'));
  return null;
}

function readFromFile(path: string, place: FilePlace, readKeyFile: KeySources['readKeyFile']): string | null {
  let text: string;
  try {
    text = readKeyFile(path);
  } catch (error) {
    place.fault(`names a file that cannot be read${codeOf(error)}`);
    return null;
  }
  const key = text.trim();
  if (keyPattern.test(key)) return key;
  place.fault(
    'names a file that must contain one key and nothing else: 1 to 4096 visible characters of ASCII',
  );
  return null;
}

function readFromVariable(text: string, place: FilePlace): string | null {
  const key = text.trim();
  if (keyPattern.test(key)) return key;
  place.fault(
    key === ''
      ? 'names an environment variable that is not set'
      : 'names an environment variable that must contain one key: 1 to 4096 visible characters of ASCII',
  );
  return null;
}

/** The error code of the system, such as ENOENT. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^E[A-Z0-9]{1,20}$/.test(code) ? ` (${code})` : '';
}
