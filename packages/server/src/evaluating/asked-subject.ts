import type { EvaluationReport, GuardrailPolicyGiven } from '@avow/contract';
import type { EvaluationProgress } from '../interfaces/evaluations.ts';
import type { GoldenQuestion } from '../interfaces/golden-store.ts';
import type { PackId, PackVersion, TenantId } from '../interfaces/identity.ts';
import type { IsStored, Reply } from './result-of.ts';

/** How questions are asked, apart from what. */
export interface AskingWish {
  readonly tier: 0 | 1 | 2 | 3 | null;
  readonly policy: GuardrailPolicyGiven | null;
}

export type Conditions = EvaluationReport['conditions'];

/** A version, or a draft, that is ready to be asked as if it alone were served. */
export interface AskedSubject {
  readonly subject: EvaluationReport['subject'];
  readonly ask: (golden: GoldenQuestion) => Promise<Reply>;
  /** For whoever is asked for. */
  readonly isStoredFor: (golden: GoldenQuestion) => IsStored;
}

export type WantedSubject =
  | { readonly kind: 'version'; readonly version: number }
  | { readonly kind: 'draft' }
  /** The caller has staged the draft, and keeps others from the pack. */
  | { readonly kind: 'staged'; readonly pack: PackVersion; readonly draftRevision: number };

export interface SubjectWish extends AskingWish {
  readonly packId: PackId;
  readonly wanted: WantedSubject;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Pick<EvaluationProgress, 'step' | 'done' | 'total'>) => void;
}

/** What golden questions are put to. */
export interface Asking {
  /** All but the hash. Rejects with `validation_failed` where the policy that is given has faults. */
  describe(tenantId: TenantId, wish: AskingWish): Promise<Omit<Conditions, 'hash'>>;
  /**
   * Makes it ready, does the work, and leaves no trace of it. Null: no such pack or version. Rejects with `pack_conflict`
   * where the draft changed meanwhile: its answers are of no one state.
   */
  within<Done>(
    tenantId: TenantId,
    wish: SubjectWish,
    work: (asked: AskedSubject) => Promise<Done>,
  ): Promise<Done | null>;
}
