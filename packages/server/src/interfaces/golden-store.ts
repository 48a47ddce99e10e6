import type { KeyId, MessageId, PackId, TenantId } from './identity.ts';

export type GoldenId = `gld_${string}`;
export type EvaluationId = `evl_${string}`;

/** What a right answer is. */
export type GoldenExpectation =
  | {
      readonly kind: 'answer';
      /** Paths of documents, or ids of curated pairs, of which one must be cited; empty: any will do. */
      readonly sources: readonly string[];
      /** What it says; of each, any of the alternatives. */
      readonly facts: ReadonlyArray<readonly string[]>;
      /** Of a question to be answered by yes or no. */
      readonly verdict: 'yes' | 'no' | null;
    }
  /** The pack does not answer it, and is to say so. */
  | { readonly kind: 'not_covered' };

/** A question of a pack's golden set. */
export interface GoldenQuestion {
  readonly goldenId: GoldenId;
  readonly question: string;
  readonly expects: GoldenExpectation;
  /** Suggested ones do not count until a person accepts them. */
  readonly state: 'accepted' | 'suggested';
  readonly origin: 'person' | 'generated' | 'feedback';
  /** The message that it came from, where one did: it goes with that. */
  readonly messageId: MessageId | null;
  readonly note: string;
  /** Who sees what: asked as a member of these. */
  readonly groups: readonly string[];
  readonly updatedAtMs: number;
}

/** Whether a pack that got worse may be published. */
export interface PublishGate {
  /** How far the share of right outcomes may fall, 0 to 1. */
  readonly toleranceShare: number;
}

/** An evaluation that was run, with its whole report as JSON. */
export interface StoredEvaluation {
  readonly evaluationId: EvaluationId;
  readonly packId: PackId;
  /** What was asked: a version that was published, or what the draft was at this revision. */
  readonly subject: { readonly version: number; readonly draftRevision: number | null };
  /** The same where questions, models and settings were the same: then results can be compared. */
  readonly conditions: string;
  readonly rightCount: number;
  readonly questionCount: number;
  readonly report: string;
  readonly createdAtMs: number;
  readonly createdBy: KeyId | null;
}

/** Golden sets of packs, their gates, and the evaluations that were run. Every method names the tenant first; all goes with its pack. */
export interface GoldenStore {
  /** All in one commit; one with an id that is there replaces it. `too_many`, `unknown` (no such pack, or no such message): nothing was kept. */
  putQuestions(
    tenantId: TenantId,
    packId: PackId,
    questions: readonly GoldenQuestion[],
    limits: { readonly questionsMax: number },
  ): Promise<'kept' | 'too_many' | 'unknown'>;
  /** By id, which is the order of their making. */
  listQuestions(
    tenantId: TenantId,
    packId: PackId,
    filter: { readonly state?: GoldenQuestion['state'] },
    page: { readonly after: GoldenId | null; readonly limit: number },
  ): Promise<GoldenQuestion[]>;
  getQuestion(tenantId: TenantId, packId: PackId, goldenId: GoldenId): Promise<GoldenQuestion | null>;
  /** How many there were. */
  removeQuestions(tenantId: TenantId, packId: PackId, goldenIds: readonly GoldenId[]): Promise<number>;

  getGate(tenantId: TenantId, packId: PackId): Promise<PublishGate | null>;
  /** Null: anything may be published. False: no such pack. */
  setGate(tenantId: TenantId, packId: PackId, gate: PublishGate | null): Promise<boolean>;

  /**
   * Keeps it, without the texts of questions that were erased or removed meanwhile, and of the pack's evaluations the newest
   * `keep`. False: no such pack.
   */
  putEvaluation(tenantId: TenantId, evaluation: StoredEvaluation, keep: number): Promise<boolean>;
  getEvaluation(tenantId: TenantId, evaluationId: EvaluationId): Promise<StoredEvaluation | null>;
  /** Newest first, without their reports. */
  listEvaluations(
    tenantId: TenantId,
    packId: PackId,
    page: { readonly before: EvaluationId | null; readonly limit: number },
  ): Promise<Omit<StoredEvaluation, 'report'>[]>;
}
