import { decodeBase64, encodeBase64 } from '../base64.ts';
import { LogError } from '../log-error.ts';
import { noteBytesMax } from '../notes/note.ts';
import { hashBytes } from '../tree/hash.ts';

/** What a witness is asked to cosign. */
export interface AddCheckpointRequest {
  /** The size of the newest checkpoint of the log that the witness has cosigned; 0: none. */
  readonly oldSize: number;
  /** That the tree of the checkpoint begins with that of the old size. */
  readonly proof: readonly Uint8Array[];
  /** The signed checkpoint. */
  readonly note: Uint8Array;
}

const proofHashesMax = 63;
/** A proof, its end and the largest note. */
export const addCheckpointBytesMax = noteBytesMax + 4096;

const malformed = (message: string) => new LogError('request_malformed', message);

/** The body of a request to a witness (tlog-witness). */
export function formatAddCheckpoint({ oldSize, proof, note }: AddCheckpointRequest): string {
  const lines = [`old ${oldSize}`, ...proof.map(encodeBase64), ''];
  return `${lines.join('\n')}\n${new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(note)}`;
}

/** Parses such a body. The note in it is not looked at. */
export function parseAddCheckpoint(bytes: Uint8Array): AddCheckpointRequest {
  if (bytes.length > addCheckpointBytesMax) throw malformed('the request is too long');
  const end = endOfProof(bytes);
  // What is in these lines is ASCII, and anything else is refused by their form.
  const [first = '', ...hashes] = String.fromCharCode(...bytes.subarray(0, end - 1)).split('\n');
  const digits = /^old (0|[1-9]\d{0,15})$/.exec(first)?.[1];
  if (digits === undefined || !Number.isSafeInteger(Number(digits)))
    throw malformed('the first line must be "old" and a size');
  if (hashes.length > proofHashesMax) throw malformed(`a proof has at most ${proofHashesMax} hashes`);
  const proof = hashes.map((line) => {
    const hash = decodeBase64(line);
    if (hash?.length !== hashBytes) throw malformed('a line of a proof must be the base64 of a hash');
    return hash;
  });
  return { oldSize: Number(digits), proof, note: bytes.subarray(end + 1) };
}

const newline = 0x0a;
/** The longest that the lines before the note can be. */
const headBytesMax = 4096;

/** Where the empty line before the note is. */
function endOfProof(bytes: Uint8Array): number {
  for (let at = 1; at < Math.min(bytes.length, headBytesMax); at++)
    if (bytes[at] === newline && bytes[at - 1] === newline) return at;
  throw malformed('there must be an empty line before the checkpoint');
}
