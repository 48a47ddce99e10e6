import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { PemConverter, SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const dayMs = 86_400_000;

/** A certificate for 127.0.0.1 that is valid for a day, and its key, both in PEM. */
export async function selfSigned(name: string): Promise<{ readonly cert: string; readonly key: string }> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned(
    {
      ...{ keys, name: `CN=${name}`, signingAlgorithm: algorithm },
      ...{ notBefore: new Date(Date.now() - dayMs), notAfter: new Date(Date.now() + dayMs) },
      extensions: [new SubjectAlternativeNameExtension([{ type: 'ip', value: '127.0.0.1' }])],
    },
    webcrypto as never,
  );
  const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return { cert: certificate.toString('pem'), key: PemConverter.encode(key, PemConverter.PrivateKeyTag) };
}
