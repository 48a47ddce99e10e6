import { formatTime } from '@avow/contract/values';
import { logOrigin } from '../checkpoints/create-log-signer.ts';
import type { CheckpointAnchor } from './checkpoint-anchor.ts';

const timeoutUsualMs = 10_000;

/**
 * Sends each checkpoint to a web address. A status from 200 to 299 means that it was accepted. Redirects are not
 * followed: checkpoints only go to the address that the operator configured. Nothing is read back from it.
 */
export function createWebAnchor({
  url,
  timeoutMs = timeoutUsualMs,
}: {
  readonly url: string;
  readonly timeoutMs?: number;
}): CheckpointAnchor {
  return {
    name: 'web',
    publish: async (tenantId, { size, root, note, createdAtMs }) => {
      const created_at = formatTime(createdAtMs);
      const body = { tenant_id: tenantId, origin: logOrigin(tenantId), size, root, note, created_at };
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
        headers: { 'content-type': 'application/json', 'user-agent': 'Avow' },
        body: JSON.stringify(body),
      });
      // The body of the response is not read.
      await response.body?.cancel();
      if (!response.ok) throw new Error(`the anchor URL responded with status ${response.status}`);
    },
    newest: async () => null,
  };
}
