import { createHash, createHmac, createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { auditRecordExample, queryResponseExample } from '../api/examples.ts';
import { consistencySchema, logEventPageSchema } from './audit-log.ts';
import { auditProofExample, erasureExample, logResponseExamples } from './log-examples.ts';

const proof = auditProofExample;

function hashOf(...parts: readonly Uint8Array[]): string {
  return createHash('sha256').update(Buffer.concat(parts)).digest('hex');
}

function leafHash(text: string): string {
  return hashOf(Buffer.of(0), Buffer.from(text));
}

function nodeHash(left: string | undefined, right: string | undefined): string {
  return hashOf(Buffer.of(1), Buffer.from(left ?? '', 'hex'), Buffer.from(right ?? '', 'hex'));
}

const tenantId = auditRecordExample.tenant_id;

test('the example record is included in the example log', () => {
  expect(leafHash(proof.entry)).toBe(proof.leaf_hash);
  expect(auditRecordExample.log).toEqual({ leaf_index: proof.leaf_index, leaf_hash: proof.leaf_hash });
  const [next, before, after] = proof.inclusion;
  const root = nodeHash(nodeHash(before, nodeHash(proof.leaf_hash, next)), after);
  expect(root).toBe(proof.checkpoint.root);
});

test('the salts of the example open what the leaf commits to', () => {
  const { question, answer, metadata, end_user_id: endUserId } = auditRecordExample;
  const texts: Readonly<Record<string, string>> = {
    ...{ question, answer, metadata: JSON.stringify(metadata), end_user_id: endUserId ?? '' },
    ...{ response: JSON.stringify(queryResponseExample), content_state: 'present', facts: '[]' },
  };
  const commitments: [string, string][] = JSON.parse(proof.entry)[8];
  expect(commitments.map(([name]) => name)).toEqual(Object.keys(proof.salts ?? {}));
  for (const [name, commitment] of commitments) {
    const salt = Buffer.from(proof.salts?.[name] ?? '', 'hex');
    const opened = createHmac('sha256', salt).update(texts[name] ?? 'no such field');
    expect(opened.digest('hex'), name).toBe(commitment);
  }
});

test('the example note is signed by its key, and matches the checkpoint', () => {
  const { note, size, root } = proof.checkpoint;
  const [text = '', signature = ''] = note.split('\n\n— ');
  expect(text).toBe(`avow/${tenantId}\n${size}\n${Buffer.from(root, 'hex').toString('base64')}`);
  const key = Buffer.from(proof.verifier_key.split('+').slice(2).join('+'), 'base64');
  const publicKey = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: key.subarray(1).toString('base64url') },
    format: 'jwk',
  });
  const signed = Buffer.from(signature.trimEnd().split(' ')[1] ?? '', 'base64');
  expect(signed.subarray(0, 4).toString('hex')).toBe(proof.verifier_key.split('+')[1]);
  expect(verify(null, Buffer.from(`${text}\n`), publicKey, signed.subarray(4))).toBe(true);
  expect(logResponseExamples).toMatchObject({
    getLogCheckpoint: { 200: note },
    getLogKey: { 200: `${proof.verifier_key}\n` },
  });
});

test('the newer example tree extends the older', () => {
  const { from, to, proof: steps } = consistencySchema.parse(logResponseExamples['getLogConsistency']?.[200]);
  expect({ size: to.size, root: to.root }).toEqual({
    size: proof.checkpoint.size,
    root: proof.checkpoint.root,
  });
  expect(nodeHash(nodeHash(from.root, steps[0]), steps[1])).toBe(to.root);
});

test('the events of the example are leaves of its log', () => {
  const { data } = logEventPageSchema.parse(logResponseExamples['listLogEvents']?.[200]);
  expect(data[0]).toMatchObject(erasureExample.log);
  for (const { kind, subject, action, occurred_at: at, actor, details, leaf_hash: hash } of data) {
    const entry = ['avow.leaf.v2', kind, tenantId, subject, action, at, actor, Object.entries(details), []];
    expect(leafHash(JSON.stringify(entry)), kind).toBe(hash);
  }
});
