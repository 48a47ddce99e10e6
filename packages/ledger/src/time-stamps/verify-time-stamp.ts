import { hash, X509Certificate } from 'node:crypto';
import { digestOf, isSignedBy } from './algorithms.ts';
import { findChain } from './find-chain.ts';
import { octetsOf, oidOf, sequenceOf } from './read-der.ts';
import { readTimeStamp, type SignerParts, stampOid, type TimeStampParts } from './read-time-stamp.ts';
import { malformed, TimeStampError } from './time-stamp-error.ts';

const contentTypeOid = '1.2.840.113549.1.9.3';
const messageDigestOid = '1.2.840.113549.1.9.4';
const signingCertificateV2Oid = '1.2.840.113549.1.9.16.2.47';
/** Names the certificate by its SHA-1 alone; still common. */
const signingCertificateOid = '1.2.840.113549.1.9.16.2.12';

/** What a time stamp proves. */
export interface ProvedTime {
  readonly atMs: number;
  /** The name in the certificate of the authority. */
  readonly authority: string;
  /** The number of the stamp, in hexadecimal. */
  readonly serial: string;
}

export interface TimeStampExpectation {
  /** The SHA-256 that existed at the time. */
  readonly digest: Uint8Array;
  /** The certificates that are trusted: of roots, or of the authority itself. */
  readonly roots: readonly X509Certificate[];
  /** What the request had; omitted: that is not compared. */
  readonly nonce?: bigint;
}

/**
 * Verifies a time stamp (RFC 3161). It returns only if a given root vouched, at the time that it states, for the key that
 * signed it. Throws a TimeStampError.
 */
export function verifyTimeStamp(
  token: Uint8Array,
  { digest, roots, nonce }: TimeStampExpectation,
): ProvedTime {
  const parts = readTimeStamp(token);
  const { info } = parts;
  if (!isSame(info.digest, digest))
    throw new TimeStampError('other_digest', 'the time stamp is of something else');
  if (nonce !== undefined && info.nonce !== nonce.toString(16))
    throw new TimeStampError('other_digest', 'the time stamp answers another request');
  const certificates = parts.certificates.map(parseCertificate);
  const signer = verifySignature(parts, [...certificates, ...roots]);
  findChain(signer, { others: certificates, roots, atMs: info.atMs });
  return { atMs: info.atMs, authority: nameOf(signer), serial: info.serial };
}

const isSame = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0;

/** Certificates of a PEM file. Throws an error that says which one is damaged. */
export function parseCertificates(pem: string): readonly X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return blocks.map((block) => new X509Certificate(block));
}

function parseCertificate(bytes: Uint8Array): X509Certificate {
  try {
    return new X509Certificate(bytes);
  } catch (cause) {
    throw Object.assign(malformed('a certificate in the time stamp is damaged'), { cause });
  }
}

/** The certificate whose key signed, which the signature itself names. */
function verifySignature(
  { signer, content }: TimeStampParts,
  certificates: readonly X509Certificate[],
): X509Certificate {
  const wrong = (message: string) => new TimeStampError('signature_wrong', message);
  const { attributes, digest } = signer;
  if (oidOf(attributes.get(contentTypeOid), 'the type that is signed') !== stampOid)
    throw wrong('another type of content is signed');
  const stated = octetsOf(attributes.get(messageDigestOid), 'the digest that is signed');
  if (!isSame(stated, hash(digest, content, 'buffer'))) throw wrong('other information is signed');
  const isNamed = namedCertificate(signer);
  const certificate = certificates.find(({ raw }) => isNamed(raw));
  if (certificate === undefined)
    throw wrong('the certificate that the signature names is neither in the time stamp nor among the roots');
  const { algorithm, signature, signedBytes } = signer;
  const key = certificate.publicKey;
  if (!isSignedBy({ algorithm, digest, key, message: signedBytes, signature }))
    throw wrong('the signature does not verify');
  return certificate;
}

/** Whether a certificate is the one that is signed with (RFC 5035): a key may have several, with other dates. */
function namedCertificate({ attributes }: SignerParts): (raw: Uint8Array) => boolean {
  const second = attributes.get(signingCertificateV2Oid);
  const value = second ?? attributes.get(signingCertificateOid);
  const [certificates] = sequenceOf(value, 'the certificate that is signed with');
  const [first] = sequenceOf(certificates, 'the certificate that is signed with');
  const [head, ...rest] = sequenceOf(first, 'the certificate that is signed with');
  if (second === undefined) {
    const named = octetsOf(head, 'the hash of the certificate');
    return (raw) => isSame(named, hash('sha1', raw, 'buffer'));
  }
  // The algorithm is omitted if it is SHA-256.
  const hasAlgorithm = head?.idBlock.tagNumber === 16;
  const algorithm = hasAlgorithm ? digestOf(head, 'the hash of the certificate') : 'sha256';
  const named = octetsOf(hasAlgorithm ? rest[0] : head, 'the hash of the certificate');
  return (raw) => isSame(named, hash(algorithm, raw, 'buffer'));
}

/** For people. It is as unique as the authority made it. */
function nameOf({ subject }: X509Certificate): string {
  const lines = subject.split('\n');
  const named = lines.find((line) => line.startsWith('CN=')) ?? lines.at(-1) ?? '';
  return named.slice(named.indexOf('=') + 1);
}
