import { hash } from 'node:crypto';
import { formatVerifierKey, makeVerifierKey, signNote } from '@avow/ledger-log/notes';
import { buildBundle, endLineOf, exampleLog, keyPairOf, origin, sha256 } from '@avow/ledger-log/testing';
import type { AuditCase } from './audit-case.ts';

/** The order of Ed25519's base point: a signature's second half plus this is the same number to a careless verifier. */
const order = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n;

/** The neutral point: what eight times any point of small order is. */
const neutral = Buffer.from([1, ...Buffer.alloc(31)]);

const secretOf = (seed: number) => Uint8Array.from({ length: 32 }, (_, index) => index + seed);

async function makeSigner({ seed, name }: { seed: number; name: string }): Promise<ExampleSigner> {
  const { publicKey, sign } = keyPairOf(secretOf(seed));
  const key = await makeVerifierKey({ name, publicKey }, sha256);
  return {
    keyText: formatVerifierKey(key),
    sign: (text: string) => signNote({ text, signers: [{ key, sign }] }),
  };
}

/** Ed25519 has its numbers with the lowest byte first. */
const readNumber = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
const writeNumber = (number: bigint) => Buffer.from(number.toString(16).padStart(64, '0'), 'hex').reverse();

/** The note with the order added to the second half of its signature. */
function addOrder(note: string): string {
  return note.replace(/\S+\n$/, (encoded) => {
    const bytes = Buffer.from(encoded, 'base64');
    const half = writeNumber(readNumber(bytes.subarray(36)) + order);
    return `${Buffer.concat([bytes.subarray(0, 36), half]).toString('base64')}\n`;
  });
}

/** A signature by a key of its owner that begins with the neutral point, where the point of a number drawn belongs. */
function signUndrawn(seed: number, text: string): Uint8Array {
  const sha512 = (...parts: readonly Uint8Array[]) => hash('sha512', Buffer.concat(parts), 'buffer');
  const scalar = (readNumber(sha512(secretOf(seed)).subarray(0, 32)) & (2n ** 254n - 8n)) | (2n ** 254n);
  const { publicKey } = keyPairOf(secretOf(seed));
  const challenge = readNumber(sha512(neutral, publicKey, Buffer.from(text)));
  return Buffer.concat([neutral, writeNumber((challenge * scalar) % order)]);
}

interface ExampleSigner {
  readonly keyText: string;
  /** A note of this text. */
  sign(text: string): Promise<string>;
}

interface Material {
  /** The checkpoint as it is, and the text in it that is signed. */
  readonly checkpoint: string;
  readonly signed: string;
  readonly own: ExampleSigner;
  /** Another key under the same name, and one under another. */
  readonly stranger: ExampleSigner;
  readonly witness: ExampleSigner;
}

const signaturesOf = (note: string) => note.slice(note.indexOf('\n\n') + 2);
/** A signature line of a key that nobody knows. */
const unknown = (name: string, bytes = 68) => `— ${name} ${Buffer.alloc(bytes, 1).toString('base64')}\n`;
const noteBytesMax = 256 * 1024;

/** The note with one line more, so that it has this many bytes; it must be possible in steps of four. */
function fillNote(note: string, bytes: number): string {
  const left = bytes - Buffer.byteLength(`${note}— x \n`);
  return note + unknown('x'.repeat(1 + (left % 4)), Math.floor(left / 4) * 3);
}

async function listGoodNotes({ checkpoint, signed, own, witness }: Material) {
  const byWitness = signaturesOf(await witness.sign(signed));
  return {
    'signed again': await own.sign(signed),
    'signed by a witness too': checkpoint + byWitness,
    'a wrong signature of a witness': checkpoint + unknown('witness.example'),
    'signed twice': checkpoint + signaturesOf(checkpoint),
    '64 signatures': checkpoint + byWitness.repeat(63),
    'a name of 256 characters': checkpoint + unknown('n'.repeat(256)),
    'a name with U+007F and U+200B': checkpoint + unknown('n\u007f\u200b'),
    'a signature of one byte': checkpoint + unknown('n', 5),
    '256 KiB': fillNote(checkpoint, noteBytesMax),
    '16 extensions of 1,024 characters': await own.sign(signed + `${'e'.repeat(1024)}\n`.repeat(16)),
  };
}

