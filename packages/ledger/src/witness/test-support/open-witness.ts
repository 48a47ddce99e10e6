import { createPublicKey, generateKeyPairSync, hash, verify as verifyNow } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { VerifyEd25519 } from '@avow/ledger-log/notes';
import { makeWitnessKey } from '@avow/ledger-log/witnesses';
import { sha256Bytes } from '../../checkpoints/hashing.ts';
import { createWitness, type KnownLog, type Witness, type WitnessAnswer } from '../create-witness.ts';
import type { WitnessedLogStore } from '../witnessed-log.ts';

export const verifyEd25519: VerifyEd25519 = async ({ publicKey, message, signature }) => {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey).toString('base64url') };
  return verifyNow(null, message, createPublicKey({ key: jwk, format: 'jwk' }), signature);
};

export const hashOrigin = (origin: string) => hash('sha256', origin, 'hex');

/** A witness with a new key. */
export async function openWitness(parts: {
  readonly store: WitnessedLogStore;
  readonly logs: readonly KnownLog[];
  readonly nowMs?: () => number;
  readonly name?: string;
}): Promise<Witness> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
  const key = await makeWitnessKey({ name: parts.name ?? 'witness.example/w1', publicKey: raw }, sha256Bytes);
  return createWitness({
    ...{ store: parts.store, key, privateKey, verify: verifyEd25519, hashOrigin },
    logs: new Map(parts.logs.map((log) => [log.origin, log])),
    clock: { nowMs: parts.nowMs ?? Date.now },
  });
}

const statuses = {
  ...{ cosigned: 200, malformed: 400, size_wrong: 400, not_signed: 403, unknown_log: 404 },
  ...{ conflict: 409, inconsistent: 422 },
} as const;

export const statusOf = ({ kind }: WitnessAnswer): number => statuses[kind];

/** What is done with a request instead of answering it as a witness does. */
type Script = (response: ServerResponse, body: Buffer) => void;

/** A witness on a port of this machine. */
export async function serveWitness(witness: Witness) {
  let script: Script | null = null;
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    bodies.push(body.toString());
    if (script !== null) return script(response, body);
    const answer = await witness.addCheckpoint(body);
    const text =
      answer.kind === 'cosigned' ? answer.lines : answer.kind === 'conflict' ? `${answer.size}\n` : '';
    response.writeHead(statusOf(answer)).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/w`,
    bodies,
    script: (next: Script | null) => {
      script = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
