import { constants, type KeyObject, verify } from 'node:crypto';
import type { AsnType } from 'asn1js';
import { Null } from 'asn1js';
import { integerOf, membersOf, oidOf, sequenceOf, taggedOf } from './read-der.ts';
import { TimeStampError } from './time-stamp-error.ts';

export const digestOids = {
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
} as const;

export type DigestName = keyof typeof digestOids;

const unknown = (what: string) =>
  new TimeStampError('algorithm_unknown', `${what} is not an algorithm that is known, or strong enough`);

/** The digest of an AlgorithmIdentifier. */
export function digestOf(algorithm: AsnType | undefined, what: string): DigestName {
  const oid = oidOf(sequenceOf(algorithm, what)[0], what);
  const name = (Object.keys(digestOids) as DigestName[]).find((one) => digestOids[one] === oid);
  if (name === undefined) throw unknown(what);
  return name;
}

type SignatureScheme =
  | { readonly key: 'rsa' | 'ec'; readonly digest: DigestName | 'as stated' }
  | { readonly key: 'ed25519' };

/** What is signed by a name of the key alone uses the digest that is stated beside it. */
const schemes: Readonly<Record<string, SignatureScheme>> = {
  '1.2.840.113549.1.1.1': { key: 'rsa', digest: 'as stated' },
  '1.2.840.113549.1.1.11': { key: 'rsa', digest: 'sha256' },
  '1.2.840.113549.1.1.12': { key: 'rsa', digest: 'sha384' },
  '1.2.840.113549.1.1.13': { key: 'rsa', digest: 'sha512' },
  '1.2.840.10045.2.1': { key: 'ec', digest: 'as stated' },
  '1.2.840.10045.4.3.2': { key: 'ec', digest: 'sha256' },
  '1.2.840.10045.4.3.3': { key: 'ec', digest: 'sha384' },
  '1.2.840.10045.4.3.4': { key: 'ec', digest: 'sha512' },
  '1.3.101.112': { key: 'ed25519' },
};
const rsaPss = '1.2.840.113549.1.1.10';
const rsaBitsMin = 2048;

interface Signed {
  /** The AlgorithmIdentifier of the signature. */
  readonly algorithm: AsnType | undefined;
  readonly digest: DigestName;
  readonly key: KeyObject;
  readonly message: Uint8Array;
  readonly signature: Uint8Array;
}

/** Whether the key made this signature. Throws if the algorithm is not known, or not that of the key. */
export function isSignedBy({ algorithm, digest, key, message, signature }: Signed): boolean {
  const [oid, parameters] = sequenceOf(algorithm, 'the algorithm of the signature');
  const name = oidOf(oid, 'the algorithm of the signature');
  if (key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) < rsaBitsMin)
    throw unknown('an RSA key that is this short');
  if (name === rsaPss) return isSignedByPss({ parameters, key, message, signature });
  const scheme = schemes[name];
  if (scheme === undefined || scheme.key !== key.asymmetricKeyType) throw unknown('that of the signature');
  if (scheme.key === 'ed25519') return verify(null, message, key, signature);
  return verify(scheme.digest === 'as stated' ? digest : scheme.digest, message, key, signature);
}

function isSignedByPss({
  parameters,
  key,
  message,
  signature,
}: Pick<Signed, 'key' | 'message' | 'signature'> & { readonly parameters: AsnType | undefined }): boolean {
  if (parameters === undefined || parameters instanceof Null) throw unknown('RSA-PSS with SHA-1');
  const members = sequenceOf(parameters, 'the parameters of RSA-PSS');
  const [hash] = membersOf(taggedOf(members, 0), 'the digest of RSA-PSS');
  const digest = digestOf(hash, 'the digest of RSA-PSS');
  const [mask] = membersOf(taggedOf(members, 1), 'the mask of RSA-PSS');
  // Node masks with the digest of the message, as everybody does.
  if (digestOf(sequenceOf(mask, 'the mask of RSA-PSS')[1], 'the mask of RSA-PSS') !== digest)
    throw unknown('RSA-PSS with two digests');
  const [salt] = membersOf(taggedOf(members, 2), 'the salt of RSA-PSS');
  const saltLength = Number.parseInt(integerOf(salt, 'the salt of RSA-PSS'), 16);
  return verify(digest, message, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength }, signature);
}
