import { parentPort, workerData } from 'node:worker_threads';
import type { FromVerify, VerifyWork } from './verify-protocol.ts';
import { verifyTenant } from './verify-tenant.ts';

const port = parentPort;
if (port === null) throw new Error('this file runs in a worker thread only');
const send = (message: FromVerify) => port.postMessage(message);

/** Questions are answered meanwhile. */
const threads = 1;
const { settings, tenantId } = workerData as VerifyWork;
const verified = await verifyTenant(settings, { tenantId, threads }, (done, total) =>
  send({ kind: 'progress', done, total }),
);
send({ kind: 'ended', verified });
