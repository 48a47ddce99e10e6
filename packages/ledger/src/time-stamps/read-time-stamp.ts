import type { AsnType } from 'asn1js';
import { Boolean as Asn1Boolean, Integer } from 'asn1js';
import { type DigestName, digestOf } from './algorithms.ts';
import {
  integerOf,
  membersOf,
  octetsOf,
  oidOf,
  parseDer,
  rawOf,
  sequenceOf,
  setOf,
  taggedOf,
  timeOf,
} from './read-der.ts';
import { malformed, TimeStampError } from './time-stamp-error.ts';

const signedDataOid = '1.2.840.113549.1.7.2';
export const stampOid = '1.2.840.113549.1.9.16.1.4';
const certificatesMax = 16;

/** What an authority states: this digest existed at this time. */
interface StampInfo {
  /** The digest is a SHA-256. */
  readonly digest: Uint8Array<ArrayBuffer>;
  readonly atMs: number;
  /** In hexadecimal. */
  readonly serial: string;
  /** In hexadecimal; null: the request had none. */
  readonly nonce: string | null;
}

/** A time stamp, taken apart. Nothing of it is verified. */
export interface TimeStampParts {
  readonly info: StampInfo;
  /** The bytes of the information, over which the digest is. */
  readonly content: Uint8Array<ArrayBuffer>;
  readonly certificates: readonly Uint8Array<ArrayBuffer>[];
  readonly signer: SignerParts;
}

export interface SignerParts {
  readonly digest: DigestName;
  readonly algorithm: AsnType | undefined;
  readonly signature: Uint8Array<ArrayBuffer>;
  /** What is signed, in the form in which it is signed. */
  readonly signedBytes: Uint8Array<ArrayBuffer>;
  /** The values of the signed attributes, by their object identifiers. */
  readonly attributes: ReadonlyMap<string, AsnType>;
}

/** The token in the response of an authority. Throws if it gave none. */
export function readTimeStampResponse(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const [status, token] = sequenceOf(parseDer(bytes, 'the response'), 'the response');
  const [code] = sequenceOf(status, 'the status');
  const granted = integerOf(code, 'the status');
  // With modifications, too: what it says is verified in any case.
  if (granted !== '0' && granted !== '1')
    throw new TimeStampError('refused', `the authority gave no time stamp (status ${granted.slice(0, 8)})`);
  if (token === undefined) throw malformed('the response has no time stamp');
  return rawOf(token);
}

/** Takes a token apart. */
export function readTimeStamp(bytes: Uint8Array): TimeStampParts {
  const [type, tagged] = sequenceOf(parseDer(bytes, 'the time stamp'), 'the time stamp');
  if (oidOf(type, 'the type of the time stamp') !== signedDataOid)
    throw malformed('the time stamp is not signed data');
  const [signedData] = membersOf(tagged, 'the signed data');
  const members = sequenceOf(signedData, 'the signed data');
  const content = readContent(members[2]);
  const found = taggedOf(members, 0);
  const certificates = found === undefined ? [] : membersOf(found, 'the certificates').map(rawOf);
  if (certificates.length > certificatesMax)
    throw malformed(`a time stamp has at most ${certificatesMax} certificates`);
  const [signer, ...others] = setOf(members.at(-1), 'the signers');
  if (others.length > 0) throw malformed('a time stamp must have one signer');
  return { info: readInfo(content), content, certificates, signer: readSigner(signer) };
}

function readContent(value: AsnType | undefined): Uint8Array<ArrayBuffer> {
  const [type, tagged] = sequenceOf(value, 'the content');
  if (oidOf(type, 'the type of the content') !== stampOid) throw malformed('the content is not a time stamp');
  const [octets] = membersOf(tagged, 'the content');
  return octetsOf(octets, 'the content');
}

function readInfo(content: Uint8Array): StampInfo {
  const [version, , imprint, serial, time, ...rest] = sequenceOf(
    parseDer(content, 'the information'),
    'the information',
  );
  if (integerOf(version, 'the version') !== '1') throw malformed('the version is not 1');
  const [algorithm, digest] = sequenceOf(imprint, 'the digest');
  if (digestOf(algorithm, 'the digest') !== 'sha256')
    throw new TimeStampError('other_digest', 'the time stamp is of a digest of another kind');
  const nonce = rest.find((value) => value instanceof Integer && !(value instanceof Asn1Boolean));
  return {
    digest: octetsOf(digest, 'the digest'),
    atMs: timeOf(time, 'the time'),
    serial: integerOf(serial, 'the number'),
    nonce: nonce === undefined ? null : integerOf(nonce, 'the nonce'),
  };
}

function readSigner(value: AsnType | undefined): SignerParts {
  const [, , digest, attributes, algorithm, signature] = sequenceOf(value, 'the signer');
  if (attributes?.idBlock.tagClass !== 3 || attributes.idBlock.tagNumber !== 0)
    throw malformed('the signer has no signed attributes');
  // They are signed as a set, though they are sent under a tag.
  const signedBytes = rawOf(attributes);
  signedBytes[0] = 0x31;
  const named = new Map<string, AsnType>();
  for (const attribute of membersOf(attributes, 'the signed attributes')) {
    const [type, values] = sequenceOf(attribute, 'a signed attribute');
    const [first, ...others] = setOf(values, 'a signed attribute');
    const name = oidOf(type, 'a signed attribute');
    if (first === undefined || others.length > 0 || named.has(name))
      throw malformed('a signed attribute must have one value');
    named.set(name, first);
  }
  return {
    digest: digestOf(digest, 'the digest of the signer'),
    algorithm,
    signature: octetsOf(signature, 'the signature'),
    signedBytes,
    attributes: named,
  };
}
