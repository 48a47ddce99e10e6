import type { AnswerFound, Comparison, Draft, WrittenDraft } from '@avow/answering';
import type { UnderstoodQuery } from '../query.ts';

/** An answer that was compared with the one that is given, and that rests on other words. */
export interface OtherDraft {
  readonly tier: number;
  /** The name of the model that gave it. */
  readonly model: string;
  readonly draft: Draft;
  /** How likely it is right, before any cap. */
  readonly probability: number;
}

/**
 * Whether the embedded models read the same passages while a language model writes. Who asked for a tier gets its answer, and
 * where they may not answer in place of a language model, they need not be asked.
 */
export function isCompared({
  start,
  guard,
  admission,
}: Pick<UnderstoodQuery, 'start' | 'guard' | 'admission'>): boolean {
  const { compare_with_embedded: compares, when_ungrounded: whenUngrounded } = guard.answering;
  return (
    compares &&
    whenUngrounded === 'embedded' &&
    start.by !== 'client' &&
    admission.request.answer_schema === undefined
  );
}

/** Whether both rest on some of the same stored words. */
export function restOnSame(one: Pick<Draft, 'support'>, other: Pick<Draft, 'support'>): boolean {
  return one.support.some(({ documentId, start, end }) =>
    other.support.some((words) => words.documentId === documentId && words.start < end && start < words.end),
  );
}

/** What the embedded models say to an answer that was written. Null: they could not read, or only words were compared. */
export function compareWritten(
  written: Pick<WrittenDraft, 'support'>,
  { draft, isDegraded, isStale }: Pick<AnswerFound, 'draft' | 'isDegraded' | 'isStale'>,
): Comparison | null {
  if (isDegraded || isStale) return null;
  if (draft === null) return { probability: 0, agrees: false };
  if (draft.found.kind !== 'read') return null;
  return { probability: draft.found.probability, agrees: restOnSame(written, draft) };
}
