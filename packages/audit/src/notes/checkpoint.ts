import { decodeBase64, encodeBase64 } from '../base64.ts';
import { LogError } from '../log-error.ts';
import { hashBytes } from '../tree/hash.ts';
import type { TreeHead } from '../tree/verify-consistency.ts';

/** The state of a log: all its leaves, in their order, in one hash. */
export interface Checkpoint extends TreeHead {
  /** Which log it is, best its address without the scheme. */
  readonly origin: string;
  /** Lines of which the format says nothing. */
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

/** The text that is signed: origin, size, root in base64, extensions, each on a line of its own. */
export function formatCheckpoint({ origin, size, root, extensions }: Checkpoint): string {
  if (!Number.isSafeInteger(size) || size < 0) throw malformed('a size is a whole number up to 2^53 - 1');
  if (root.length !== hashBytes) throw malformed(`a root has ${hashBytes} bytes`);
  if (extensions.length > extensionsMax)
    throw malformed(`there are at most ${extensionsMax} extension lines`);
  const lines = [origin, String(size), encodeBase64(root), ...extensions];
  for (const line of lines) checkLine(line);
  return `${lines.join('\n')}\n`;
}

/** Reads the text of a checkpoint. Only the one spelling that writing gives is taken. */
export function parseCheckpoint(text: string): Checkpoint {
  const lines = text.split('\n', extensionsMax + 5);
  const [origin = '', sizeDigits = '', encodedRoot = '', ...extensions] = lines;
  if (extensions.pop() !== '')
    throw malformed('a checkpoint has three lines or more, and ends with a newline');
  if (!/^(?:0|[1-9]\d{0,15})$/.test(sizeDigits))
    throw malformed('a size is decimal, without zeros before it');
  const root = decodeBase64(encodedRoot);
  if (root === null) throw malformed('a root is base64');
  const checkpoint = { origin, size: Number(sizeDigits), root, extensions };
  if (formatCheckpoint(checkpoint) !== text) throw malformed('a checkpoint is spelled in one way only');
  return checkpoint;
}
