import { createHash, createHmac, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { LogError, type VerifiedBundle, verifyBundle } from '@avow/ledger-log';
import {
  isSameKey,
  makeVerifierKey,
  openNote,
  parseNote,
  parseVerifierKey,
  type VerifyEd25519,
} from '@avow/ledger-log/notes';
import {
  bundleFile,
  evidenceOrigin,
  type FileSum,
  parseSignedText,
  parseSums,
  signatureFile,
  sumsFile,
} from './sums.ts';

export interface CheckedEvidence {
  readonly tenantId: string;
  /** How many files have the hash that was signed. */
  readonly files: number;
  /** The hash that is on the log, and at which entry. */
  readonly sha256: string;
  readonly leafIndex: number;
  /** False: the key came with the folder, so its author could have made the key too. */
  readonly isKeyTrusted: boolean;
  /** Null: the folder has no records. */
  readonly bundle: VerifiedBundle | null;
}

/** The first file that is not what was signed. */
export class EvidenceFault extends Error {
  readonly file: string;

  constructor(file: string, why: string, options?: ErrorOptions) {
    super(why, options);
    this.name = 'EvidenceFault';
    this.file = file;
  }
}

interface CheckOptions {
  /** The verifier key of the log, from elsewhere; null: the one in the folder. */
  readonly trustedKey: string | null;
  readonly verify: VerifyEd25519;
}

const smallFileBytesMax = 64 * 1024;
const sha256 = (bytes: Uint8Array) => hash('sha256', bytes, 'buffer');

/** Checks a folder without a service: the signature, every hash, and the bundle of records. Throws an `EvidenceFault`. */
export async function checkEvidence(folder: string, options: CheckOptions): Promise<CheckedEvidence> {
  const signed = await openSignature(folder, options);
  const sums = await checkSums(folder, signed.sha256);
  for (const sum of sums) await checkFile(folder, sum);
  const bundle = sums.some(({ path }) => path === bundleFile) ? await checkBundle(folder, options) : null;
  await requireKey(signed.verifierKey, { options, bundle });
  return {
    tenantId: signed.origin.slice(evidenceOrigin('').length),
    ...{ files: sums.length, sha256: signed.sha256, leafIndex: signed.leafIndex },
    ...{ isKeyTrusted: options.trustedKey !== null, bundle },
  };
}

async function readSmall(folder: string, file: string): Promise<Buffer> {
  const path = join(folder, file);
  const found = await lstat(path).catch(() => null);
  if (found?.isFile() !== true) throw new EvidenceFault(file, 'It is missing.');
  if (found.size > smallFileBytesMax) throw new EvidenceFault(file, 'It is too large to be this file.');
  return await readFile(path);
}

/** The signature must be right under the key that it names; whether that is the key of the log is checked in the end. */
async function openSignature(folder: string, { verify }: CheckOptions) {
  const bytes = await readSmall(folder, signatureFile);
  try {
    const claimed = parseSignedText(parseNote(bytes).text);
    const { name, publicKey } = await parseVerifierKey(claimed.verifierKey, sha256);
    if (evidenceOrigin(name.slice('avow/'.length)) !== claimed.origin)
      throw new LogError('note_malformed', 'the key is of another tenant');
    const key = await makeVerifierKey({ name: claimed.origin, publicKey }, sha256);
    await openNote(bytes, { keys: [key], verify });
    return claimed;
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    throw new EvidenceFault(signatureFile, `It is not a signature of this folder: ${error.message}.`, {
      cause: error,
    });
  }
}

async function checkSums(folder: string, signed: string): Promise<readonly FileSum[]> {
  const bytes = await readSmall(folder, sumsFile);
  if (createHash('sha256').update(bytes).digest('hex') !== signed)
    throw new EvidenceFault(sumsFile, 'It is not what was signed.');
  const sums = parseSums(bytes.toString('utf8'));
  if (sums === null) throw new EvidenceFault(sumsFile, 'It is not a list of hashes.');
  const known = new Set([...sums.map(({ path }) => path), sumsFile, signatureFile]);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(join(folder, '.').length + 1);
    const name = path.replaceAll(sep, '/');
    if (!entry.isDirectory() && !known.has(name))
      throw new EvidenceFault(name, 'It was added: it is not among what was signed.');
  }
  return sums;
}

async function checkFile(folder: string, { path, sha256: expected }: FileSum): Promise<void> {
  const full = join(folder, path);
  if ((await lstat(full).catch(() => null))?.isFile() !== true)
    throw new EvidenceFault(path, 'It is missing.');
  const digest = createHash('sha256');
  for await (const chunk of createReadStream(full)) digest.update(chunk);
  if (digest.digest('hex') !== expected) throw new EvidenceFault(path, 'It is not what was signed.');
}

async function checkBundle(folder: string, { trustedKey, verify }: CheckOptions): Promise<VerifiedBundle> {
  try {
    return await verifyBundle(createReadStream(join(folder, bundleFile)), {
      ...{ trustedKey, verify, sha256 },
      hmac: (key, text) => createHmac('sha256', key).update(text).digest(),
      createDigest: () => createHash('sha256'),
    });
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    throw new EvidenceFault(bundleFile, `It does not verify: ${error.message}.`, { cause: error });
  }
}

/** The key must be the one that is trusted, or the one that the bundle proves to have come of it. */
async function requireKey(
  signedBy: string,
  {
    options: { trustedKey },
    bundle,
  }: { readonly options: CheckOptions; readonly bundle: VerifiedBundle | null },
): Promise<void> {
  const known = bundle?.head.verifierKey ?? trustedKey;
  if (known === null) return;
  const [one, other] = await Promise.all([signedBy, known].map((key) => parseVerifierKey(key, sha256)));
  if (one !== undefined && other !== undefined && isSameKey(one, other)) return;
  throw new EvidenceFault(
    signatureFile,
    bundle === null
      ? 'It was signed by another key than that of --key.'
      : 'It was signed by another key than the records.',
  );
}
