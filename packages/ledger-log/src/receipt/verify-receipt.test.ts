import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LogError } from '../log-error.ts';
import { formatVerifierKey } from '../notes/verifier-key.ts';
import { exampleSigner } from '../test-support/build-bundle.ts';
import {
  exampleReceipt,
  exampleSources,
  receiptKeyText,
  receiptPartsIn,
  receiptTexts,
  receiptVerifier,
} from '../test-support/build-receipt.ts';
import { codeOf } from '../test-support/code-of.ts';
import { composeReceipt, receiptBytesMax } from './compose-receipt.ts';
import { parseReceipt, receiptCharsMax } from './receipt.ts';
import { type ReceiptVerifierOptions, verifyReceipt } from './verify-receipt.ts';

const texts = receiptTexts(1);
const check = (text: string, also: Partial<ReceiptVerifierOptions> = {}) =>
  verifyReceipt(text, { ...receiptVerifier, ...also });
const codeFor = (text: string, also: Partial<ReceiptVerifierOptions> = {}) => codeOf(() => check(text, also));
const whyOf = async (text: string, also: Partial<ReceiptVerifierOptions> = {}) => {
  try {
    await check(text, also);
    return 'accepted';
  } catch (error) {
    if (error instanceof LogError) return error.message;
    throw error;
  }
};

const receipt = await exampleReceipt();
const members = JSON.parse(receipt) as Record<string, unknown>;
const changed = (change: object) => JSON.stringify({ ...members, ...change });

