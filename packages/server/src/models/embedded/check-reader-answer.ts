import { type ReaderAnswer, type ReaderRequest, type ReaderTask, readerOutputs } from './reader-request.ts';

/** Numbers that an output has; `tokens`: one for each token. */
const widths: Readonly<Record<string, number | 'tokens'>> = {
  start: 'tokens',
  end: 'tokens',
  relevance: 1,
  judge: 3,
  injection: 1,
  unsafe: 6,
};

/** The answer, if it has every output that was asked for, whole and in finite numbers; else null. */
export function checkReaderAnswer<Task extends ReaderTask>(
  { task, ids }: ReaderRequest & { readonly task: Task },
  answer: unknown,
): ReaderAnswer<Task> | null {
  if (typeof answer !== 'object' || answer === null) return null;
  const isSound = readerOutputs[task].every((name) => {
    const values: unknown = Reflect.get(answer, name);
    const length = widths[name] === 'tokens' ? ids.length : widths[name];
    return values instanceof Float32Array && values.length === length && values.every(Number.isFinite);
  });
  return isSound ? (answer as ReaderAnswer<Task>) : null;
}
