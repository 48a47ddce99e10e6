import type { AuditProof, AuditRecord } from '@avow/contract/records';
import { decodeHex, encodeHex, LogError, verifyCommitment } from '@avow/ledger-log';
import { leafHash, parseEntry } from '@avow/ledger-log/entries';
import { openCheckpoint, parseVerifierKey } from '@avow/ledger-log/notes';
import { verifyInclusion } from '@avow/ledger-log/tree';
import { hmacInBrowser, sha256InBrowser, verifyInBrowser } from './log-digests.ts';

type ProofStep = 'key' | 'signature' | 'leaf' | 'inclusion' | 'subject' | 'content';

interface CheckedStep {
  readonly step: ProofStep;
  /** Null: it holds. */
  readonly fault: string | null;
}

export interface CheckedProof {
  readonly steps: readonly CheckedStep[];
  /** The fields whose text was compared with what the log commits to. */
  readonly fields: readonly string[];
}

/** The fields whose text the record shows exactly as it was logged. */
function shownFields(record: AuditRecord): ReadonlyMap<string, string> {
  const rules = record.rules_in_force.map(({ leaf_index: index }) => index);
  const lasting = ['rules', JSON.stringify(rules)] as const;
  const isGone = record.content_state === 'erased' || record.content_state === 'expired';
  if (isGone) return new Map([lasting]);
  const fields: [string, string | null][] = [
    ['question', record.question],
    ['refined_question', record.refined_question],
    ['answer', record.answer],
    ['end_user_id', record.end_user_id],
    ['content_state', record.content_state],
  ];
  return new Map([
    ...fields.flatMap(([name, text]) => (text === null ? [] : [[name, text] as const])),
    lasting,
  ]);
}

/** A step that does not hold ends the check: what follows rests on it. */
class StepError extends Error {
  readonly step: ProofStep;

  constructor(step: ProofStep, message: string) {
    super(message);
    this.step = step;
  }
}

/**
 * Checks, in the browser, that the log contains this record as it is shown: the checkpoint is signed by the key, the leaf is
 * in the tree that was signed, and the texts are those that the leaf commits to.
 */
export async function checkProof(proof: AuditProof, record: AuditRecord): Promise<CheckedProof> {
  const done: ProofStep[] = [];
  const fields: string[] = [];
  const hold = async <Value>(step: ProofStep, check: () => Promise<Value>): Promise<Value> => {
    try {
      const value = await check();
      done.push(step);
      return value;
    } catch (error) {
      throw new StepError(step, error instanceof LogError || error instanceof Error ? error.message : '');
    }
  };
  try {
    const key = await hold('key', () => parseVerifierKey(proof.verifier_key, sha256InBrowser));
    const checkpoint = await hold('signature', () =>
      openCheckpoint(new TextEncoder().encode(proof.checkpoint.note), {
        keys: [key],
        verify: verifyInBrowser,
        origin: `avow/${record.tenant_id}`,
      }),
    );
    const leaf = await hold('leaf', async () => {
      const hash = new Uint8Array(await leafHash(new TextEncoder().encode(proof.entry), sha256InBrowser));
      if (encodeHex(hash) !== record.log?.leaf_hash) throw new Error('the record names another leaf');
      return hash;
    });
    await hold('inclusion', () =>
      verifyInclusion(
        {
          index: proof.leaf_index,
          size: checkpoint.size,
          root: checkpoint.root,
          leafHash: leaf,
          proof: proof.inclusion.map((hash) => decodeHex(hash) ?? new Uint8Array()),
        },
        sha256InBrowser,
      ),
    );
    const entry = parseEntry(proof.entry);
    await hold('subject', async () => {
      if (entry.subject !== record.message_id) throw new Error('the leaf belongs to another message');
    });
    await hold('content', async () => {
      const shown = shownFields(record);
      for (const [name, commitment] of entry.commitments) {
        const text = shown.get(name);
        const salt = proof.salts?.[name];
        if (text === undefined || salt === undefined) continue;
        await verifyCommitment({ commitment, salt, text }, hmacInBrowser);
        fields.push(name);
      }
    });
    return { steps: done.map((step) => ({ step, fault: null })), fields };
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    const steps = done.map((step) => ({ step, fault: null }));
    return { steps: [...steps, { step: error.step, fault: error.message }], fields };
  }
}
