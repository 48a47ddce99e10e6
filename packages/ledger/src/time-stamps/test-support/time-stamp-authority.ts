import { hash, webcrypto } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Integer, ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  CryptoEngine,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  PKIStatusInfo,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  setEngine,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';
import { type Issued, issue, timeStamping } from './authority-keys.ts';

setEngine('node', new CryptoEngine({ name: 'node', crypto: webcrypto as never }));

const stampOid = '1.2.840.113549.1.9.16.1.4';
const sha256Oid = '2.16.840.1.101.3.4.2.1';

/** What an authority does wrong. */
export interface StampFaults {
  /** Stamps this digest instead. */
  readonly digest?: Uint8Array;
  /** Answers with this nonce; null: with none. */
  readonly nonce?: bigint | null;
  /** Names the certificate that signs by another hash. */
  readonly named?: Uint8Array;
  /** The content is changed after its digest was made. */
  readonly isContentChanged?: boolean;
  readonly status?: number;
}

export interface Stamping {
  readonly signer: Issued;
  /** Sent along with the one that signs. */
  readonly chain: readonly Issued[];
  readonly at: Date;
  readonly faults?: StampFaults;
}

const bufferOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

/** The response of an authority to a request, made by a library that the product does not verify with. */
export async function answerStampRequest(request: Uint8Array, stamping: Stamping): Promise<Uint8Array> {
  const { faults = {} } = stamping;
  const asked = TimeStampReq.fromBER(bufferOf(request));
  if (faults.status !== undefined)
    return new Uint8Array(
      new TimeStampResp({ status: new PKIStatusInfo({ status: faults.status }) }).toSchema().toBER(),
    );
  const info = new TSTInfo({
    version: 1,
    policy: '1.2.3.4.1',
    messageImprint: asked.messageImprint,
    serialNumber: new Integer({ value: 4711 }),
    genTime: stamping.at,
    ...(faults.nonce === null || asked.nonce === undefined ? {} : { nonce: asked.nonce }),
  });
  if (faults.nonce !== undefined && faults.nonce !== null) info.nonce = Integer.fromBigInt(faults.nonce);
  if (faults.digest !== undefined)
    info.messageImprint.hashedMessage = new OctetString({ valueHex: bufferOf(faults.digest) });
  const signed = await signContent(new Uint8Array(info.toSchema().toBER()), stamping);
  const token = new ContentInfo({ contentType: '1.2.840.113549.1.7.2', content: signed.toSchema(true) });
  return new Uint8Array(
    new TimeStampResp({ status: new PKIStatusInfo({ status: 0 }), timeStampToken: token }).toSchema().toBER(),
  );
}

async function signContent(content: Uint8Array, { signer, chain, faults }: Stamping): Promise<SignedData> {
  const raw = new Uint8Array(signer.certificate.rawData);
  const certificate = Certificate.fromBER(bufferOf(raw));
  const named = new Sequence({
    value: [
      new Sequence({
        value: [
          new Sequence({
            value: [new OctetString({ valueHex: bufferOf(faults?.named ?? hash('sha256', raw, 'buffer')) })],
          }),
        ],
      }),
    ],
  });
  const attribute = (type: string, value: object) => new Attribute({ type, values: [value] });
  const signed = new SignedData({
    version: 3,
    encapContentInfo: new EncapsulatedContentInfo({
      eContentType: stampOid,
      eContent: new OctetString({ valueHex: bufferOf(content) }),
    }),
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({
          issuer: certificate.issuer,
          serialNumber: certificate.serialNumber,
        }),
        digestAlgorithm: new AlgorithmIdentifier({ algorithmId: sha256Oid }),
        signedAttrs: new SignedAndUnsignedAttributes({
          type: 0,
          attributes: [
            attribute('1.2.840.113549.1.9.3', new ObjectIdentifier({ value: stampOid })),
            attribute(
              '1.2.840.113549.1.9.4',
              new OctetString({ valueHex: bufferOf(hash('sha256', content, 'buffer')) }),
            ),
            attribute('1.2.840.113549.1.9.16.2.47', named),
          ],
        }),
      }),
    ],
    certificates: [
      certificate,
      ...chain.map((one) => Certificate.fromBER(bufferOf(new Uint8Array(one.certificate.rawData)))),
    ],
  });
  await signed.sign(signer.keys.privateKey as never, 0, 'SHA-256');
  if (faults?.isContentChanged === true)
    signed.encapContentInfo.eContent = new OctetString({
      valueHex: bufferOf(
        new Uint8Array(
          Buffer.from(
            Buffer.from(content)
              .toString('latin1')
              .replace(/20\d\d(\d{10})/, '2019$1'),
            'latin1',
          ),
        ),
      ),
    });
  return signed;
}

/** What an authority answers: bytes, or whatever is done with the response. */
type Answer = Uint8Array | ((response: ServerResponse) => void);

export interface RunningAuthority {
  readonly url: string;
  /** The certificate that must be trusted, in PEM. */
  readonly rootPem: string;
  readonly signer: Issued;
  readonly chain: readonly Issued[];
  readonly requests: Uint8Array[];
  /** Replaces what it does with the next requests; null: it stamps again. */
  script(answer: ((request: Uint8Array) => Promise<Answer> | Answer) | null): void;
  close(): Promise<void>;
}

/** An authority that stamps what it is asked to, on a port of this machine. */
export async function startAuthority({
  now = () => new Date(),
}: {
  readonly now?: () => Date;
} = {}): Promise<RunningAuthority> {
  const root = await issue({ name: 'Root of the tests' });
  const between = await issue({ name: 'Issuer of the tests', issuer: root });
  const signer = await issue({ name: 'Authority of the tests', issuer: between, purposes: [timeStamping] });
  const requests: Uint8Array[] = [];
  let script: Parameters<RunningAuthority['script']>[0] = null;
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = new Uint8Array(Buffer.concat(chunks));
    requests.push(body);
    const answer = await (
      script ?? ((asked) => answerStampRequest(asked, { signer, chain: [between], at: now() }))
    )(body);
    if (typeof answer === 'function') answer(response);
    else response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...{
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsa`,
      signer,
      chain: [between],
      requests,
    },
    rootPem: root.certificate.toString('pem'),
    script: (answer) => {
      script = answer;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
