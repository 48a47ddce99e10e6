import { describe, expect, it } from 'vitest';
import { judgeSignatures } from './judge-signatures.ts';

const one = { name: 'parser', version: '1.2.3', registry: 'https://registry.example/' };

describe('what npm says of signatures', () => {
  it('is in order if all are valid, and counts where provenance is stated', () => {
    const printed = JSON.stringify({ invalid: [], missing: [], verified: [one, { ...one, name: 'reader' }] });
    expect(judgeSignatures(printed)).toEqual({ kind: 'answered', attested: 2, faults: [] });
    expect(judgeSignatures('{"invalid":[],"missing":[]}')).toMatchObject({ attested: 0, faults: [] });
  });

  it('is a fault if a signature or a provenance is wrong, or a signature is missing', () => {
    const invalid = [
      { ...one, code: 'EINTEGRITYSIGNATURE' },
      { ...one, name: 'reader', code: 'EATTESTATIONVERIFY' },
    ];
    const printed = JSON.stringify({ invalid, missing: [{ ...one, name: 'writer' }] });
    expect(judgeSignatures(printed)).toMatchObject({
      faults: [
        'parser@1.2.3: its signature does not verify',
        'reader@1.2.3: its provenance does not verify',
        'writer@1.2.3: it is not signed by the registry',
      ],
    });
  });

  it('is not taken for valid if the registry did not answer', () => {
    for (const printed of ['', 'not json', '{}', '{"error":{"code":"ENOTFOUND"}}', '{"invalid":[]}'])
      expect(judgeSignatures(printed)).toEqual({ kind: 'unanswered' });
  });
});
