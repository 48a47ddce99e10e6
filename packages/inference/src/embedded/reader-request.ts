/** The outputs of the model that each question is answered from. */
export const readerOutputs = {
  read: ['start', 'end', 'relevance'],
  judge: ['judge'],
} as const;

export type ReaderTask = keyof typeof readerOutputs;

/** What the process that runs a reading model is asked: one sequence of tokens at a time. */
export interface ReaderRequest {
  readonly task: ReaderTask;
  readonly ids: readonly number[];
  readonly secondSegmentAt: number;
}

export type ReaderAnswer<Task extends ReaderTask = ReaderTask> = Readonly<
  Record<(typeof readerOutputs)[Task][number], Float32Array>
>;
