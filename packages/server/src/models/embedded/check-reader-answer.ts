import { hasOutputs } from './has-outputs.ts';
import { type ReaderAnswer, type ReaderRequest, type ReaderTask, readerOutputs } from './reader-request.ts';

/** Numbers that an output has; `tokens`: one for each token. */
const widths = { start: 'tokens', end: 'tokens', relevance: 1, judge: 3 } as const;

/** The answer, if it has every output that was asked for, whole and in finite numbers; else null. */
export function checkReaderAnswer<Task extends ReaderTask>(
  { task, ids }: ReaderRequest & { readonly task: Task },
  answer: unknown,
): ReaderAnswer<Task> | null {
  const lengths = readerOutputs[task].map((name) => {
    const width = widths[name];
    return [name, width === 'tokens' ? ids.length : width] as const;
  });
  return hasOutputs(answer, Object.fromEntries(lengths)) ? (answer as ReaderAnswer<Task>) : null;
}
