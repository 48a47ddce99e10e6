import type { X509Certificate } from 'node:crypto';
import { UserError } from '@avow/foundation';
import { parseCertificates } from '@avow/ledger';
import { LogError } from '@avow/ledger-log';
import { parseWitnessPolicy, type WitnessPolicy } from '@avow/ledger-log/witnesses';
import { readTextFile } from '../../../config/read-text-file.ts';
import { sha256 } from '../store/make-entry.ts';

/** Who is trusted to say when a checkpoint existed. */
export interface KnownOthers {
  /** Null: no witnesses are known. */
  readonly policy: WitnessPolicy | null;
  readonly roots: readonly X509Certificate[];
}

const rootsMax = 500;

/** The certificates in a file of the operator. Throws an error that explains what is wrong with it. */
function readRoots(path: string): readonly X509Certificate[] {
  let roots: readonly X509Certificate[];
  try {
    roots = parseCertificates(readTextFile(path));
  } catch (cause) {
    if (cause instanceof UserError) throw cause;
    throw new UserError(`${path} has a certificate that cannot be read.`, { cause });
  }
  if (roots.length === 0) throw new UserError(`${path} has no certificates in PEM.`);
  if (roots.length > rootsMax) throw new UserError(`${path} has more than ${rootsMax} certificates.`);
  return roots;
}

/** The logs and witnesses in a file of the operator. */
async function readPolicy(path: string): Promise<WitnessPolicy> {
  try {
    return await parseWitnessPolicy(readTextFile(path), sha256);
  } catch (cause) {
    if (cause instanceof LogError) throw new UserError(`${path}, ${cause.message}.`, { cause });
    throw cause;
  }
}

/** Both, as far as there are files. */
export async function readOthers({
  policyFile,
  rootsFile,
}: {
  readonly policyFile: string | null;
  readonly rootsFile: string | null;
}): Promise<KnownOthers> {
  return {
    policy: policyFile === null ? null : await readPolicy(policyFile),
    roots: rootsFile === null ? [] : readRoots(rootsFile),
  };
}
