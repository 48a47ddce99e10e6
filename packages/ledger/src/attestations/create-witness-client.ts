import type { Clock } from '@avow/foundation';
import { LogError } from '@avow/ledger-log';
import { parseNote, type VerifyEd25519 } from '@avow/ledger-log/notes';
import {
  formatAddCheckpoint,
  openCosignatures,
  parseSignatureLines,
  type WitnessKey,
} from '@avow/ledger-log/witnesses';
import { AttestationFailure, type AttestationRequest, type Attestor } from './attestation.ts';
import { type BoundedResponse, failureOfStatus, postBounded, requireRecent } from './post-bounded.ts';

export interface WitnessClientOptions {
  /** What comes before `/add-checkpoint`. */
  readonly url: string;
  readonly key: WitnessKey;
  readonly everyMs: number;
  readonly clock: Clock;
  readonly verify: VerifyEd25519;
  readonly timeoutMs?: number;
}

const timeoutUsualMs = 15_000;
const sizeDigitsMax = 16;

/** Asks a witness for cosignatures (tlog-witness). */
export function createWitnessClient(options: WitnessClientOptions): Attestor {
  const { key, everyMs, clock } = options;
  return {
    ...{ kind: 'cosignature', source: key.name, everyMs },
    attest: async (request) => {
      const first = await add(options, request, request.attestedSize);
      // The witness knows best what it has seen: this service may have lost what it was answered.
      const response = first.status === 409 ? await add(options, request, seenSize(first, request)) : first;
      if (response.status !== 200) throw failureOfWitness(response.status, request);
      return await openAnswer(options, request, { response, nowMs: clock.nowMs() });
    },
  };
}

async function add(
  { url, timeoutMs = timeoutUsualMs }: WitnessClientOptions,
  { checkpoint, prove }: AttestationRequest,
  oldSize: number,
): Promise<BoundedResponse> {
  const proof = oldSize === 0 ? [] : await prove(oldSize);
  return await postBounded({
    ...{ url: `${url}/add-checkpoint`, timeoutMs, mediaType: 'text/plain; charset=utf-8' },
    body: formatAddCheckpoint({ oldSize, proof, note: Buffer.from(checkpoint.note) }),
  });
}

/** The size in a conflict. */
function seenSize({ bytes }: BoundedResponse, { checkpoint, attestedSize }: AttestationRequest): number {
  const text = Buffer.from(bytes.subarray(0, sizeDigitsMax + 2)).toString('latin1');
  const size = /^(0|[1-9]\d*)\n$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(size) || size === attestedSize)
    throw new AttestationFailure('invalid', 'it says that it has seen another size, and not which');
  if (size > checkpoint.size)
    throw new AttestationFailure(
      'contradicted',
      `it has seen ${size} entries of this log, which now has ${checkpoint.size}: entries may have been lost, or the log restored from a backup`,
    );
  return size;
}

function failureOfWitness(status: number, { checkpoint }: AttestationRequest): AttestationFailure {
  switch (status) {
    case 403:
      return new AttestationFailure('refused', 'it does not know the key of this log');
    case 404:
      return new AttestationFailure('refused', 'it does not know this log');
    case 409:
      return new AttestationFailure('unavailable', 'somebody else sends it checkpoints of this log');
    case 422:
      return new AttestationFailure(
        'contradicted',
        `it has seen another log than this one of ${checkpoint.size} entries under the same name`,
      );
    default:
      return failureOfStatus(status);
  }
}

async function openAnswer(
  { key, verify }: WitnessClientOptions,
  { checkpoint }: AttestationRequest,
  { response, nowMs }: { readonly response: BoundedResponse; readonly nowMs: number },
) {
  try {
    const { text } = parseNote(Buffer.from(checkpoint.note));
    const lines = new TextDecoder('utf-8', { fatal: true }).decode(response.bytes);
    const signatures = parseSignatureLines(lines);
    const [cosignature] = await openCosignatures({ text, signatures }, { keys: [key], verify });
    if (cosignature === undefined)
      throw new AttestationFailure('invalid', 'its answer has no cosignature of its key');
    const atMs = cosignature.atSeconds * 1000;
    requireRecent(atMs, nowMs);
    const own = signatures.findIndex(({ keyName, keyId }) => keyName === key.name && keyId === key.id);
    return { atMs, proof: `${lines.split('\n')[own]}\n` };
  } catch (error) {
    if (error instanceof AttestationFailure) throw error;
    if (!(error instanceof LogError) && !(error instanceof TypeError)) throw error;
    throw new AttestationFailure('invalid', `its answer is not a cosignature: ${error.message}`, {
      cause: error,
    });
  }
}
