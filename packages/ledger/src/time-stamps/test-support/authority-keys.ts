import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  type Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

export const timeStamping = '1.3.6.1.5.5.7.3.8';
const ec = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
export const rsa = {
  ...{ name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, hash: 'SHA-256' },
  publicExponent: Uint8Array.of(1, 0, 1),
};
type Algorithm = typeof ec | typeof rsa;

export interface Issued {
  readonly certificate: X509Certificate;
  readonly keys: webcrypto.CryptoKeyPair;
  readonly algorithm: Algorithm;
}

export interface IssueOptions {
  readonly name: string;
  /** Omitted: it signs itself. */
  readonly issuer?: Issued;
  readonly algorithm?: Algorithm;
  /** Of certificates that are not of roots or between. */
  readonly purposes?: readonly string[];
  readonly from?: string;
  readonly until?: string;
}

const crypto = webcrypto as never;

/** A certificate: for what it may be used, or, without a purpose, of one who issues others. */
export async function issue(options: IssueOptions): Promise<Issued> {
  const { name, issuer, algorithm = ec, purposes, from = '2020-01-01', until = '2050-01-01' } = options;
  const keys = (await webcrypto.subtle.generateKey(algorithm, true, [
    'sign',
    'verify',
  ])) as webcrypto.CryptoKeyPair;
  const extensions: Extension[] =
    purposes === undefined
      ? [
          new BasicConstraintsExtension(true, undefined, true),
          new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
        ]
      : [
          new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
          ...(purposes.length === 0 ? [] : [new ExtendedKeyUsageExtension([...purposes], true)]),
        ];
  const certificate = await X509CertificateGenerator.create(
    {
      ...{
        subject: `CN=${name}`,
        issuer: `CN=${options.issuer === undefined ? name : nameOf(options.issuer)}`,
      },
      ...{ notBefore: new Date(from), notAfter: new Date(until), extensions },
      ...{ publicKey: keys.publicKey, signingKey: (issuer?.keys ?? keys).privateKey },
      signingAlgorithm: issuer?.algorithm ?? algorithm,
    },
    crypto,
  );
  return { certificate, keys, algorithm };
}

const nameOf = ({ certificate }: Issued) => certificate.subject.replace(/^CN=/, '');
