import { formatTime } from '@avow/contract';
import type { CheckpointAnchor } from '../../interfaces/audit-log.ts';
import { originOf } from '../create-log-signer.ts';

const timeoutUsualMs = 10_000;

/**
 * A web address that is sent each checkpoint. It counts as taken where it answers with a status from 200 to 299. Redirects are not
 * followed: what the operator named is where checkpoints go. It is not asked what it knows.
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
      const body = { tenant_id: tenantId, origin: originOf(tenantId), size, root, note, created_at };
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
        headers: { 'content-type': 'application/json', 'user-agent': 'Avow' },
        body: JSON.stringify(body),
      });
      // What else it says is not read.
      await response.body?.cancel();
      if (!response.ok) throw new Error(`the web address of anchors answered with status ${response.status}`);
    },
    newest: async () => null,
  };
}
