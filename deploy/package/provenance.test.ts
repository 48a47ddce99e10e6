import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Build, checkProvenance, composeStatement, sha256, signStatement } from './provenance.ts';

const build: Build = {
  made: new Map([['avow-1.tgz', sha256('package')]]),
  from: new Map([['package-lock.json', sha256('lock')]]),
  ...{ commit: 'c0ffee', isModified: false, builder: 'urn:test', tools: { node: 'v24' }, platform: 'a-b' },
  ...{ startedAt: '2026-11-18T00:00:00Z', endedAt: '2026-11-18T00:01:00Z' },
};
const statement = composeStatement(build);
const keyPair = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    publicKey: String(publicKey.export({ type: 'spki', format: 'pem' })),
  };
};
const key = keyPair();
const files = (text = 'package', name = 'avow-1.tgz') => new Map([[name, sha256(text)]]);
const check = (stated: object, given = files(), publicKey: string | null = null) =>
  checkProvenance(JSON.stringify(stated), { files: given, publicKey });

describe('a statement of provenance', () => {
  it('names what was made, and from what, in the words of in-toto and SLSA', () => {
    expect(statement).toMatchObject({
      _type: 'https://in-toto.io/Statement/v1',
      subject: [{ name: 'avow-1.tgz', digest: { sha256: sha256('package') } }],
      predicateType: 'https://slsa.dev/provenance/v1',
      predicate: {
        buildDefinition: {
          resolvedDependencies: [
            { name: 'source', digest: { gitCommit: 'c0ffee' } },
            { name: 'package-lock.json', digest: { sha256: sha256('lock') } },
          ],
        },
        runDetails: { builder: { id: 'urn:test' } },
      },
    });
    expect(JSON.stringify(composeStatement({ ...build, isModified: true }))).toContain('"modified":true');
    expect(JSON.stringify(composeStatement({ ...build, commit: null }))).not.toContain('gitCommit');
  });

  it('holds for the files that it names, and for no others', () => {
    expect(check(statement)).toMatchObject({ kind: 'sound', isSigned: false });
    expect(check(statement, files('changed'))).toMatchObject({ kind: 'fault' });
    expect(check(statement, files('package', 'other.tgz'))).toMatchObject({
      reason: 'the statement does not name other.tgz',
    });
    const both = [...files('changed'), ...files()];
    expect(checkProvenance(JSON.stringify(statement), { files: both, publicKey: null })).toMatchObject({
      ...{ kind: 'fault', reason: expect.stringContaining('avow-1.tgz is not the file') },
    });
    for (const none of [{}, [], { ...statement, _type: 'x' }, { ...statement, subject: null }])
      expect(check(none)).toMatchObject({ reason: 'this is not a statement of provenance' });
    expect(checkProvenance('{', { files: files(), publicKey: null })).toMatchObject({ kind: 'fault' });
  });

  it('is signed by a key, and what another key or nobody has signed does not count', () => {
    const envelope = signStatement(statement, key.privateKey);
    expect(check(envelope, files(), key.publicKey)).toMatchObject({ kind: 'sound', isSigned: true });
    expect(check(envelope)).toMatchObject({ kind: 'sound', isSigned: false });
    expect(check(envelope, files('changed'), key.publicKey)).toMatchObject({ kind: 'fault' });
    expect(check(envelope, files(), keyPair().publicKey)).toMatchObject({
      reason: 'the statement is not signed by this key',
    });
    expect(check(statement, files(), key.publicKey)).toMatchObject({ reason: 'the statement is not signed' });
    const other = composeStatement({ ...build, commit: 'bad' });
    const payload = Buffer.from(JSON.stringify(other)).toString('base64');
    expect(check({ ...envelope, payload }, files(), key.publicKey)).toMatchObject({ kind: 'fault' });
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
    expect(() => signStatement(statement, pem)).toThrow('not an Ed25519 key');
  });
});
