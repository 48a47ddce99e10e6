import type { Reader } from '@avow/inference';
import type { TimeLeft } from '../answering-steps.ts';

/** What answering by reading asks of a reader. */
export type AnswerReader = Pick<Reader, 'name' | 'read' | 'judge'>;

/** The reader, for one query: no call outlasts the time that the query has left, and none is begun once that is over. */
export function limitReader(reader: AnswerReader, limits: TimeLeft): AnswerReader {
  const within = async <Result>(
    timeoutMs: number,
    call: (capped: { readonly timeoutMs: number }) => Promise<Result | null>,
  ): Promise<Result | null> => {
    const cappedMs = Math.min(timeoutMs, limits.leftMs());
    return cappedMs <= 0 ? null : await call({ timeoutMs: cappedMs });
  };
  return {
    name: reader.name,
    read: (question, passages, { timeoutMs }) =>
      within(timeoutMs, (capped) => reader.read(question, passages, capped)),
    judge: (claims, { timeoutMs }) => within(timeoutMs, (capped) => reader.judge(claims, capped)),
  };
}
