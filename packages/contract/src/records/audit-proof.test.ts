import { expect, test } from 'vitest';
import { auditLimits } from './audit-limits.ts';
import { type AuditProof, auditProofSchema } from './audit-proof.ts';
import { auditProofExample, erasureExample } from './log-examples.ts';

const accepts = (change: object) => auditProofSchema.safeParse({ ...auditProofExample, ...change }).success;
const withCheckpoint = (change: object) =>
  accepts({ checkpoint: { ...auditProofExample.checkpoint, ...change } });
const hash = 'a'.repeat(64);

test('everything that a verifier needs is always present', () => {
  expect(accepts({})).toBe(true);
  for (const name of Object.keys(auditProofExample)) {
    const { [name as keyof AuditProof]: _left, ...rest } = auditProofExample;
    expect(auditProofSchema.safeParse(rest).success, name).toBe(false);
    expect(accepts({ [name]: undefined }), name).toBe(false);
  }
  expect(accepts({ verdict: 'right' })).toBe(false);
});

test('hashes are 64 digits of lower-case hexadecimal', () => {
  for (const wrong of ['', hash.toUpperCase(), hash.slice(1), `${hash}0`, `${hash}\n`, null]) {
    expect(accepts({ leaf_hash: wrong })).toBe(false);
    expect(accepts({ inclusion: [wrong] })).toBe(false);
    expect(accepts({ salts: { answer: wrong } })).toBe(false);
    expect(withCheckpoint({ root: wrong })).toBe(false);
  }
});

test('the checkpoint covers the leaf', () => {
  const { size } = auditProofExample.checkpoint;
  expect(accepts({ leaf_index: size - 1 })).toBe(true);
  expect(accepts({ leaf_index: size })).toBe(false);
  expect(accepts({ leaf_index: -1 })).toBe(false);
  expect(withCheckpoint({ size: 0 })).toBe(false);
});

test('a proof has no more hashes than a tree has levels', () => {
  expect(accepts({ inclusion: [] })).toBe(true);
  expect(accepts({ inclusion: new Array(auditLimits.proofHashesMax).fill(hash) })).toBe(true);
  expect(accepts({ inclusion: new Array(auditLimits.proofHashesMax + 1).fill(hash) })).toBe(false);
});

test('an erased record has at most the salt of its facts, and its events', () => {
  const event = { ...erasureExample.log, entry: '["avow.leaf.v2"]', inclusion: [hash] };
  expect(accepts({ salts: null, events: [event] })).toBe(true);
  expect(accepts({ salts: { facts: hash }, events: [event] })).toBe(true);
  expect(accepts({ events: [{ ...event, entry: '' }] })).toBe(false);
  expect(accepts({ events: [{ ...event, kind: 'erasure' }] })).toBe(false);
});

test('a key is a name, an id and the key itself', () => {
  const [name, id, key] = auditProofExample.verifier_key.split('+');
  expect(accepts({ verifier_key: `${name}+${id}+AQ+/AQ==` })).toBe(true);
  for (const wrong of ['', `${name}+${id}`, `+${id}+${key}`, `a b+${id}+${key}`, `${name}+A002E20A+${key}`])
    expect(accepts({ verifier_key: wrong }), wrong).toBe(false);
});
