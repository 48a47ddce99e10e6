import type { CallerId, MessageId, PackId, TenantId } from '@avow/foundation';
import { readAllPages } from '@avow/foundation/concurrency';

export type GoldenId = `gld_${string}`;
export type EvaluationId = `evl_${string}`;

/** What a right answer is. */
export type GoldenExpectation =
  | {
      readonly kind: 'answer';
      /** Paths of documents or ids of curated pairs, one of which must be cited; empty: any. */
      readonly sources: readonly string[];
      /** Facts that it must state, each with alternatives. */
      readonly facts: ReadonlyArray<readonly string[]>;
      /** The expected answer to a yes/no question. */
      readonly verdict: 'yes' | 'no' | null;
    }
  /** The pack does not answer it, and the service should say so. */
  | { readonly kind: 'not_covered' };

/** A question of a pack's golden set. */
export interface GoldenQuestion {
  readonly goldenId: GoldenId;
  readonly question: string;
  readonly expects: GoldenExpectation;
  /** Suggested ones do not count until a person accepts them. */
  readonly state: 'accepted' | 'suggested';
  readonly origin: 'person' | 'generated' | 'feedback';
  /** The message that it came from, if any: it is deleted with the message. */
  readonly messageId: MessageId | null;
  readonly note: string;
  /** The question is asked as a member of these groups. */
  readonly groups: readonly string[];
  readonly updatedAtMs: number;
}

/** Whether a pack that got worse may be published. */
export interface PublishGate {
  /** How far the share of right outcomes may drop, 0 to 1. */
  readonly toleranceShare: number;
}

/** An evaluation that was run, with its whole report as JSON. */
export interface StoredEvaluation {
  readonly evaluationId: EvaluationId;
  readonly packId: PackId;
  /** A published version, or the draft at this revision. */
  readonly subject: { readonly version: number; readonly draftRevision: number | null };
  /** Equal if questions, models and settings were the same, so that results can be compared. */
  readonly conditions: string;
  readonly rightCount: number;
  readonly questionCount: number;
  readonly report: string;
  readonly createdAtMs: number;
  readonly createdBy: CallerId | null;
}

/** Golden sets of packs, their gates and their evaluations. Every method takes the tenant first; all is deleted with the pack. */
export interface GoldenStore {
  /** Stores all in one commit, replacing existing ids. `too_many`, `unknown` (no such pack or message): nothing was stored. */
  putQuestions(
    tenantId: TenantId,
    packId: PackId,
    questions: readonly GoldenQuestion[],
    limits: { readonly questionsMax: number },
  ): Promise<'kept' | 'too_many' | 'unknown'>;
  /** Ordered by id, which is the order of creation. */
  listQuestions(
    tenantId: TenantId,
    packId: PackId,
    filter: { readonly state?: GoldenQuestion['state'] },
    page: { readonly after: GoldenId | null; readonly limit: number },
  ): Promise<GoldenQuestion[]>;
  getQuestion(tenantId: TenantId, packId: PackId, goldenId: GoldenId): Promise<GoldenQuestion | null>;
  /** Returns the number removed. */
  removeQuestions(tenantId: TenantId, packId: PackId, goldenIds: readonly GoldenId[]): Promise<number>;

  getGate(tenantId: TenantId, packId: PackId): Promise<PublishGate | null>;
  /** Null: anything may be published. False: no such pack. */
  setGate(tenantId: TenantId, packId: PackId, gate: PublishGate | null): Promise<boolean>;

  /**
   * Stores it, without the texts of questions that were erased or removed in the meantime, and keeps the newest `keep`
   * evaluations of the pack. False: no such pack.
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

const pageSize = 200;

/** The questions of a golden set, ordered by id. */
export async function readQuestions(
  golden: Pick<GoldenStore, 'listQuestions'>,
  tenantId: TenantId,
  packId: PackId,
  filter: { readonly state?: GoldenQuestion['state'] } = {},
): Promise<GoldenQuestion[]> {
  const read = (page: { readonly after: GoldenId | null; readonly limit: number }) =>
    golden.listQuestions(tenantId, packId, filter, page);
  return await readAllPages(pageSize, read, ({ goldenId }) => goldenId);
}
