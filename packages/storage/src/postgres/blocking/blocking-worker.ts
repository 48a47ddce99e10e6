import { workerData } from 'node:worker_threads';
import { Connection } from '../connection/connection.ts';
import { ConnectionLost, withoutValues } from '../connection/postgres-faults.ts';
import type { BlockingWorkerData, FromBlockingWorker, ToBlockingWorker } from './blocking-protocol.ts';

const { url, port, answered } = workerData as BlockingWorkerData;
const flag = new Int32Array(answered);

function answer(message: FromBlockingWorker): void {
  port.postMessage(message);
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
}

let connection: Connection | null = null;

async function run(statements: Exclude<ToBlockingWorker, 'close'>): Promise<FromBlockingWorker> {
  try {
    connection ??= await Connection.open(url);
    const open = connection;
    return {
      kind: 'results',
      results: await Promise.all(statements.map((statement) => open.query(statement))),
    };
  } catch (error) {
    const shown = withoutValues(error);
    const cause = shown instanceof Error && shown.cause instanceof Error ? shown.cause : shown;
    return {
      kind: 'fault',
      message: cause instanceof Error ? cause.message : 'unknown',
      isLost: error instanceof ConnectionLost,
    };
  }
}

port.on('message', (message: ToBlockingWorker) => {
  if (message === 'close') {
    port.close();
    void connection?.close();
    return;
  }
  void run(message).then(answer);
});
