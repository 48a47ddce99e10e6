import type { KeyObject } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Fault } from '@avow/ledger/verification';
import type { Range } from '@avow/ledger-log/tree';
import type { SeededRandom } from './random.ts';

/** What can be tampered with: the database, in a transaction that is rolled back, and copies of the files. */
export interface VerifiedEvidence {
  readonly database: DatabaseSync;
  readonly random: SeededRandom;
  /** By tenant: lines of its file of anchors. */
  readonly anchors: Map<string, string[]>;
  logKey: KeyObject;
  masterKey: Uint8Array;
}

/** What verification must find. One of these is enough. */
export interface Expected {
  /** What was done, in words. */
  readonly what: string;
  /** The fault is exactly in one of these leaves… */
  readonly leaves?: readonly number[];
  /** …or in some of these, and in no others… */
  readonly within?: Range;
  /** …or names one of these messages… */
  readonly messageIds?: readonly string[];
  /** …or says one of these names… */
  readonly named?: readonly string[];
  /** …or this field. */
  readonly field?: RegExp;
}

/** Null: there is nothing of the kind to be changed here. */
export type Mutate = (evidence: VerifiedEvidence) => Expected | null;

export function isExpected({ leaves, messageId, field, why }: Fault, expected: Expected): boolean {
  const isOne = leaves !== null && leaves.end - leaves.start === 1;
  if (isOne && expected.leaves?.includes(leaves.start)) return true;
  const { within } = expected;
  if (within !== undefined && leaves !== null && leaves.start >= within.start && leaves.end <= within.end)
    return true;
  if (messageId !== null && expected.messageIds?.includes(messageId)) return true;
  if (expected.named?.some((name) => why.includes(name))) return true;
  return expected.field?.test(field) ?? false;
}
