import type { EvaluationReport } from '@avow/contract/evaluation';
import type { GuardrailPolicyGiven } from '@avow/contract/guardrails';
import type { PackId, PackVersion, TenantId } from '@avow/foundation';
import type { GoldenQuestion } from '../golden/golden-store.ts';
import type { IsStored, QuestionReply } from './evaluate-reply.ts';

/** How questions are asked. */
export interface AskingOptions {
  readonly tier: 0 | 1 | 2 | 3 | null;
  readonly policy: GuardrailPolicyGiven | null;
}

export type Conditions = EvaluationReport['conditions'];

/** A version or draft that is ready to be asked as if it alone were served. */
export interface PreparedSubject {
  readonly subject: EvaluationReport['subject'];
  readonly ask: (
    golden: Pick<GoldenQuestion, 'question' | 'groups'> & {
      /** For people to read; left out, answers are plain text. */
      readonly format?: 'markdown';
    },
  ) => Promise<QuestionReply>;
  /** Checks quotes with the groups of the question. */
  readonly isStoredFor: (golden: GoldenQuestion) => IsStored;
}

export type SubjectRequest =
  | { readonly kind: 'version'; readonly version: number }
  | { readonly kind: 'draft' }
  /** The caller has staged the draft and holds the lock of the pack. */
  | { readonly kind: 'staged'; readonly pack: PackVersion; readonly draftRevision: number };

export interface SubjectOptions extends AskingOptions {
  readonly packId: PackId;
  readonly wanted: SubjectRequest;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Pick<EvaluationProgress, 'step' | 'done' | 'total'>) => void;
}

/** Prepares versions and drafts so that golden questions can be asked. */
export interface Asking {
  /** The conditions without their hash. Rejects with `validation_failed` if the given policy is invalid. */
  describe(tenantId: TenantId, options: AskingOptions): Promise<Omit<Conditions, 'hash'>>;
  /**
   * Prepares the subject, does the work, and cleans up. Null: no such pack or version. Rejects with `pack_conflict` if the
   * draft changed in the meantime, because its answers would not be of one state.
   */
  within<Done>(
    tenantId: TenantId,
    options: SubjectOptions,
    work: (asked: PreparedSubject) => Promise<Done>,
  ): Promise<Done | null>;
}

export interface EvaluationProgress {
  /** First the subject is staged and embedded, then questions are asked. */
  readonly step: 'preparing' | 'encoding' | 'asking';
  readonly done: number;
  readonly total: number;
  /** Of the questions asked so far. */
  readonly rightCount: number;
}
