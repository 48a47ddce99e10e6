/** What the log says of one ended message. Changing a word of this changes every leaf: a new shape is a new version. */
export interface Leaf {
  readonly tenantId: string;
  readonly messageId: string;
  readonly status: string;
  /** RFC 3339, UTC, three decimals. */
  readonly createdAt: string;
  /** The salted commitment to the content, in lower-case hexadecimal. */
  readonly contentCommitment: string;
}

/** SHA-256, handed in: it returns bytes in Node and a promise of them in a browser. */
export type Sha256<Digest> = (bytes: Uint8Array<ArrayBuffer>) => Digest;

const encoder = new TextEncoder();

const leafVersion = 'avow.leaf.v1';

/** RFC 6962 puts 0x00 before a leaf and 0x01 before an inner node, so that neither can be passed off as the other. */
const leafPrefix = 0x00;

/** The bytes that a leaf's hash is taken of: an array, so that there is one order and one spelling. */
export function leafBytes(leaf: Leaf): Uint8Array<ArrayBuffer> {
  const fields = [
    leafVersion,
    leaf.tenantId,
    leaf.messageId,
    leaf.status,
    leaf.createdAt,
    leaf.contentCommitment,
  ];
  return encoder.encode(JSON.stringify(fields));
}

/** The leaf hash of RFC 6962: SHA-256 of 0x00 and the bytes. */
export function leafHash<Digest>(bytes: Uint8Array, sha256: Sha256<Digest>): Digest {
  const prefixed = new Uint8Array(bytes.length + 1);
  prefixed[0] = leafPrefix;
  prefixed.set(bytes, 1);
  return sha256(prefixed);
}
