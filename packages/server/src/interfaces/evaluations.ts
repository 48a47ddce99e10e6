import type {
  EvaluationComparison,
  EvaluationReport,
  GoldenFile,
  GoldenGiven,
  GuardrailPolicyGiven,
} from '@avow/contract';
import type {
  EvaluationId,
  GoldenId,
  GoldenQuestion,
  PublishGate,
  StoredEvaluation,
} from './golden-store.ts';
import type { KeyId, PackId, PackVersion, TenantId } from './identity.ts';

/** What is asked: a version that was published, the one that is served, or the draft as it is now. */
type EvaluationSubject = number | 'draft' | 'served';

export interface EvaluationWish {
  readonly packId: PackId;
  readonly subject: EvaluationSubject;
  /** The tier that every question asks for; null: as the policy says. */
  readonly tier: 0 | 1 | 2 | 3 | null;
  /** In place of the tenant's own; null: that which is in force. */
  readonly policy: GuardrailPolicyGiven | null;
  /** How many questions are asked at once; times are those of one alone where it is 1. */
  readonly atOnce: number;
  /** A run that was interrupted: what it asked is not asked again. Rejects where it was another subject or other conditions. */
  readonly resumeFrom: EvaluationReport | null;
  /** Ends the run before its time; what was asked by then is reported. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: EvaluationProgress) => void;
  readonly createdBy: KeyId | null;
  /** Where its id was told before it began; left out: it is drawn. */
  readonly evaluationId?: EvaluationId;
}

export interface EvaluationProgress {
  /** First the search is made ready for what is asked, then questions are asked. */
  readonly step: 'preparing' | 'encoding' | 'asking';
  readonly done: number;
  readonly total: number;
  /** Of the questions asked so far. */
  readonly rightCount: number;
}

export type Evaluated = { readonly kind: 'evaluated'; readonly report: EvaluationReport } | NotEvaluated;

/** Why nothing can be asked. */
export type NotEvaluated =
  | { readonly kind: 'unknown_pack' }
  /** Or it is retired; or nothing is served. */
  | { readonly kind: 'unknown_version' }
  /** The golden set has no accepted question. */
  | { readonly kind: 'no_questions' };

/** Runs golden sets, and knows what they have shown. Other tenants' ids are as unknown as any. */
export interface Evaluations {
  /**
   * What would keep it from being asked; null: nothing, as far as can be seen. Rejects with `validation_failed` where the
   * policy that is given has faults.
   */
  check(
    tenantId: TenantId,
    wish: Pick<EvaluationWish, 'packId' | 'subject' | 'tier' | 'policy'>,
  ): Promise<NotEvaluated | null>;
  /**
   * Asks the golden set as a client would, leaving nothing in the tenant's records but what it cost. A whole run is stored.
   * Where the signal ends it before anything was asked it rejects with the signal's reason.
   */
  evaluate(tenantId: TenantId, wish: EvaluationWish): Promise<Evaluated>;
  compare(base: EvaluationReport, other: EvaluationReport): Promise<EvaluationComparison>;
  get(tenantId: TenantId, evaluationId: EvaluationId): Promise<EvaluationReport | null>;
  /** Newest first. Null: no such pack. */
  list(
    tenantId: TenantId,
    packId: PackId,
    page: { readonly before: EvaluationId | null; readonly limit: number },
  ): Promise<Omit<StoredEvaluation, 'report'>[] | null>;
}

/** What can be done with golden sets. Null and false stand for "no such thing"; conflicts reject with an `AppError`. */
export interface GoldenSets {
  list(
    tenantId: TenantId,
    packId: PackId,
    filter: { readonly state?: GoldenQuestion['state'] },
    page: { readonly after: GoldenId | null; readonly limit: number },
  ): Promise<GoldenQuestion[] | null>;
  get(tenantId: TenantId, packId: PackId, goldenId: GoldenId): Promise<GoldenQuestion | null>;
  /**
   * All or nothing, as accepted questions of a person. One with an id replaces that; one without replaces the one that asks
   * the same of the same people. Rejects with `validation_failed` where an id is unknown or two ask the same, and with
   * `invalid_state` where there would be too many.
   */
  put(tenantId: TenantId, packId: PackId, given: readonly GoldenGiven[]): Promise<GoldenQuestion[] | null>;
  /**
   * The same for what a file holds, which may come from elsewhere: an id that is unknown here is drawn anew. Rejects with
   * `validation_failed`, naming every place, where it is no such file.
   */
  importFile(tenantId: TenantId, packId: PackId, file: unknown): Promise<GoldenQuestion[] | null>;
  /** Accepts suggested ones. Null: no such question. */
  accept(
    tenantId: TenantId,
    packId: PackId,
    goldenIds: readonly GoldenId[],
  ): Promise<GoldenQuestion[] | null>;
  /** How many there were. */
  remove(tenantId: TenantId, packId: PackId, goldenIds: readonly GoldenId[]): Promise<number>;
  /** Suggests questions from the draft of the pack; what is there already is not suggested again. */
  suggest(
    tenantId: TenantId,
    packId: PackId,
    wish: { readonly count: number },
  ): Promise<GoldenQuestion[] | null>;
  /** Accepted questions alone. */
  exportFile(tenantId: TenantId, packId: PackId): Promise<GoldenFile | null>;
  getGate(tenantId: TenantId, packId: PackId): Promise<PublishGate | null>;
  setGate(tenantId: TenantId, packId: PackId, gate: PublishGate | null): Promise<boolean>;
}

/** What is to be served next, as far as a gate looks at it. The caller keeps others from working on the pack. */
export interface StagedForGate {
  readonly staged: { readonly pack: PackVersion; readonly draftRevision: number };
  /** Null: nothing is, and there is nothing to compare with. */
  readonly servedVersion: number | null;
  readonly isForced: boolean;
  readonly signal: AbortSignal;
  /** Of the questions that are asked. */
  readonly onProgress: (done: number, total: number) => void;
}

export type GateOutcome =
  /** `note` goes with the version; empty: there is nothing to say. */
  | { readonly kind: 'open'; readonly note: string }
  /** `reason` is for a person to read. */
  | { readonly kind: 'closed'; readonly reason: string };

/** Whether the golden set of a pack lets it be published. Open where the pack has no gate. */
export type CheckGate = (tenantId: TenantId, wish: StagedForGate) => Promise<GateOutcome>;

/** An evaluation that was begun here and is followed by its id. */
export interface EvaluationRun {
  readonly evaluationId: EvaluationId;
  readonly status: 'running' | 'failed' | 'cancelled';
  readonly progress: EvaluationProgress;
  /** For a person to read; null: it did not fail. */
  readonly failure: string | null;
}

/** Evaluations that nobody waits for. One of a tenant runs at a time; what is whole is with the others, by its id. */
export interface EvaluationRuns {
  /** Rejects with `concurrency_limited` where one runs, and with `invalid_state` where there is nothing to ask. */
  start(
    tenantId: TenantId,
    wish: Pick<EvaluationWish, 'packId' | 'subject' | 'tier' | 'policy' | 'createdBy'>,
  ): Promise<EvaluationRun | null>;
  /** Null: no such run here, or it is whole. */
  get(tenantId: TenantId, packId: PackId, evaluationId: EvaluationId): EvaluationRun | null;
  /** Null: no such run here. Rejects with `invalid_state` where it has ended. */
  cancel(tenantId: TenantId, packId: PackId, evaluationId: EvaluationId): Promise<EvaluationRun | null>;
  close(): Promise<void>;
}
