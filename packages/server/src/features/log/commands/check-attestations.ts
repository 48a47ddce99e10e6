import { UserError } from '@avow/foundation';
import { type Fault, FaultFound, type ProvedTimes, readAttestations } from '@avow/ledger/verification';
import type { BundleHead } from '@avow/ledger-log';
import { parseCheckpoint, parseNote } from '@avow/ledger-log/notes';
import type { Command } from 'commander';
import { verifyEd25519 } from '../../../secrets/verify-ed25519.ts';
import { type KnownOthers, readOthers } from '../compose/read-others.ts';

/** The files of whose word is taken. One that cannot be read is wrong usage. */
export async function readGivenOthers(
  { witnesses, timeStampRoots }: { readonly witnesses?: string; readonly timeStampRoots?: string },
  command: Command,
): Promise<KnownOthers> {
  try {
    return await readOthers({ policyFile: witnesses ?? null, rootsFile: timeStampRoots ?? null });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    command.error(error.message, { exitCode: 2 });
  }
}

/** What others prove of the checkpoints in a bundle that verifies; a fault: an attestation of one who is known is wrong. */
export async function checkAttestations(
  { tenantId, attestations = [] }: Pick<BundleHead, 'tenantId' | 'attestations'>,
  { policy, roots }: KnownOthers,
): Promise<ProvedTimes | Fault> {
  const rows = attestations.map(({ kind, source, proof, checkpoint }) => {
    const { size } = parseCheckpoint(parseNote(Buffer.from(checkpoint)).text);
    return { kind, source, proof, size, note: checkpoint };
  });
  // All of them are one page, and nothing follows it.
  const archive = { listAttestations: () => rows };
  const witnesses = policy?.witnesses.map(({ key }) => key) ?? [];
  try {
    return await readAttestations({ archive, tenantId }, { policy, witnesses, roots, verify: verifyEd25519 });
  } catch (error) {
    if (error instanceof FaultFound) return error.fault;
    throw error;
  }
}
