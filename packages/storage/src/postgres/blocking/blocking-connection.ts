import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { UserError } from '@avow/foundation';
import type { Operation, QueryResult } from '../../sql/operation.ts';
import type {
  BlockingStatement,
  BlockingWorkerData,
  FromBlockingWorker,
  ToBlockingWorker,
} from './blocking-protocol.ts';

/** Longer than a statement may take. */
const answerMsMax = 120_000;

/**
 * A connection whose user waits for each answer, for work that has a thread or a process to itself: verification and export
 * read an archive that way on either engine.
 */
export class BlockingConnection {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #answered: Int32Array;

  constructor(url: string) {
    const { port1, port2 } = new MessageChannel();
    const answered = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    this.#port = port1;
    this.#answered = new Int32Array(answered);
    this.#worker = new Worker(new URL('./blocking-worker.ts', import.meta.url), {
      workerData: { url, port: port2, answered } satisfies BlockingWorkerData,
      transferList: [port2],
    });
    // A caller that waits gets no answer then, which it reports.
    this.#worker.on('error', () => undefined);
    this.#worker.unref();
  }

  /** Sends all statements together, and returns the result of each. */
  send(statements: readonly BlockingStatement[]): readonly QueryResult[] {
    Atomics.store(this.#answered, 0, 0);
    this.#port.postMessage(statements satisfies ToBlockingWorker);
    Atomics.wait(this.#answered, 0, 0, answerMsMax);
    const answer = receiveMessageOnPort(this.#port)?.message as FromBlockingWorker | undefined;
    if (answer === undefined) throw new UserError('The database does not answer.');
    if (answer.kind === 'results') return answer.results;
    if (answer.isLost) throw new UserError(`The database cannot be reached: ${answer.message}`);
    throw new Error(answer.message);
  }

  close(): void {
    this.#port.postMessage('close' satisfies ToBlockingWorker);
    this.#port.close();
  }
}

/** The value of an operation, whose queries are answered one after another. */
export function runBlocking<Value>(
  operation: Operation<Value>,
  answer: (statement: BlockingStatement) => QueryResult,
): Value {
  let step = operation.next();
  while (step.done !== true) step = operation.next(answer(step.value));
  return step.value;
}
