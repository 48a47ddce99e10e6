import { describe, expect, it } from 'vitest';
import {
  buildBundle,
  changeKey,
  exampleAttestation,
  exampleKeyText,
  exampleSigner,
} from '../test-support/build-bundle.ts';
import { exampleRecord } from '../test-support/example-log.ts';
import { exampleVerifier, outcomeOf } from '../test-support/example-verifier.ts';
import type { BundleAttestation } from './bundle-line.ts';

const log = Array.from({ length: 20 }, (_, index) => exampleRecord(index + 1));
const forged = log.with(3, exampleRecord(4, { fields: [['answer', 'Something else.']] }));

async function verify(attestations: readonly BundleAttestation[], exported = {}) {
  const lines = await buildBundle(log, { attestations, ...exported });
  const verifier = { ...exampleVerifier, trustedKey: exampleKeyText };
  return outcomeOf([new TextEncoder().encode(lines.join(''))], verifier);
}

const broken = (code: string) => ({ kind: 'broken', code, line: 1 });

describe('a bundle with attestations', () => {
  it('verifies at every size that was attested', async () => {
    const sizes = log.map((_, index) => index + 1);
    const attestations = await Promise.all(sizes.map((size) => exampleAttestation(log, { size })));
    expect(await verify(attestations)).toMatchObject({ kind: 'sound', head: { attestations } });
  });

  it('is refused where the checkpoint does not extend what was attested', async () => {
    const right = await exampleAttestation(log, { size: 7 });
    const other = await exampleAttestation(forged, { size: 7 });
    const later = await exampleAttestation([...log, exampleRecord(21)], { size: 21 });
    const wrong = [
      other,
      { ...other, consistency: right.consistency },
      { ...right, consistency: [] },
      { ...right, consistency: right.consistency.slice(1) },
      { ...right, consistency: [...right.consistency, 'ab'.repeat(32)] },
      { ...right, consistency: right.consistency.with(0, 'ab'.repeat(32)) },
      later,
    ];
    for (const attestation of wrong)
      expect(await verify([right, attestation])).toMatchObject(broken('attestation_unproved'));
  });

  it('is refused where another key signed what was attested, or a key that did not sign for it any more', async () => {
    const [own, next] = [await exampleSigner(0), await exampleSigner(1)];
    const strange = await exampleAttestation(log, { size: 7, signer: next });
    expect(await verify([strange])).toMatchObject(broken('signature_missing'));
    const keyChanges = [await changeKey({ previous: own, next }, log.slice(0, 5))];
    const replaced = { signer: next, keyChanges };
    expect(await verify([strange], replaced)).toMatchObject({ kind: 'sound' });
    const late = await exampleAttestation(log, { size: 7, signer: own });
    expect(await verify([late], replaced)).toMatchObject(broken('key_not_valid'));
    const early = await exampleAttestation(log, { size: 4, signer: own });
    expect(await verify([early], replaced)).toMatchObject({ kind: 'sound' });
  });
});
