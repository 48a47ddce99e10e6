import { parentPort, workerData } from 'node:worker_threads';
import { RangeInspector } from '@avow/ledger/verification';
import { hmacSha256 } from '@avow/storage/sealing';
import { sha256 } from '../../../log/store/make-entry.ts';
import { type ArchiveLocation, openArchive } from './open-archive.ts';
import type { FromChecker, ToChecker } from './record-check-protocol.ts';

const port = parentPort;
if (port === null) throw new Error('this file runs in a worker thread only');
const send = (message: FromChecker) => port.postMessage(message);

const archive = await openArchive(workerData as ArchiveLocation);
let checker: { readonly tenantId: string; readonly check: RangeInspector['inspect'] } | null = null;

port.on('message', (message: ToChecker) => {
  if (message === 'close') {
    archive.close();
    port.close();
    return;
  }
  const [tenantId, range] = message;
  if (checker?.tenantId !== tenantId) {
    const made = new RangeInspector({ archive, digests: { sha256, hmac: hmacSha256 }, tenantId });
    checker = { tenantId, check: (...call) => made.inspect(...call) };
  }
  const report = checker.check(range, (leaves) => send({ kind: 'progress', leaves }));
  send({ kind: 'checked', report });
});
