import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError } from '@avow/foundation';

/** A part of a file that another node has. */
interface Part {
  readonly start: number;
  readonly end: number;
}

/** Passes files on from node to node through a place that others can read and write. */
export interface FileRelay {
  /** The answer of the node that has the file to a request for a part of it. */
  answer(name: string, request: string, read: (part: Part) => NodeJS.ReadableStream): Promise<string>;
  /** The part, asked for piece by piece. `ask` returns null if nobody has it any more. */
  open(name: string, part: Part, ask: (request: string) => Promise<string | null>): NodeJS.ReadableStream;
}

/** Nodes may hear of each other once a second only. */
const pieceBytes = 4 * 1024 * 1024;
const publicKeyBytes = 32;
const tagBytes = 16;
/** Every answer has a key of its own. */
const onlyOnce = Buffer.alloc(12);

const requestOf = (part: Part, publicKey: Buffer) =>
  JSON.stringify([part.start, part.end, publicKey.toString('base64url')]);
const rawOf = (key: KeyObject) => Buffer.from(String(key.export({ format: 'jwk' }).x), 'base64url');
const publicKeyOf = (raw: Buffer) =>
  createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x: raw.toString('base64url') }, format: 'jwk' });

/**
 * Each piece is enciphered under a key that two processes agree on for it and keep in memory only, so that what is left of it
 * elsewhere cannot be read. Only who has the secret as well can ask.
 */
export function createFileRelay(secret: KeyObject): FileRelay {
  const salt = createHmac('sha256', secret).update('avow.relay.v1').digest();
  const agree = (own: KeyObject, other: Buffer, about: string) => {
    const shared = diffieHellman({ privateKey: own, publicKey: publicKeyOf(other) });
    return Buffer.from(hkdfSync('sha256', shared, salt, about, 32));
  };
  return {
    async answer(name, request, read) {
      const [start, end, asker]: [number, number, string] = JSON.parse(request);
      const chunks: Buffer[] = [];
      for await (const chunk of read({ start, end: Math.min(end, start + pieceBytes) }))
        chunks.push(chunk as Buffer);
      const { privateKey, publicKey } = generateKeyPairSync('x25519');
      const key = agree(privateKey, Buffer.from(asker, 'base64url'), `${name} ${request}`);
      const cipher = createCipheriv('aes-256-gcm', key, onlyOnce);
      const sealed = [...chunks.map((chunk) => cipher.update(chunk)), cipher.final()];
      return Buffer.concat([rawOf(publicKey), cipher.getAuthTag(), ...sealed]).toString('base64');
    },
    open(name, part, ask) {
      const { privateKey, publicKey } = generateKeyPairSync('x25519');
      const own = rawOf(publicKey);
      async function* pieces(): AsyncGenerator<Buffer> {
        for (let start = part.start; start < part.end; start += pieceBytes) {
          const request = requestOf({ start, end: Math.min(part.end, start + pieceBytes) }, own);
          const answer = await ask(request);
          if (answer === null) throw new AppError('audit_unavailable', { detail: 'The file is gone.' });
          const bytes = Buffer.from(answer, 'base64');
          const key = agree(privateKey, bytes.subarray(0, publicKeyBytes), `${name} ${request}`);
          const decipher = createDecipheriv('aes-256-gcm', key, onlyOnce, { authTagLength: tagBytes });
          decipher.setAuthTag(bytes.subarray(publicKeyBytes, publicKeyBytes + tagBytes));
          yield Buffer.concat([decipher.update(bytes.subarray(publicKeyBytes + tagBytes)), decipher.final()]);
        }
      }
      return Readable.from(pieces(), { objectMode: false });
    },
  };
}
