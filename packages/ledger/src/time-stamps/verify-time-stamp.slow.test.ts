import { hash, randomBytes, X509Certificate } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { readTimeStampResponse } from './read-time-stamp.ts';
import { type Issued, type IssueOptions, issue, rsa, timeStamping } from './test-support/authority-keys.ts';
import { answerStampRequest, type StampFaults } from './test-support/time-stamp-authority.ts';
import { TimeStampError } from './time-stamp-error.ts';
import { formatTimeStampRequest } from './time-stamp-request.ts';
import { parseCertificates, verifyTimeStamp } from './verify-time-stamp.ts';

const digest = hash('sha256', 'a checkpoint', 'buffer');
const nonce = 0xf1e2_d3c4_b5a6_9788n;
const at = new Date('2026-11-19T17:00:00.250Z');

let root: Issued;
let between: Issued;
let signer: Issued;
const node = ({ certificate }: Issued) => new X509Certificate(certificate.toString('pem'));

beforeAll(async () => {
  root = await issue({ name: 'Root' });
  between = await issue({ name: 'Between', issuer: root });
  signer = await issue({ name: 'Authority', issuer: between, purposes: [timeStamping] });
});

async function stamp(faults: StampFaults = {}, by: Issued = signer, chain: readonly Issued[] = [between]) {
  const request = formatTimeStampRequest({ digest, nonce });
  return readTimeStampResponse(await answerStampRequest(request, { signer: by, chain, at, faults }));
}

const codeOf = async (work: () => Promise<unknown>) => {
  try {
    await work();
    return 'verified';
  } catch (error) {
    if (!(error instanceof TimeStampError)) throw error;
    return error.code;
  }
};
const outcome = (token: Uint8Array, roots: readonly X509Certificate[] = [node(root)]) =>
  codeOf(async () => verifyTimeStamp(token, { digest, roots, nonce }));
const signedBy = async (options: Omit<IssueOptions, 'name'>) => {
  const by = await issue({ name: 'Authority', issuer: between, ...options });
  return outcome(await stamp({}, by));
};

describe('a time stamp', () => {
  it('proves a time if a given root vouches for the authority', async () => {
    const token = await stamp();
    const proved = { atMs: at.getTime(), authority: 'Authority', serial: '1267' };
    expect(verifyTimeStamp(token, { digest, nonce, roots: [node(root)] })).toEqual(proved);
    expect(
      verifyTimeStamp(token, { digest, roots: parseCertificates(root.certificate.toString('pem')) }),
    ).toEqual(proved);
    // Who trusts the authority itself needs nothing more.
    expect(await outcome(token, [node(signer)])).toBe('verified');
    expect(await outcome(token, [node(between)])).toBe('verified');
  });

  it('may be signed with RSA', async () => {
    const by = await issue({ name: 'Authority', issuer: between, algorithm: rsa, purposes: [timeStamping] });
    expect(await outcome(await stamp({}, by))).toBe('verified');
  });

  it('proves nothing about another digest, and answers no other request', async () => {
    expect(await outcome(await stamp({ digest: randomBytes(32) }))).toBe('other_digest');
    expect(await outcome(await stamp({ nonce: 1n }))).toBe('other_digest');
    expect(await outcome(await stamp({ nonce: null }))).toBe('other_digest');
    const token = await stamp();
    const other = { digest: randomBytes(32), roots: [node(root)] };
    expect(await codeOf(async () => verifyTimeStamp(token, other))).toBe('other_digest');
  });

  it('proves nothing if its signature, its content or the certificate it names was changed', async () => {
    expect(await outcome(await stamp({ isContentChanged: true }))).toBe('signature_wrong');
    expect(await outcome(await stamp({ named: randomBytes(32) }))).toBe('signature_wrong');
    expect(await outcome(await stamp({ named: hash('sha256', node(between).raw, 'buffer') }))).not.toBe(
      'verified',
    );
  });

  it('proves nothing if the authority was not entitled to stamp then', async () => {
    const purposes = [timeStamping];
    expect(await signedBy({ purposes })).toBe('verified');
    expect(await signedBy({ purposes, until: '2026-11-01' })).toBe('authority_untrusted');
    expect(await signedBy({ purposes, from: '2026-12-01' })).toBe('authority_untrusted');
    expect(await signedBy({ purposes: [] })).toBe('authority_untrusted');
    expect(await signedBy({ purposes: ['1.3.6.1.5.5.7.3.1'] })).toBe('authority_untrusted');
    expect(await signedBy({ purposes: [timeStamping, '1.3.6.1.5.5.7.3.1'] })).toBe('authority_untrusted');
  });

  it('proves nothing without a chain to a given root', async () => {
    const stranger = await issue({ name: 'Root' });
    const token = await stamp();
    expect(await outcome(token, [node(stranger)])).toBe('authority_untrusted');
    expect(await outcome(token, [])).toBe('authority_untrusted');
    expect(await outcome(await stamp({}, signer, []))).toBe('authority_untrusted');
    // Who has a certificate of an authority cannot issue others.
    const child = await issue({ name: 'Child', issuer: signer, purposes: [timeStamping] });
    expect(await outcome(await stamp({}, child, [signer, between]))).toBe('authority_untrusted');
    const expired = await issue({ name: 'Between', issuer: root, until: '2026-01-01' });
    const late = await issue({ name: 'Authority', issuer: expired, purposes: [timeStamping] });
    expect(await outcome(await stamp({}, late, [expired]))).toBe('authority_untrusted');
  });

  it('is not there if the authority refuses, or answers nonsense', async () => {
    const request = formatTimeStampRequest({ digest, nonce });
    const refused = await answerStampRequest(request, { signer, chain: [], at, faults: { status: 2 } });
    expect(await codeOf(async () => readTimeStampResponse(refused))).toBe('refused');
    const nested = Buffer.concat([...new Array(12_000).fill(Buffer.of(0x30, 0x80))]);
    for (const odd of ['', '<html>', '{}', '\u0030\u0000', '0'.repeat(100_000)])
      expect(await codeOf(async () => readTimeStampResponse(Buffer.from(odd))), odd.slice(0, 9)).toBe(
        'malformed',
      );
    expect(await codeOf(async () => readTimeStampResponse(nested))).toBe('malformed');
  });

  it('with any bytes changed is refused, or proves the same time', async () => {
    const token = await stamp();
    const roots = [node(root)];
    const changed = fc.record({ at: fc.nat({ max: token.length - 1 }), to: fc.nat({ max: 255 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(changed, { minLength: 1, maxLength: 3 }), async (changes) => {
        const bytes = new Uint8Array(token);
        for (const change of changes) bytes[change.at] = change.to;
        try {
          const { atMs, serial } = verifyTimeStamp(bytes, { digest, nonce, roots });
          expect({ atMs, serial }).toEqual({ atMs: at.getTime(), serial: '1267' });
        } catch (error) {
          expect(error).toBeInstanceOf(TimeStampError);
        }
      }),
      { numRuns: 60 },
    );
  });
});
