import { decodeBase64, encodeBase64 } from '../base64.ts';
import { LogError } from '../log-error.ts';
import { hashBytes } from '../tree/hash.ts';
import type { TreeHead } from '../tree/verify-consistency.ts';

/** The state of a log: its size and the root hash over all its leaves. */
export interface Checkpoint extends TreeHead {
  /** Identifies the log, preferably its URL without the scheme. */
  readonly origin: string;
  /** Extension lines, which the format leaves open. */
  readonly extensions: readonly string[];
}

const lineCharsMax = 1024;
const extensionsMax = 16;

const malformed = (message: string) => new LogError('checkpoint_malformed', message);

function checkLine(line: string): void {
  if (line.length === 0) throw malformed('a checkpoint has no empty lines');
  if (line.length > lineCharsMax) throw malformed(`a line has at most ${lineCharsMax} characters`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  if (/[\u0000-\u001f]/.test(line)) throw malformed('a checkpoint has no control characters');
  if (!line.isWellFormed()) throw malformed('a checkpoint is well-formed Unicode');
}

/** The signed text: origin, size, root in base64 and extensions, one per line. */
export function formatCheckpoint({ origin, size, root, extensions }: Checkpoint): string {
  if (!Number.isSafeInteger(size) || size < 0) throw malformed('a size is a whole number up to 2^53 - 1');
  if (root.length !== hashBytes) throw malformed(`a root must have ${hashBytes} bytes`);
  if (extensions.length > extensionsMax)
    throw malformed(`there are at most ${extensionsMax} extension lines`);
  const lines = [origin, String(size), encodeBase64(root), ...extensions];
  for (const line of lines) checkLine(line);
  return `${lines.join('\n')}\n`;
}

/** Parses the text of a checkpoint. Only the canonical form is accepted. */
export function parseCheckpoint(text: string): Checkpoint {
  const lines = text.split('\n', extensionsMax + 5);
  const [origin = '', sizeDigits = '', encodedRoot = '', ...extensions] = lines;
  if (extensions.pop() !== '')
    throw malformed('a checkpoint must have at least three lines and end with a newline');
  if (!/^(?:0|[1-9]\d{0,15})$/.test(sizeDigits))
    throw malformed('a size must be decimal without leading zeros');
  const root = decodeBase64(encodedRoot);
  if (root === null) throw malformed('a root must be base64');
  const checkpoint = { origin, size: Number(sizeDigits), root, extensions };
  if (formatCheckpoint(checkpoint) !== text) throw malformed('the checkpoint is not in canonical form');
  return checkpoint;
}
