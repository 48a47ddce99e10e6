import { DatabaseSync } from 'node:sqlite';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';

/** The least that a durable record can cost: one table, one statement, one commit for whatever is waiting. */
const database = new DatabaseSync(workerData.path);
database.exec(
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE records (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT',
);
const insert = database.prepare('INSERT INTO records (body) VALUES (?)');

interface Write {
  readonly number: number;
  readonly body: string;
}

parentPort?.on('message', (first: Write) => {
  const group = [first];
  for (
    let more = receiveMessageOnPort(parentPort as never);
    more !== undefined;
    more = receiveMessageOnPort(parentPort as never)
  )
    group.push(more.message);
  database.exec('BEGIN IMMEDIATE');
  for (const { body } of group) insert.run(body);
  database.exec('COMMIT');
  parentPort?.postMessage(group.map(({ number }) => number));
});
parentPort?.postMessage([]);