async function listBadNotes({ checkpoint, signed, own, stranger, witness }: Material) {
  const [, size = '', root = ''] = signed.split('\n');
  const resize = (other: string) => own.sign(signed.replace(`\n${size}\n`, `\n${other}\n`));
  const byWitness = signaturesOf(await witness.sign(signed));
  return {
    'signed by another key': await stranger.sign(signed),
    'signed by a witness alone': `${signed}\n${byWitness}`,
    'no signature': `${signed}\n`,
    'no empty line': signed,
    'no newline at the end': checkpoint.slice(0, -1),
    'a good and a wrong signature': checkpoint + signaturesOf(await own.sign(`${signed}x\n`)),
    'the order added to the signature': addOrder(checkpoint),
    'a signature of 63 bytes': checkpoint.replace(/.{4}\n$/, '\n'),
    'another origin': await own.sign(signed.replace('avow/', 'avow.')),
    'one leaf more': await resize(`${Number(size) + 1}`),
    'one leaf less': await resize(`${Number(size) - 1}`),
    'a size with a zero before it': await resize(`0${size}`),
    'a size with a sign': await resize(`+${size}`),
    'the size 2^53': await resize('9007199254740992'),
    'no root': await own.sign(signed.replace(`${root}\n`, '')),
    'the root without padding': await own.sign(signed.replace(root, root.replace('=', ''))),
    'a root of 31 bytes': await own.sign(signed.replace(root, Buffer.alloc(31).toString('base64'))),
    'an empty extension': await own.sign(`${signed}\nextension\n`),
    '17 extensions': await own.sign(`${signed}${'extension\n'.repeat(17)}`),
    'an extension of 1,025 characters': await own.sign(`${signed}${'e'.repeat(1025)}\n`),
    'a tab': checkpoint.replace('\n\n', '\n\t\n\n'),
    '65 signatures': checkpoint + byWitness.repeat(64),
    'more than 256 KiB': fillNote(checkpoint, noteBytesMax + 1),
    'another dash': checkpoint + byWitness.replace('—', '–'),
    'two spaces': checkpoint + byWitness.replace('— ', '—  '),
    'a space behind': checkpoint + byWitness.replace('\n', ' \n'),
    'a plus in a name': checkpoint + unknown('n+n'),
    'a space of another kind in a name': checkpoint + unknown('n\u00a0n'),
    'an empty name': checkpoint + unknown(''),
    'a name of 257 characters': checkpoint + unknown('n'.repeat(257)),
    'an id without a signature': checkpoint + unknown('n', 4),
  };
}

/** The text of a key, with the right id whatever the key is. */
function formatKey(name: string, key: Uint8Array): string {
  const id = Buffer.from(sha256(Buffer.concat([Buffer.from(`${name}\n`), key]))).toString('hex', 0, 4);
  return `${name}+${id}+${Buffer.from(key).toString('base64')}`;
}

function listBadKeys(keyText: string): Readonly<Record<string, string>> {
  const bytes = Buffer.from(keyText.split('+').slice(2).join('+'), 'base64');
  return {
    'a key under another name': formatKey('avow/ten_other', bytes),
    'a key under an empty name': formatKey('', bytes),
    'a key of 31 bytes': formatKey(origin, bytes.subarray(0, 32)),
    'a key of 33 bytes': formatKey(origin, Buffer.concat([bytes, Buffer.of(0)])),
    'a key of another type': formatKey(origin, Buffer.concat([Buffer.of(2), bytes.subarray(1)])),
    'an id in capitals': keyText.replace('c3f06181', 'C3F06181'),
    'another id': keyText.replace('c3f06181', 'c3f06182'),
    'a name alone': origin,
  };
}

