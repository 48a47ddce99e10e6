import { makeVerifierKey, openCheckpoint } from '@avow/ledger-log/notes';
import { openCosignatures, parseSignatureLines } from '@avow/ledger-log/witnesses';
import { beforeEach, describe, expect, it } from 'vitest';
import { createMemoryAttestationStore } from '../attestations/test-support/memory-attestation-store.ts';
import { fromHex, sha256Bytes } from '../checkpoints/hashing.ts';
import type { Witness } from './create-witness.ts';
import { hashOrigin, openWitness, statusOf, verifyEd25519 } from './test-support/open-witness.ts';

/** What the tests of litewitness send, whose log has up to five leaves. */
const origin = 'sigsum.org/v1/tree/4d6d8825a6bb689d459628312889dfbb0bcd41b5211d9e1ce768b0ff0309e562';
const publicKey = fromHex('ffdc2d4d98e4124d3feaf788c0c2f9abfd796083d1f0495437f302ec79cf100f');
const one = `${origin}
1
KgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=

— ${origin} UgIom7fPZTqpxWWhyjWduBvTvGVqsokMbqTArsQilegKoFBJQjUFAmQ0+YeSPM3wfUQMFSzVnnNuWRTYrajXpNUbIQY=
`;
const three = `${origin}
3
RcCI1Nk56ZcSmIEfIn0SleqtV7uvrlXNccFx595Iwl0=

— ${origin} UgIom2VbtIcdFbwFAy1n7s6IkAxIY6J/GQOTuZF2ORV39d75cbAj2aQYwyJre36kezNobZs4SUUdrcawfAB8WVrx6go=
`;
const five = `${origin}
5
QrtXrQZCCvpIgsSmOsah7HdICzMLLyDfxToMql9WTjY=

— ${origin} UgIomw/EOJmWi0i1FQsOj+etB7F8IccFam/jgd6wzRns4QPVmyEZtdvl1U2KEmLOZ/ASRcWJi0tW90dJWAShei7sDww=
`;
const oneToThree = `old 1
KgEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
KgIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
`;
const oneToFive = `old 1
KgEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
+fUDV+k970B4I3uKrqJM4aP1lloPZP8mvr2Z4wRw2LI=
KgQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
`;
const threeToFive = `old 3
KgIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
KgMAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
wgiIFdZfYNv6WU1OllBKsWnLYIS/DBMqt8Uh/S4OukE=
KgQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
`;

let store: ReturnType<typeof createMemoryAttestationStore>;
let witness: Witness;
beforeEach(async () => {
  store = createMemoryAttestationStore();
  const key = await makeVerifierKey({ name: origin, publicKey }, sha256Bytes);
  witness = await openWitness({ store, logs: [{ origin, keys: [key] }], nowMs: () => 1_700_000_000_900 });
});
const send = (body: string) => witness.addCheckpoint(Buffer.from(body));
const statusFor = async (body: string) => statusOf(await send(body));

describe('a witness', () => {
  it('answers the requests of litewitness as the specification says', async () => {
    expect(await statusFor(`old 0\n\n${one}`)).toBe(200);
    expect(await statusFor(`${oneToThree}\n${three.replace('6go=', '6gx=')}`)).toBe(400);
    expect(await statusFor(`${oneToThree}\n${three.replace('x6go=', 'y6go=')}`)).toBe(403);
    expect(await statusFor(`${oneToThree}\n${three.replaceAll('e562', 'e563')}`)).toBe(404);
    expect(await statusFor(`old 1\n\n${three}`)).toBe(422);
    expect(await statusFor(`${oneToThree.replace(/AAA=\n$/, 'BAA=\n')}\n${three}`)).toBe(422);
    expect(await statusFor(`${oneToThree}\n${three}`)).toBe(200);
    expect(await send(`${oneToFive}\n${five}`)).toEqual({ kind: 'conflict', size: 3 });
    expect(await statusFor(`${threeToFive}\n${five}`)).toBe(200);
    expect(await send(`old 0\n\n${five}`)).toEqual({ kind: 'conflict', size: 5 });
    // Once more, from the size to itself.
    expect(await statusFor(`old 5\n\n${five}`)).toBe(200);
    expect(await statusFor(`old 6\n\n${five}`)).toBe(400);
    expect(await statusFor(`old 5\n\n${three}`)).toBe(400);
    expect(await statusFor(`old 5\n${oneToThree.split('\n')[1]}\n\n${five}`)).toBe(422);
    expect(await statusFor('nonsense')).toBe(400);
    expect(await statusFor(`old 5\n\nnonsense\n`)).toBe(400);
  });

  it('cosigns at its time, and shows what it has cosigned with both signatures', async () => {
    const answer = await send(`old 0\n\n${one}— stranger.example AAAAAAAAAA==\n`);
    if (answer.kind !== 'cosigned') throw new Error(`it is ${answer.kind}`);
    const text = one.slice(0, one.indexOf('\n\n') + 1);
    const trusted = { keys: [witness.key], verify: verifyEd25519 };
    const signatures = parseSignatureLines(answer.lines);
    expect(await openCosignatures({ text, signatures }, trusted)).toEqual([
      { key: witness.key, atSeconds: 1_700_000_000 },
    ]);
    const shown = await witness.newest(hashOrigin(origin));
    expect(shown).toMatchObject({ origin, size: 1 });
    expect(shown?.note).toBe(`${one}${answer.lines}`);
    const key = await makeVerifierKey({ name: origin, publicKey }, sha256Bytes);
    const reader = { origin, keys: [key], verify: verifyEd25519 };
    expect(await openCheckpoint(Buffer.from(shown?.note ?? ''), reader)).toMatchObject({ size: 1 });
    expect(await witness.newest(hashOrigin('other'))).toBeNull();
  });

  it('goes on from the larger of two checkpoints that were verified at once', async () => {
    await send(`old 0\n\n${one}`);
    const { readWitnessed } = store;
    // The first request is stalled between reading what is known and storing.
    let reads = 0;
    store.readWitnessed = async (wanted) => {
      const found = await readWitnessed(wanted);
      if (reads++ === 0) expect(statusOf(await send(`${oneToFive}\n${five}`))).toBe(200);
      return found;
    };
    expect(await send(`${oneToThree}\n${three}`)).toEqual({ kind: 'conflict', size: 5 });
    expect((await readWitnessed(origin))?.size).toBe(5);
  });
});
