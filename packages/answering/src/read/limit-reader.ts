import type { Reader, ReaderCall } from '@avow/inference';
import type { TimeLeft } from '../found.ts';
import type { Question } from '../question.ts';

/** What answering by reading asks of a reader. */
export type AnswerReader = Pick<Reader, 'name' | 'read' | 'judge' | 'spare'>;

/**
 * The reader, for one query: no call outlasts the time that the query has left, none is begun once that is over, and the
 * tenant shares the reader fairly with others.
 */
export function limitReader(
  reader: AnswerReader,
  { tenantId }: Pick<Question, 'tenantId'>,
  limits: TimeLeft,
): AnswerReader {
  const within = async <Result>(
    timeoutMs: number,
    call: (capped: ReaderCall) => Promise<Result | null>,
  ): Promise<Result | null> => {
    const cappedMs = Math.min(timeoutMs, limits.leftMs());
    return cappedMs <= 0 ? null : await call({ timeoutMs: cappedMs, owner: tenantId });
  };
  return {
    name: reader.name,
    read: (question, passages, { timeoutMs }) =>
      within(timeoutMs, (capped) => reader.read(question, passages, capped)),
    judge: (claims, { timeoutMs }) => within(timeoutMs, (capped) => reader.judge(claims, capped)),
    spare: (wanted) => reader.spare?.(wanted) ?? 0,
  };
}
