import { decodeBase64, encodeBase64 } from '../base64.ts';
import { decodeHex, encodeHex } from '../hex.ts';
import { joinBytes } from '../join-bytes.ts';
import { LogError } from '../log-error.ts';
import { isKeyName } from './key-name.ts';

export interface NoteSignature {
  readonly keyName: string;
  /** Four bytes in lower-case hexadecimal. */
  readonly keyId: string;
  readonly signature: Uint8Array<ArrayBuffer>;
}

/** A text that ends with a newline, and its signatures. None of it is verified: `openNote` does that. */
export interface Note {
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

/** Sixteen signatures must be accepted, and post-quantum signatures have about 5 kB each. */
export const noteBytesMax = 256 * 1024;
export const signaturesMax = 64;

const keyIdBytes = 4;

const lineStart = '\u2014 ';

const malformed = (message: string) => new LogError('note_malformed', message);

/** The text must look the same to every reader: no carriage returns, tabs or other control characters. */
function verifyText(text: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  if (/[\u0000-\u0009\u000b-\u001f]/.test(text)) throw malformed('a note has no control characters');
  if (!text.isWellFormed()) throw malformed('a note must be well-formed Unicode');
  if (!text.endsWith('\n')) throw malformed('the text of a note must end with a newline');
}

/** One line, with its newline. */
export function formatSignature({ keyName, keyId, signature }: NoteSignature): string {
  if (!isKeyName(keyName)) throw malformed('a signature must have a valid key name');
  const id = decodeHex(keyId);
  if (id?.length !== keyIdBytes) throw malformed('a key id must be eight hexadecimal digits');
  if (signature.length === 0) throw malformed('a signature must not be empty');
  return `${lineStart}${keyName} ${encodeBase64(joinBytes([id, signature]))}\n`;
}

/** One line, without its newline. */
export function parseSignature(line: string): NoteSignature {
  const [keyName = '', encoded = '', ...rest] = line.slice(lineStart.length).split(' ');
  const bytes = decodeBase64(encoded);
  if (!line.startsWith(lineStart) || rest.length > 0 || !isKeyName(keyName)) {
    throw malformed('a signature line must be a dash, a key name and base64');
  }
  if (bytes === null || bytes.length <= keyIdBytes) {
    throw malformed('a signature must be base64 of the four-byte key id and the signature');
  }
  return {
    keyName,
    keyId: encodeHex(bytes.subarray(0, keyIdBytes)),
    signature: bytes.slice(keyIdBytes),
  };
}

/** The note as text, to be encoded as UTF-8. */
export function formatNote({ text, signatures }: Note): string {
  verifyText(text);
  if (signatures.length < 1 || signatures.length > signaturesMax) {
    throw malformed(`a note has from 1 to ${signaturesMax} signatures`);
  }
  const formatted = `${text}\n${signatures.map(formatSignature).join('')}`;
  if (new TextEncoder().encode(formatted).length > noteBytesMax) throw malformed('the note is too long');
  return formatted;
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    // A byte order mark is part of the signed text, so it must not be dropped.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw malformed('a note must be UTF-8');
  }
}

/** Parses a note. It takes bytes, because decoding elsewhere could silently repair what must be rejected. */
export function parseNote(bytes: Uint8Array): Note {
  if (bytes.length > noteBytesMax) throw malformed('the note is too long');
  const content = decodeUtf8(bytes);
  verifyText(content);
  const separator = content.lastIndexOf('\n\n');
  if (separator < 0) throw malformed('a note must have a blank line before its signatures');
  const lines = content.slice(separator + 2, -1).split('\n');
  if (lines.length > signaturesMax) throw malformed(`a note has at most ${signaturesMax} signatures`);
  return { text: content.slice(0, separator + 1), signatures: lines.map(parseSignature) };
}