describe('a receipt', () => {
  it('[CON-12-30] verifies with the key of the log alone, and compares the texts that are given', async () => {
    const verified = await check(receipt, { texts });
    expect(verified).toMatchObject({
      isKeyTrusted: true,
      verifierKey: receiptKeyText,
      compared: ['question', 'answer', 'response'],
      receipt: { status: 'delivered', leafIndex: 2, size: 7, state: 'present', sources: exampleSources(1) },
    });
    expect(await check(receipt)).toMatchObject({ compared: [] });
    expect(await check(receipt, { trustedKey: null })).toMatchObject({ isKeyTrusted: false });
  });

  it('may be indented, and is otherwise refused in any other spelling', async () => {
    expect(await codeFor(JSON.stringify(JSON.parse(receipt), null, 2))).toBe('accepted');
    const { tenant, ...rest } = members;
    for (const text of [
      JSON.stringify({ ...rest, tenant }),
      changed({ more: 1 }),
      receipt.replace('"leaf":2', '"leaf":2.0'),
      receipt.replace('"leaf":2', '"leaf":3,"leaf":2'),
      receipt.replace('"status":"d', '"status":"\\u0064'),
      receipt.slice(0, -1),
      `[${receipt}]`,
      'null',
      '',
      `${receipt} `.repeat(1 + receiptCharsMax / receipt.length),
    ])
      expect(await codeFor(text), text.slice(0, 80)).toBe('receipt_malformed');
  });

  it('names what was changed, as far as that can be known', async () => {
    const place = 'the key has not signed a log that has this record at this place';
    for (const change of [
      { time: '2026-01-02T03:04:05.679Z' },
      { status: 'blocked' },
      { message: 'msg_01m7j7ctvqezgsry291gx00002' },
      { leaf: 3 },
      { size: 8 },
    ])
      expect(await whyOf(changed(change)), JSON.stringify(change)).toContain(place);
    expect(await codeFor(changed({ size: 2 }))).toBe('outside_tree');
    expect(await codeFor(changed({ size: 20 }))).toBe('proof_length_wrong');
    expect(
      await codeFor(changed({ sources: JSON.parse('[["pack_1",1,"doc_1","AAAAAAAAAAAAAAAAAAAAAA"]]') })),
    ).toBe('commitment_wrong');
    expect(await whyOf(receipt, { texts: { ...texts, answer: 'It is 2,849 m high.' } })).toBe(
      'this is not the answer on record',
    );
  });

  it('is refused with parts of another', async () => {
    const other = JSON.parse(await exampleReceipt({ number: 2, cited: 2 })) as Record<string, unknown>;
    for (const name of Object.keys(members)) {
      if (members[name] === other[name]) continue;
      const given = { texts };
      expect(await codeFor(changed({ [name]: other[name] }), given), name).not.toBe('accepted');
    }
  });

  it('is refused with any character of it changed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: receipt.length - 1 }),
        fc.constantFrom(...'aZ09_-.",:{}[] '),
        async (at, character) => {
          fc.pre(receipt[at] !== character && !/\s/.test(character));
          const text = receipt.slice(0, at) + character + receipt.slice(at + 1);
          expect(await codeFor(text, { texts })).not.toBe('accepted');
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('the key of a receipt', () => {
  it('must be the one that is given', async () => {
    const origin = receiptKeyText.split('+')[0] ?? '';
    const stranger = await exampleSigner(7, origin);
    const forged = await exampleReceipt({ signer: stranger });
    expect(await codeFor(forged)).toBe('key_untrusted');
    expect(await check(forged, { trustedKey: null })).toMatchObject({ isKeyTrusted: false });
    expect(await codeFor(forged, { trustedKey: formatVerifierKey(stranger.key) })).toBe('accepted');
    expect(await codeFor(receipt, { trustedKey: 'nonsense' })).toBe('key_malformed');
  });
});

describe('a receipt of content that is gone', () => {
  it.each(['erased', 'expired', 'dropped'] as const)('[CON-12-32] proves that it was %s', async (state) => {
    const gone = await exampleReceipt({ state });
    expect((await check(gone)).receipt).toMatchObject({ state, salts: [], sources: null });
    expect(await whyOf(gone, { texts })).toBe(`the question cannot be compared: the content is ${state}`);
  });

  it('is refused if no event says so, or another', async () => {
    const erased = JSON.parse(await exampleReceipt({ state: 'erased' })) as Record<string, unknown>;
    const { event, ...rest } = erased;
    expect(await codeFor(JSON.stringify(rest))).toBe('state_unexplained');
    const { state: _state, ...silent } = rest;
    expect(await codeFor(JSON.stringify(silent))).toBe('fields_wrong');
    expect(await codeFor(JSON.stringify({ ...rest, state: 'expired', event }))).toBe('state_unexplained');
    const { event: expiry } = JSON.parse(await exampleReceipt({ state: 'expired' })) as typeof erased;
    expect(await codeFor(JSON.stringify({ ...rest, event: expiry }))).toBe('root_wrong');
  });

  it('of redacted content says so', async () => {
    const redacted = await exampleReceipt({ state: 'redacted' });
    expect((await check(redacted, { texts })).receipt.state).toBe('redacted');
    const { state: _state, ...silent } = JSON.parse(redacted) as Record<string, unknown>;
    expect(await codeFor(JSON.stringify(silent))).toBe('fields_wrong');
    expect(await codeFor(changed({ state: 'redacted' }))).toBe('fields_wrong');
  });
});

describe('the size of a receipt', () => {
  const largest = { index: 2 ** 24 - 1, size: 2 ** 24 };
  const further = ['refined_question', 'metadata', 'end_user_id'].map((name) => [name, 'text'] as const);

  it('[CON-12-31] has a limit up to 2^24 leaves, for any record', async () => {
    for (const [cited, state] of [
      [0, 'present'],
      [1, 'redacted'],
      [6, 'present'],
      [40, 'redacted'],
    ] as const) {
      const text = composeReceipt(await receiptPartsIn(largest, { cited, further, state }));
      expect(text.length, String(cited)).toBeLessThanOrEqual(receiptBytesMax);
      await check(text, { texts });
    }
  });

  it('leaves cited documents out only where they do not fit', async () => {
    const inSmallLog = { index: 2 ** 16 + 7, size: 2 ** 16 + 60 };
    const listed = parseReceipt(composeReceipt(await receiptPartsIn(inSmallLog, { cited: 6 })));
    expect(listed.sources).toEqual(exampleSources(6));
    const short = composeReceipt(await receiptPartsIn(largest, { cited: 6 }));
    expect(parseReceipt(short)).toMatchObject({ sources: null });
    await check(short, { texts });
  });
});
