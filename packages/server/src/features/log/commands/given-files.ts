import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { logKeyListSchema } from '@avow/contract/records';
import type { BundleVerifierOptions } from '@avow/ledger-log';
import { receiptCharsMax } from '@avow/ledger-log/receipts';
import { InvalidArgumentError } from 'commander';

/** A list of keys that somebody gives, with the newest of them. */
export interface GivenKeyHistory extends NonNullable<BundleVerifierOptions['keyHistory']> {
  /** The newest key of the list. */
  readonly key: string | null;
}

export interface GivenFile {
  readonly path: string;
  readonly size: number;
}

/** A file that can be read. Anything else is wrong usage. */
export function findFile(path: string, what: string): GivenFile {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new InvalidArgumentError(`There is no file ${path}.`);
  if (found.isDirectory()) throw new InvalidArgumentError(`${path} is a folder, not ${what}.`);
  try {
    accessSync(path, constants.R_OK);
  } catch {
    throw new InvalidArgumentError(`No permission to read ${path}.`);
  }
  return { path, size: found.size };
}

/** The text of a file of limited size. */
export function readGivenText(
  path: string,
  { what, bytesMax }: { readonly what: string; readonly bytesMax: number },
): string {
  const { size } = findFile(path, what);
  if (size > bytesMax) throw new InvalidArgumentError(`${path} is too large to be ${what}.`);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
  } catch {
    throw new InvalidArgumentError(`${path} is not text in UTF-8.`);
  }
}

/** A character has up to four bytes. */
export const readReceiptFile = (path: string): string =>
  readGivenText(path, { what: 'a receipt', bytesMax: 4 * receiptCharsMax });

const keysBytesMax = 2 * 1024 * 1024;

export function readKeyHistory(path: string): GivenKeyHistory {
  const text = readGivenText(path, { what: 'a list of keys', bytesMax: keysBytesMax });
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {
    // Not JSON, and refused below.
  }
  const list = logKeyListSchema.safeParse(value);
  if (!list.success)
    throw new InvalidArgumentError(`${path} is not a list of keys, as "avow audit keys --json" prints it.`);
  const { data, consistency } = list.data;
  const key = data.at(-1)?.verifier_key ?? null;
  return { key, keyChanges: data.flatMap(({ statement }) => statement ?? []), consistency };
}
