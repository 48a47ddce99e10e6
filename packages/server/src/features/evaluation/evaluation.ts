import type {
  EvaluationComparison,
  EvaluationReport,
  GoldenFile,
  GoldenGiven,
} from '@avow/contract/evaluation';
import type { GuardrailPolicyGiven } from '@avow/contract/guardrails';
import type {
  EvaluationId,
  EvaluationProgress,
  GateOutcome,
  GoldenId,
  GoldenQuestion,
  PublishGate,
  StoredEvaluation,
} from '@avow/evaluation';
import type { CallerId, PackId, PackVersion, TenantId } from '@avow/foundation';

/** A published version by number, the served version, or the current draft. */
type EvaluationSubject = number | 'draft' | 'published';

export interface EvaluationOptions {
  readonly packId: PackId;
  readonly subject: EvaluationSubject;
  /** The tier requested for every question; null: set by the policy. */
  readonly tier: 0 | 1 | 2 | 3 | null;
  /** Replaces the tenant's policy; null: the policy in force. */
  readonly policy: GuardrailPolicyGiven | null;
  /** The number of questions asked concurrently; latencies are only meaningful with 1. */
  readonly concurrency: number;
  /** An interrupted run whose results are reused. Rejects if its subject or conditions differ. */
  readonly resumeFrom: EvaluationReport | null;
  /** Ends the run early; the results so far are reported. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: EvaluationProgress) => void;
  readonly createdBy: CallerId | null;
  /** Its id if already assigned; otherwise it is generated. */
  readonly evaluationId?: EvaluationId;
}

export type Evaluated = { readonly kind: 'evaluated'; readonly report: EvaluationReport } | NotEvaluated;

/** Why the evaluation cannot run. */
export type NotEvaluated =
  | { readonly kind: 'unknown_pack' }
  /** Unknown or retired, or nothing is served. */
  | { readonly kind: 'unknown_version' }
  /** The golden set has no accepted question. */
  | { readonly kind: 'no_questions' };

/** Runs golden sets and stores their reports. Ids of other tenants are unknown. */
export interface Evaluations {
  /**
   * Why the evaluation could not run; null: nothing is known to prevent it. Rejects with `validation_failed` if the given
   * policy is invalid.
   */
  check(
    tenantId: TenantId,
    options: Pick<EvaluationOptions, 'packId' | 'subject' | 'tier' | 'policy'>,
  ): Promise<NotEvaluated | null>;
  /**
   * Asks the golden set as a client would, leaving nothing in the tenant's records except the cost. A complete run is stored.
   * Rejects with the signal's reason if it is aborted before anything was asked.
   */
  evaluate(tenantId: TenantId, options: EvaluationOptions): Promise<Evaluated>;
  compare(base: EvaluationReport, other: EvaluationReport): Promise<EvaluationComparison>;
  get(tenantId: TenantId, evaluationId: EvaluationId): Promise<EvaluationReport | null>;
  /** Newest first. Null: no such pack. */
  list(
    tenantId: TenantId,
    packId: PackId,
    page: { readonly before: EvaluationId | null; readonly limit: number },
  ): Promise<Omit<StoredEvaluation, 'report'>[] | null>;
}

/** Operations on golden sets. Null and false mean "not found"; conflicts reject with an `AppError`. */
export interface GoldenSets {
  list(
    tenantId: TenantId,
    packId: PackId,
    filter: { readonly state?: GoldenQuestion['state'] },
    page: { readonly after: GoldenId | null; readonly limit: number },
  ): Promise<GoldenQuestion[] | null>;
  get(tenantId: TenantId, packId: PackId, goldenId: GoldenId): Promise<GoldenQuestion | null>;
  /**
   * Stores all or none as accepted questions of a person. A question with an id replaces that one; a question without one
   * replaces the one that asks the same for the same groups. Rejects with `validation_failed` if an id is unknown or two
   * questions ask the same, and with `invalid_state` if there would be too many.
   */
  put(tenantId: TenantId, packId: PackId, given: readonly GoldenGiven[]): Promise<GoldenQuestion[] | null>;
  /**
   * The same for a file, which may come from another installation: unknown ids are replaced by new ones. Rejects with
   * `validation_failed` and every location if it is not a golden file.
   */
  importFile(tenantId: TenantId, packId: PackId, file: unknown): Promise<GoldenQuestion[] | null>;
  /** Accepts suggested questions. Null: no such question. */
  accept(
    tenantId: TenantId,
    packId: PackId,
    goldenIds: readonly GoldenId[],
  ): Promise<GoldenQuestion[] | null>;
  /** Returns the number removed. */
  remove(tenantId: TenantId, packId: PackId, goldenIds: readonly GoldenId[]): Promise<number>;
  /** Suggests questions from the draft of the pack, except those that the set already has. */
  suggest(
    tenantId: TenantId,
    packId: PackId,
    options: {
      readonly count: number;
      /** False: they are only shown. */
      readonly isKept?: boolean;
    },
  ): Promise<GoldenQuestion[] | null>;
  /** Only accepted questions. */
  exportFile(tenantId: TenantId, packId: PackId): Promise<GoldenFile | null>;
  getGate(tenantId: TenantId, packId: PackId): Promise<PublishGate | null>;
  setGate(tenantId: TenantId, packId: PackId, gate: PublishGate | null): Promise<boolean>;
}

/** The staged version to check. The caller holds the lock of the pack. */
export interface GateRequest {
  readonly staged: { readonly pack: PackVersion; readonly draftRevision: number };
  /** Null: nothing is served, so there is nothing to compare with. */
  readonly servedVersion: number | null;
  readonly isForced: boolean;
  readonly signal: AbortSignal;
  /** Counts the questions asked. */
  readonly onProgress: (done: number, total: number) => void;
}

/** Whether the golden set of a pack allows publication. Open if the pack has no gate. */
export type CheckGate = (tenantId: TenantId, options: GateRequest) => Promise<GateOutcome>;

/** A background evaluation, tracked by its id. */
export interface EvaluationRun {
  readonly evaluationId: EvaluationId;
  readonly status: 'running' | 'failed' | 'cancelled';
  readonly progress: EvaluationProgress;
  /** For people to read; null: it did not fail. */
  readonly failure: string | null;
}

/** Background evaluations, one per tenant at a time. A complete one is found in the store by its id. */
export interface EvaluationRuns {
  /** Rejects with `concurrency_limited` if one is running, and with `invalid_state` if there is nothing to ask. */
  start(
    tenantId: TenantId,
    options: Pick<EvaluationOptions, 'packId' | 'subject' | 'tier' | 'policy' | 'createdBy'>,
  ): Promise<EvaluationRun | null>;
  /** Null: no such run on any node, or it is complete. */
  get(tenantId: TenantId, packId: PackId, evaluationId: EvaluationId): Promise<EvaluationRun | null>;
  /** Null: no such run. Rejects with `invalid_state` if it has ended. */
  cancel(tenantId: TenantId, packId: PackId, evaluationId: EvaluationId): Promise<EvaluationRun | null>;
  close(): Promise<void>;
}