/** Keys with notes under their own name and id, of which careless verifiers take some for good. */
function listForgeries(signed: string): Readonly<Record<string, object>> {
  const forge = (publicKey: Uint8Array, signature: Uint8Array) => {
    const keyText = formatKey(origin, Buffer.concat([Buffer.of(1), publicKey]));
    const id = Buffer.from(keyText.split('+')[1] ?? '', 'hex');
    const encoded = Buffer.concat([id, signature]).toString('base64');
    return { verifier_key: keyText, checkpoint: `${signed}\n— ${origin} ${encoded}\n` };
  };
  const { publicKey } = keyPairOf(secretOf(0));
  return {
    'a key that is not a point': forge(Buffer.alloc(32, 0xff), Buffer.alloc(64, 1)),
    'a key of small order, under which anything is signed': forge(
      neutral,
      Buffer.concat([neutral, Buffer.alloc(32)]),
    ),
    'a signature that begins with a point of small order': forge(publicKey, signUndrawn(0, signed)),
  };
}

/** Bundles under other keys, signatures and checkpoints than those that belong there. All else of them is in order. */
export async function listKeyCases(): Promise<readonly AuditCase[]> {
  const [head = '', ...rest] = await buildBundle(exampleLog);
  const { verifier_key: keyText, checkpoint }: { verifier_key: string; checkpoint: string } =
    JSON.parse(head);
  const signed = `${checkpoint.slice(0, checkpoint.indexOf('\n\n'))}\n`;
  const own = await makeSigner({ seed: 0, name: origin });
  const stranger = await makeSigner({ seed: 1, name: origin });
  const material = {
    checkpoint,
    signed,
    own,
    stranger,
    witness: await makeSigner({ seed: 2, name: 'witness.example' }),
  };
  const changeHead = (members: object, leaves = rest.slice(0, -1)) => {
    const body = [`${JSON.stringify({ ...JSON.parse(head), ...members })}\n`, ...leaves];
    return [...body, endLineOf(body)];
  };
  const withNotes = (notes: Readonly<Record<string, string>>, expected: AuditCase['expected']) =>
    Object.entries(notes).map(([name, note]) => ({
      name,
      expected,
      lines: changeHead({ checkpoint: note }),
    }));
  const period = {
    kind: 'period',
    from: null,
    until: '2026-01-01T00:00:00.000Z',
    thread_id: null,
    end_user_id: null,
  };
  const largest = await own.sign(signed.replace(/\n\d+\n/, `\n${Number.MAX_SAFE_INTEGER}\n`));
  const rootOfNone = await own.sign(signed.replace(/\n\d+\n/, '\n0\n'));
  const strange = changeHead({ verifier_key: stranger.keyText, checkpoint: await stranger.sign(signed) });
  return [
    ...withNotes(await listGoodNotes(material), 'sound'),
    ...withNotes(await listBadNotes(material), 'broken'),
    ...Object.entries(listBadKeys(keyText)).map(([name, verifier_key]): AuditCase => {
      return { name, expected: 'broken', withoutKey: true, lines: changeHead({ verifier_key }) };
    }),
    ...Object.entries(listForgeries(signed)).map(([name, members]): AuditCase => {
      return { name, expected: 'broken', withoutKey: true, lines: changeHead(members) };
    }),
    {
      name: 'the largest size',
      expected: 'sound',
      lines: changeHead({ checkpoint: largest, what: period }, []),
    },
    { name: 'no leaves, and a root', expected: 'broken', lines: changeHead({ checkpoint: rootOfNone }, []) },
    { name: 'another key throughout', expected: 'broken', lines: strange },
    { name: 'another key throughout, and none given', expected: 'sound', withoutKey: true, lines: strange },
  ];
}
