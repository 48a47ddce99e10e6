import { randomBytes } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock, UserError } from '@avow/foundation';
import { type ArchivedPlace, exportBundle } from '@avow/ledger';
import { cipherAt } from '../../backups/compose/file-cipher.ts';
import { mayRead } from '../../records/records.ts';
import { openArchive } from '../../records/store/archive/open-archive.ts';
import { decodeAudience } from '../../records/store/message-columns.ts';
import { sha256 } from '../store/make-entry.ts';
import type { ExportQuestion, ExportWork, FromExport, ToExport } from './export-protocol.ts';

const port = parentPort;
if (port === null) throw new Error('this file runs in a worker thread only');
const send = (message: FromExport) => port.postMessage(message);

const work = workerData as ExportWork;
const waiting = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>();

function ask<Value>(question: ExportQuestion): Promise<Value> {
  const id = waiting.size === 0 ? 0 : Math.max(...waiting.keys()) + 1;
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  waiting.set(id, { resolve, reject });
  send({ kind: 'asked', id, question });
  return promise as Promise<Value>;
}

port.on('message', (message: ToExport) => {
  const asked = waiting.get(message.id);
  waiting.delete(message.id);
  if ('error' in message) asked?.reject(message.error);
  else asked?.resolve(message.value);
});

/** Each file has its own key, so that none is enciphered like another. */
let key = randomBytes(32);
function encipher() {
  key = randomBytes(32);
  return (bytes: Buffer, position: number) => {
    if (position + bytes.length > work.bytesMax)
      throw new UserError('The export is too large. Select less, or use the command line.');
    return cipherAt(key, position).update(bytes);
  };
}

const archive = await openArchive(work.location);
try {
  const { tenantId, verifierKey, scope, readableBy, out } = work;
  const parts = {
    ...{ archive, sha256, tenantId, verifierKey, nowMs: systemClock.nowMs },
    prove: () => ask<void>({ kind: 'prove' }),
    note: (what: typeof scope.kind, records: number) => ask<number>({ kind: 'note', what, records }),
    cover: (size: number) => ask<string>({ kind: 'cover', size }),
  };
  const isReadable = ({ audience }: ArchivedPlace) => mayRead(decodeAudience(audience), readableBy);
  const onProgress = (done: number, total: number) => send({ kind: 'progress', done, total });
  const report = await exportBundle(parts, { scope, isReadable, out, encipher, onProgress });
  send({ kind: 'ended', report, key });
} catch (error) {
  const isExpected = error instanceof UserError;
  // A caller need not know where files are.
  const explanation = isExpected ? error.message.replaceAll(`${work.out}.part`, 'The file') : null;
  send({ kind: 'failed', explanation, error: isExpected ? null : error });
} finally {
  archive.close();
  port.close();
}
