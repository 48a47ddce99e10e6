import { Boolean as Asn1Boolean, Integer, Null, ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import { digestOids } from './algorithms.ts';

/** The body of a request for a time stamp of a SHA-256, with the certificates that the signature needs (RFC 3161). */
export function formatTimeStampRequest({
  digest,
  nonce,
}: {
  readonly digest: Uint8Array;
  readonly nonce: bigint;
}): Uint8Array<ArrayBuffer> {
  const algorithm = new Sequence({ value: [new ObjectIdentifier({ value: digestOids.sha256 }), new Null()] });
  const imprint = new OctetString({ valueHex: new Uint8Array(digest).buffer });
  const request = new Sequence({
    value: [
      new Integer({ value: 1 }),
      new Sequence({ value: [algorithm, imprint] }),
      Integer.fromBigInt(nonce),
      new Asn1Boolean({ value: true }),
    ],
  });
  return new Uint8Array(request.toBER());
}
