import type { X509Certificate } from 'node:crypto';
import { parseNote, type VerifyEd25519 } from '@avow/ledger-log/notes';
import { openCosignatures, parseSignatureLines, type WitnessKey } from '@avow/ledger-log/witnesses';
import { TimeStampError } from '../time-stamps/time-stamp-error.ts';
import { verifyTimeStamp } from '../time-stamps/verify-time-stamp.ts';
import type { Attestation } from './attestation.ts';
import { stampedDigest } from './create-time-stamper.ts';

/** Whose word is taken for a time. */
export interface TrustedOthers {
  readonly witnesses: readonly WitnessKey[];
  readonly roots: readonly X509Certificate[];
  readonly verify: VerifyEd25519;
}

/**
 * The time at which a checkpoint existed, by somebody who is trusted; null: it is not known whether who attests is.
 * Throws a LogError or a TimeStampError if the attestation is not what it should be.
 */
export async function verifyAttestation(
  { kind, proof }: Pick<Attestation, 'kind' | 'proof'>,
  note: string,
  { witnesses, roots, verify }: TrustedOthers,
): Promise<{ readonly by: string; readonly atMs: number } | null> {
  if (kind === 'cosignature') {
    const { text } = parseNote(Buffer.from(note));
    const signatures = parseSignatureLines(proof);
    const [found] = await openCosignatures({ text, signatures }, { keys: witnesses, verify });
    return found === undefined ? null : { by: found.key.name, atMs: found.atSeconds * 1000 };
  }
  try {
    const token = Buffer.from(proof, 'base64');
    const { atMs, authority } = verifyTimeStamp(token, { digest: stampedDigest(note), roots });
    return { by: authority, atMs };
  } catch (error) {
    if (error instanceof TimeStampError && error.code === 'authority_untrusted') return null;
    throw error;
  }
}
