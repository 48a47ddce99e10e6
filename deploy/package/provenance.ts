import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** Where something was built and from what, as SLSA has it: https://slsa.dev/spec/v1.0/provenance. */
export interface Statement {
  readonly _type: typeof statementType;
  readonly subject: ReadonlyArray<{ readonly name: string; readonly digest: { readonly sha256: string } }>;
  readonly predicateType: typeof predicateType;
  readonly predicate: object;
}

/** A signed statement: https://github.com/secure-systems-lab/dsse. */
export interface Envelope {
  readonly payloadType: typeof payloadType;
  readonly payload: string;
  readonly signatures: ReadonlyArray<{ readonly keyid: string; readonly sig: string }>;
}

export interface Build {
  /** What was made, by its name, with its SHA-256. */
  readonly made: ReadonlyMap<string, string>;
  /** What it was made from, such as lock files. */
  readonly from: ReadonlyMap<string, string>;
  /** Null: not known, for example in a copy without its history. */
  readonly commit: string | null;
  /** Whether the working tree had changes that are not in the commit. */
  readonly isModified: boolean;
  /** A URI that says who built it. */
  readonly builder: string;
  readonly tools: Readonly<Record<string, string>>;
  readonly platform: string;
  readonly startedAt: string;
  readonly endedAt: string;
}

const statementType = 'https://in-toto.io/Statement/v1';
const predicateType = 'https://slsa.dev/provenance/v1';
const payloadType = 'application/vnd.in-toto+json';

export const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

export function composeStatement(build: Build): Statement {
  const source =
    build.commit === null
      ? []
      : [
          {
            ...{ name: 'source', digest: { gitCommit: build.commit } },
            ...(build.isModified ? { annotations: { modified: true } } : {}),
          },
        ];
  const files = [...build.from].map(([name, digest]) => ({ name, digest: { sha256: digest } }));
  return {
    _type: statementType,
    subject: [...build.made].map(([name, digest]) => ({ name, digest: { sha256: digest } })),
    predicateType,
    predicate: {
      buildDefinition: {
        buildType: 'urn:avow:package-build:1',
        externalParameters: { command: 'npm run build -- package', platform: build.platform },
        internalParameters: build.tools,
        resolvedDependencies: [...source, ...files],
      },
      runDetails: {
        builder: { id: build.builder },
        metadata: { startedOn: build.startedAt, finishedOn: build.endedAt },
      },
    },
  };
}

/** With an Ed25519 key in PEM. */
export function signStatement(statement: Statement, privateKey: string): Envelope {
  const key = createPrivateKey(privateKey);
  requireEd25519(key);
  const payload = Buffer.from(JSON.stringify(statement));
  const signature = sign(null, encodeSigned(payload), key).toString('base64');
  return {
    ...{ payloadType, payload: payload.toString('base64') },
    signatures: [{ keyid: keyIdOf(createPublicKey(key)), sig: signature }],
  };
}

function requireEd25519(key: KeyObject): void {
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('the key is not an Ed25519 key');
}

const keyIdOf = (key: KeyObject) => sha256(key.export({ type: 'spki', format: 'der' }));

/** What is signed: the type and the payload, each with its length. */
function encodeSigned(payload: Buffer): Buffer {
  const type = Buffer.from(payloadType);
  return Buffer.concat([Buffer.from(`DSSEv1 ${type.length} ${payloadType} ${payload.length} `), payload]);
}

export type Checked =
  | { readonly kind: 'fault'; readonly reason: string }
  /** `isSigned`: a signature by the given key was verified. */
  | { readonly kind: 'sound'; readonly statement: Statement; readonly isSigned: boolean };

/** Compares files with what a statement says of them. With a key, in PEM, only what it has signed counts. */
export function checkProvenance(
  text: string,
  {
    files,
    publicKey,
  }: {
    readonly files: Iterable<readonly [name: string, sha256: string]>;
    readonly publicKey: string | null;
  },
): Checked {
  const fault = (reason: string): Checked => ({ kind: 'fault', reason });
  const opened = openStatement(text, publicKey);
  if (typeof opened === 'string') return fault(opened);
  for (const [name, digest] of files) {
    const stated = opened.subject.filter((one) => one.name === name);
    if (stated.length === 0) return fault(`the statement does not name ${name}`);
    if (stated.some((one) => one.digest.sha256 !== digest))
      return fault(`${name} is not the file that the statement is about: its SHA-256 is ${digest}`);
  }
  return { kind: 'sound', statement: opened, isSigned: publicKey !== null };
}

/** The statement, or why there is none. */
function openStatement(text: string, publicKey: string | null): Statement | string {
  const read = readJson(text) as (Partial<Envelope> & Partial<Statement>) | null;
  const isEnvelope = typeof read?.payload === 'string';
  if (publicKey !== null && !isEnvelope) return 'the statement is not signed';
  const payload = isEnvelope ? Buffer.from(read.payload ?? '', 'base64') : Buffer.from(text);
  if (publicKey !== null && !isSignedBy(read?.signatures ?? [], payload, publicKey))
    return 'the statement is not signed by this key';
  const statement = readJson(payload.toString()) as Partial<Statement> | null;
  const isStatement =
    statement?._type === statementType &&
    statement.predicateType === predicateType &&
    Array.isArray(statement.subject);
  return isStatement ? (statement as Statement) : 'this is not a statement of provenance';
}

function isSignedBy(signatures: Envelope['signatures'], payload: Buffer, publicKey: string): boolean {
  const key = createPublicKey(publicKey);
  requireEd25519(key);
  return signatures.some(({ sig }) => verify(null, encodeSigned(payload), key, Buffer.from(sig, 'base64')));
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
