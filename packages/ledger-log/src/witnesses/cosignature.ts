import { LogError } from '../log-error.ts';
import { formatSignature, type NoteSignature, parseSignature, signaturesMax } from '../notes/note.ts';
import type { VerifyEd25519 } from '../notes/open-note.ts';
import { ed25519SignatureBytes, type NoteSigner } from '../notes/sign-note.ts';
import type { WitnessKey } from './witness-key.ts';

/** A time, and a signature over it and the checkpoint. */
const timeBytes = 8;

/** What a witness says: at this time, the largest tree that it had seen of the log was that of the checkpoint. */
export interface Cosignature {
  readonly key: WitnessKey;
  /** Seconds since 1970 in UTC. */
  readonly atSeconds: number;
}

interface Cosigner extends Pick<NoteSigner, 'sign'> {
  readonly key: WitnessKey;
  readonly atSeconds: number;
}

const malformed = (message: string) => new LogError('cosignature_malformed', message);

/** `text` is that of the checkpoint, which ends with a newline. */
const messageOf = (text: string, atSeconds: number) =>
  new TextEncoder().encode(`cosignature/v1\ntime ${atSeconds}\n${text}`);

/** Cosigns the text of a checkpoint. Returns the line of the signature, with its newline. */
export async function cosign(text: string, { key, sign, atSeconds }: Cosigner): Promise<string> {
  if (!Number.isSafeInteger(atSeconds) || atSeconds < 1) throw malformed('a cosignature must state a time');
  const made = new Uint8Array(await sign(messageOf(text, atSeconds)));
  if (made.length !== ed25519SignatureBytes) throw malformed('an Ed25519 signature must have 64 bytes');
  const signature = new Uint8Array(timeBytes + made.length);
  new DataView(signature.buffer).setBigUint64(0, BigInt(atSeconds));
  signature.set(made, timeBytes);
  return formatSignature({ keyName: key.name, keyId: key.id, signature });
}

/** The lines of signatures, each with its newline. */
export function parseSignatureLines(text: string): readonly NoteSignature[] {
  const lines = text.split('\n', signaturesMax + 2);
  if (lines.pop() !== '' || lines.length > signaturesMax)
    throw malformed(`signatures must be at most ${signaturesMax} lines, each with its end`);
  return lines.map(parseSignature);
}

/**
 * The cosignatures of known witnesses over the text of a checkpoint; those of others are ignored. Throws if one under the
 * name and id of a known witness does not verify, or states no time.
 */
export async function openCosignatures(
  { text, signatures }: { readonly text: string; readonly signatures: readonly NoteSignature[] },
  { keys, verify }: { readonly keys: readonly WitnessKey[]; readonly verify: VerifyEd25519 },
): Promise<readonly Cosignature[]> {
  const found: Cosignature[] = [];
  for (const { keyName, keyId, signature } of signatures) {
    const key = keys.find(({ name, id }) => name === keyName && id === keyId);
    if (key === undefined) continue;
    const atSeconds = readTime(signature);
    const signed = {
      ...{ publicKey: key.publicKey, message: messageOf(text, atSeconds) },
      signature: signature.slice(timeBytes),
    };
    // Compared with true, in case the injected function returns some other truthy value.
    if ((await verify(signed)) !== true)
      throw new LogError('signature_wrong', `the cosignature of ${keyName} does not verify`);
    found.push({ key, atSeconds });
  }
  return found;
}

function readTime(signature: Uint8Array<ArrayBuffer>): number {
  if (signature.length !== timeBytes + ed25519SignatureBytes)
    throw malformed('a cosignature must be a time of 8 bytes and an Ed25519 signature');
  const time = new DataView(signature.buffer, signature.byteOffset).getBigUint64(0);
  if (time < 1n || time > BigInt(Number.MAX_SAFE_INTEGER)) throw malformed('a cosignature must state a time');
  return Number(time);
}
