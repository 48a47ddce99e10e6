import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyPairOf } from '../test-support/ed25519.ts';
import { sha256 } from '../test-support/naive-tree.ts';
import { formatAddCheckpoint, parseAddCheckpoint } from './add-checkpoint.ts';
import { parseSignatureLines } from './cosignature.ts';
import { formatWitnessKey, makeWitnessKey, parseWitnessKey } from './witness-key.ts';
import { hasQuorum, parseWitnessPolicy } from './witness-policy.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const keyAt = (seed: number, name: string) =>
  makeWitnessKey({ name, publicKey: keyPairOf(new Uint8Array(32).fill(seed)).publicKey }, sha256);

describe('requests to a witness', () => {
  it('come back as they were written, whatever the sizes, proofs and notes', async () => {
    const hash = fc.uint8Array({ minLength: 32, maxLength: 32 });
    const note = fc.string({ unit: 'grapheme' }).map((text) => encode(text));
    await fc.assert(
      fc.asyncProperty(
        fc.maxSafeNat(),
        fc.array(hash, { maxLength: 63 }),
        note,
        async (oldSize, proof, bytes) => {
          const request = { oldSize, proof, note: bytes };
          const parsed = parseAddCheckpoint(encode(formatAddCheckpoint(request)));
          expect({
            ...parsed,
            note: Buffer.from(parsed.note),
            proof: parsed.proof.map((one) => [...one]),
          }).toEqual({
            ...{ oldSize, note: Buffer.from(bytes) },
            proof: proof.map((one) => [...one]),
          });
        },
      ),
    );
  });

  it('are refused if they are malformed', () => {
    const line = `${Buffer.alloc(32).toString('base64')}\n`;
    for (const odd of [
      '',
      '\n\n',
      '10 stuff\n\nnote\n',
      'old 01\n\nnote\n',
      'old -1\n\nnote\n',
      'old 99999999999999999\n\nnote\n',
      'old 10\nabc=\ndef=\n\nnote\n',
      `old 10\n${line}note\n`,
      `old 10\n${line.replace('\n', ' \n')}\nnote\n`,
      `old 10\r\n\nnote\n`,
      `old 10\n${line.repeat(64)}\nnote\n`,
      `old 10\n${line.repeat(100_000)}\nnote\n`,
      ` old 10\n\nnote\n`,
    ])
      expect(() => parseAddCheckpoint(encode(odd)), odd.slice(0, 40)).toThrow(
        expect.objectContaining({ code: 'request_malformed' }),
      );
  });

  it('of any bytes are read or refused, and nothing else happens', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        try {
          parseAddCheckpoint(bytes);
        } catch (error) {
          expect(error).toMatchObject({ code: 'request_malformed' });
        }
      }),
    );
    for (const lines of ['no end', '\n', '— w\n', '- w AAAA\n', `${'— w AAAAAAAA\n'.repeat(65)}`])
      expect(() => parseSignatureLines(lines), lines.slice(0, 20)).toThrow();
  });
});

describe('keys of witnesses', () => {
  it('are read and written with an id of their own', async () => {
    const key = await keyAt(1, 'witness.example/w1');
    const text = formatWitnessKey(key);
    expect(await parseWitnessKey(text, sha256)).toEqual(key);
    const asLog = text
      .replace(/[^+]+$/, '')
      .concat(Buffer.concat([Buffer.of(1), key.publicKey]).toString('base64'));
    await expect(parseWitnessKey(asLog, sha256)).rejects.toMatchObject({ code: 'key_malformed' });
    await expect(parseWitnessKey(text.replace(key.id, '00000000'), sha256)).rejects.toMatchObject({
      code: 'key_id_wrong',
    });
  });
});

describe('policies', () => {
  const policyOf = async (lines: (names: readonly string[]) => string) => {
    const keys = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(async (seed) => formatWitnessKey(await keyAt(seed, `witness.example/${seed}`))),
    );
    return await parseWitnessPolicy(lines(keys), sha256);
  };

  it('hold the example of the specification', async () => {
    const policy = await policyOf(
      (keys) => `# Who watches
witness X1 ${keys[0]}\thttps://x1.example/
witness X2 ${keys[1]}
 witness X3 ${keys[2]}
group X-witnesses 2 X1 X2 X3

witness Y1 ${keys[3]}
witness Y2 ${keys[4]}
witness Y3 ${keys[5]}
group Y-witnesses any Y1 Y2 Y3

group X-and-Y all X-witnesses Y-witnesses
quorum X-and-Y
`,
    );
    expect(policy.witnesses.map(({ name, url }) => [name, url]).slice(0, 2)).toEqual([
      ['X1', 'https://x1.example'],
      ['X2', null],
    ]);
    const holds = (...names: string[]) => hasQuorum(policy, new Set(names));
    expect([holds('X1', 'X3', 'Y2'), holds('X1', 'X2', 'X3', 'Y1', 'Y2')]).toEqual([true, true]);
    expect([holds(), holds('X1', 'Y1', 'Y2', 'Y3'), holds('X1', 'X2', 'X3')]).toEqual([false, false, false]);
  });

  it('are refused with the line that is wrong', async () => {
    const odd: readonly (readonly [(keys: readonly string[]) => string, RegExp])[] = [
      [() => '', /line 1: a policy must have a line "quorum"/],
      [() => 'quorum none\nquorum none\n', /line 2: .* one line/],
      [() => 'quorum X\n', /line 1: an earlier line/],
      [() => 'witness X nonsense\nquorum none\n', /line 1: a key must be/],
      [(keys) => `witness none ${keys[0]}\nquorum none\n`, /line 1: the name/],
      [(keys) => `witness X ${keys[0]}\nwitness X ${keys[1]}\nquorum X\n`, /line 2: the name/],
      [(keys) => `witness X ${keys[0]}\nwitness Y ${keys[0]}\nquorum X\n`, /line 2: this key/],
      [(keys) => `witness X ${keys[0]} ftp://x.example\nquorum X\n`, /line 1: the address/],
      [(keys) => `witness X ${keys[0]} https://u:p@x.example\nquorum X\n`, /line 1: the address/],
      [(keys) => `witness X ${keys[0]} https://x.example more\nquorum X\n`, /line 1: there is more/],
      [(keys) => `witness X ${keys[0]}\ngroup G 2 X\nquorum G\n`, /line 2: a group/],
      [(keys) => `witness X ${keys[0]}\ngroup G all\nquorum X\n`, /line 2: a group/],
      [(keys) => `witness X ${keys[0]}\ngroup G all X\ngroup H all X\nquorum G\n`, /line 3: a name/],
      [(keys) => `log ${keys[0]}\nquorum none\n`, /line 1: a key must be/],
      [() => 'policy\n', /line 1: a line begins/],
      [() => 'quorum none\r\n', /line 1: there is a control/],
      [() => '\n'.repeat(2000), /at most 1000 lines/],
    ];
    for (const [lines, message] of odd) await expect(policyOf(lines)).rejects.toThrow(message);
  });
});
