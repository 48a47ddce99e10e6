import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTimeStamper, parseCertificates } from '@avow/ledger';
import {
  formatTimeStampRequest,
  readTimeStampResponse,
  stampedDigest,
  startAuthority,
  verifyTimeStamp,
} from '@avow/ledger/testing';
import {
  buildBundle,
  exampleAttestation,
  exampleKeyText,
  exampleLog,
  exampleWitness,
} from '@avow/ledger-log/testing';
import { formatWitnessKey } from '@avow/ledger-log/witnesses';
import { runPython } from '../run-checkers.ts';

/**
 * OpenSSL verifies a time stamp that the product has accepted, and the product verifies time stamps of an authority that is
 * OpenSSL. Needs the program `openssl`, version 3 or later.
 */
const directory = mkdtempSync(join(tmpdir(), 'avow-time-stamps-'));
const file = (name: string) => join(directory, name);
const faults: string[] = [];
const check = (what: string, isTrue: boolean) => {
  process.stdout.write(`${isTrue ? 'ok    ' : 'WRONG '} ${what}\n`);
  if (!isTrue) faults.push(what);
};
const openssl = (...words: readonly string[]) =>
  execFileSync('openssl', words, { cwd: directory, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const accepts = (work: () => unknown): boolean => {
  try {
    work();
    return true;
  } catch {
    return false;
  }
};

const note =
  'avow/ten_example\n3\nrpTxjeOiTzlK3sqbTTO9D+Jq1Dm8hFeZ0+3lvuYoS8o=\n\n\u2014 avow/ten_example AAAA\n';
const nonce = 0x7bcd_ef01_2345_6789n;

/** What the tests' own authority has stamped. */
async function checkOurs(): Promise<void> {
  const authority = await startAuthority();
  const stamper = createTimeStamper({
    ...{ url: authority.url, roots: [new X509Certificate(authority.rootPem)], everyMs: 1000 },
    clock: { nowMs: Date.now },
  });
  const checkpoint = { size: 3, root: '', note, createdAtMs: 0 };
  const { proof } = await stamper.attest({ checkpoint, attestedSize: 0, prove: async () => [] });
  await authority.close();
  writeFileSync(file('token.der'), Buffer.from(proof, 'base64'));
  writeFileSync(file('roots.pem'), authority.rootPem);
  writeFileSync(file('note'), note);
  writeFileSync(file('other'), note.replace('3', '4'));
  const verify = (data: string) => () =>
    openssl('ts', '-verify', '-token_in', '-in', 'token.der', '-data', data, '-CAfile', 'roots.pem');
  check('OpenSSL verifies a time stamp that the product has accepted', accepts(verify('note')));
  check('OpenSSL does not verify it for another checkpoint', !accepts(verify('other')));
}

/** A bundle with a time stamp and a cosignature, which check_bundle.py hands to OpenSSL and checks itself. */
async function checkBundle(): Promise<void> {
  const attested = await exampleAttestation(exampleLog, { size: 3 });
  const authority = await startAuthority();
  const stamper = createTimeStamper({
    ...{ url: authority.url, roots: [new X509Certificate(authority.rootPem)], everyMs: 1000 },
    clock: { nowMs: Date.now },
  });
  const checkpoint = { size: 3, root: '', note: attested.checkpoint, createdAtMs: 0 };
  const { proof } = await stamper.attest({ checkpoint, attestedSize: 0, prove: async () => [] });
  await authority.close();
  writeFileSync(file('roots.pem'), authority.rootPem);
  writeFileSync(file('policy'), `witness w1 ${formatWitnessKey(exampleWitness.key)}\nquorum w1\n`);
  const stamped = { ...attested, kind: 'time_stamp', source: 'authority', proof } as const;
  const later = await exampleAttestation(exampleLog, { size: 4 });
  const find = async (...attestations: readonly (typeof attested)[]) => {
    const lines = await buildBundle(exampleLog, { attestations });
    writeFileSync(file('bundle.jsonl'), lines.join(''));
    const given = ['--witnesses', file('policy'), '--time-stamp-roots', file('roots.pem')];
    const { printed } = await runPython(['--json', '--key', exampleKeyText, ...given, file('bundle.jsonl')]);
    const { verdict, code, proved } = JSON.parse(printed);
    return verdict === 'sound' ? proved.length : code;
  };
  const wrong = 'attestation_wrong';
  check('check_bundle.py finds both good', (await find(attested, stamped)) === 2);
  check(
    'and no time stamp of another checkpoint',
    (await find({ ...later, kind: 'time_stamp', proof })) === wrong,
  );
  check('and no cosignature of another', (await find({ ...attested, proof: later.proof })) === wrong);
  writeFileSync(file('roots.pem'), (await startAndStop()).rootPem);
  check('and no time stamp of another authority', (await find(stamped)) === wrong);
}

async function startAndStop() {
  const authority = await startAuthority();
  await authority.close();
  return authority;
}

const settingsOf = (hash: string) => `[req]
distinguished_name=name
prompt=no
[name]
CN=OpenSSL
[root]
basicConstraints=critical,CA:true
keyUsage=critical,keyCertSign
[authority]
extendedKeyUsage=critical,timeStamping
keyUsage=critical,digitalSignature
[tsa]
default_tsa=stamps
[stamps]
serial=./serial
crypto_device=builtin
signer_cert=./authority.pem
signer_key=./authority.key
signer_digest=sha256
default_policy=1.2.3.4
digests=sha256
ess_cert_id_alg=${hash}
`;

/** What OpenSSL has stamped, with keys of this kind, and the certificate named by this hash. */
function checkTheirs(key: readonly string[], hash: string): void {
  writeFileSync(file('settings'), settingsOf(hash));
  const made = ['-nodes', '-config', 'settings'];
  openssl('req', '-x509', ...key, ...made, '-keyout', 'root.key', '-out', 'root.pem', '-extensions', 'root');
  openssl('req', ...key, ...made, '-keyout', 'authority.key', '-out', 'request', '-subj', '/CN=Authority');
  openssl(
    ...['x509', '-req', '-in', 'request', '-CA', 'root.pem', '-CAkey', 'root.key', '-CAcreateserial'],
    ...['-out', 'authority.pem', '-extfile', 'settings', '-extensions', 'authority'],
  );
  const digest = stampedDigest(note);
  writeFileSync(file('query'), formatTimeStampRequest({ digest, nonce }));
  openssl(
    'ts',
    '-reply',
    '-queryfile',
    'query',
    '-config',
    'settings',
    '-section',
    'stamps',
    '-out',
    'reply',
  );
  const token = readTimeStampResponse(readFileSync(file('reply')));
  const roots = parseCertificates(readFileSync(file('root.pem'), 'utf8'));
  const name = `${key[1]} and ${hash}`;
  check(
    `the product verifies a time stamp of OpenSSL with ${name}`,
    accepts(() => verifyTimeStamp(token, { digest, nonce, roots })),
  );
  check(`and not without its root`, !accepts(() => verifyTimeStamp(token, { digest, nonce, roots: [] })));
}

try {
  await checkOurs();
  await checkBundle();
  for (const hash of ['sha1', 'sha256', 'sha512']) {
    checkTheirs(['-newkey', 'rsa:2048'], hash);
    checkTheirs(['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-384'], hash);
  }
} finally {
  rmSync(directory, { recursive: true });
}
process.exitCode = faults.length === 0 ? 0 : 1;
