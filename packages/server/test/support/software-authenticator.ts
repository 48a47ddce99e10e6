import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();

interface Options {
  readonly challenge: string;
  readonly origin: string;
  readonly rpId: string;
}

/** Signs in like the authenticator of a device, with one passkey. */
export function createSoftwareAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(16);
  const id = base64url(credentialId);
  let counter = 0;

  /** User present and verified, and with a credential at the registration. */
  function authenticatorData(rpId: string, credential: Uint8Array = new Uint8Array()): Buffer {
    const flags = Buffer.from([credential.length > 0 ? 0b0100_0101 : 0b0000_0101]);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), flags, count, credential]);
  }

  const clientData = (type: string, { challenge, origin }: Options) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  return {
    /** As `navigator.credentials.create` returns it, in JSON. */
    create(options: Options) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const coseKey = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
        ]),
      );
      const length = Buffer.from([0, credentialId.length]);
      const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey]);
      const authData = new Uint8Array(authenticatorData(options.rpId, credential));
      const attestation = isoCBOR.encode(
        new Map<string, string | Uint8Array | Map<string, string>>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      );
      return {
        ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options)),
          attestationObject: base64url(attestation),
          transports: ['internal'],
        },
      };
    },
    /** As `navigator.credentials.get` returns it, in JSON. */
    get(options: Options & { readonly userHandle: string }) {
      counter += 1;
      const data = authenticatorData(options.rpId);
      const client = clientData('webauthn.get', options);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
        response: {
          authenticatorData: base64url(data),
          clientDataJSON: base64url(client),
          signature: base64url(signature),
          userHandle: base64url(Buffer.from(options.userHandle)),
        },
      };
    },
  };
}
