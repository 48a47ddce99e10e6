import type { Server } from 'node:net';
import type { Log } from '@avow/foundation/log';
import { countDescriptors, readDescriptorLimit } from './descriptor-limit.ts';

/** For files, processes of models and requests to others, beside those that are open at the start. */
const reservedMin = 64;
const reservedPart = 1 / 8;
const connectionsMin = 16;
const reportMs = 1000;

/** How many connections leave enough descriptors for everything else. */
export function connectionsFor({ limit, open }: { readonly limit: number; readonly open: number }): number {
  const reserved = Math.max(reservedMin, Math.ceil(limit * reservedPart));
  return Math.max(connectionsMin, limit - open - reserved);
}

/**
 * Keeps clients from taking all file descriptors: without one, neither the database nor an anchor could be written, and
 * connections would be closed without a word in the log. To be called when the server listens.
 */
export async function limitConnections(server: Server, log: Pick<Log, 'warn'>): Promise<void> {
  const [limit, open] = await Promise.all([readDescriptorLimit(), countDescriptors()]);
  if (limit === null || open === null || limit === Number.POSITIVE_INFINITY) return;
  const max = connectionsFor({ limit, open });
  server.maxConnections = max;
  let refused = 0;
  server.on('drop', () => {
    refused += 1;
    if (refused > 1) return;
    setTimeout(() => {
      log.warn(
        { refused, connections_max: max, descriptors_max: limit },
        'connections were refused, to keep file descriptors free: raise the limit (ulimit -n, LimitNOFILE)',
      );
      refused = 0;
    }, reportMs).unref();
  });
}
