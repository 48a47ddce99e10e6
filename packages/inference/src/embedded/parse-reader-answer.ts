import { hasOutputs } from './has-outputs.ts';
import { type ReaderAnswer, type ReaderRequest, type ReaderTask, readerOutputs } from './reader-request.ts';

/** The length of each output; `tokens`: one number per token. */
const widths = { start: 'tokens', end: 'tokens', relevance: 1, judge: 3 } as const;

/** The answer if it has every requested output with the right number of finite values; otherwise null. */
export function parseReaderAnswer<Task extends ReaderTask>(
  { task, ids }: ReaderRequest & { readonly task: Task },
  answer: unknown,
): ReaderAnswer<Task> | null {
  const lengths = readerOutputs[task].map((name) => {
    const width = widths[name];
    return [name, width === 'tokens' ? ids.length : width] as const;
  });
  return hasOutputs(answer, Object.fromEntries(lengths)) ? (answer as ReaderAnswer<Task>) : null;
}
