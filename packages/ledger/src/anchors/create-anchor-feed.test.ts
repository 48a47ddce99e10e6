import { newId } from '@avow/foundation';
import { waitFor } from '@avow/foundation/testing';
import { describe, expect, it } from 'vitest';
import { createLogSigner } from '../checkpoints/create-log-signer.ts';
import { newAnchorFolder, newLogKey } from '../checkpoints/test-support/open-ledger.ts';
import { sampleCheckpointOf, sampleTenantId, signer } from '../checkpoints/test-support/sample-checkpoint.ts';
import type { CheckpointAnchor } from './checkpoint-anchor.ts';
import { createAnchorFeed } from './create-anchor-feed.ts';
import { createFolderAnchor } from './create-folder-anchor.ts';

/** An anchor with this way to publish. */
function anchorWith(publish: CheckpointAnchor['publish']): CheckpointAnchor {
  return { name: 'scripted', publish, newest: async () => null };
}

describe('createAnchorFeed', () => {
  it('sends the latest checkpoint of each tenant, and a failure does not block other tenants', async () => {
    const [one, other] = [newId('ten', 1), newId('ten', 2)];
    const taken: string[] = [];
    const feed = createAnchorFeed({
      signer,
      onFailure: () => undefined,
      wait: () => new Promise(setImmediate),
      anchor: anchorWith(async (tenant, { size }) => {
        await new Promise(setImmediate);
        if (tenant === one && size < 3) throw new Error('not now');
        taken.push(`${tenant === one ? 'one' : 'other'} ${size}`);
      }),
    });
    feed.offer(one, await sampleCheckpointOf(1));
    feed.offer(other, await sampleCheckpointOf(1));
    feed.offer(other, await sampleCheckpointOf(2));
    await waitFor(() => taken.includes('other 2'));
    feed.offer(one, await sampleCheckpointOf(3));
    // One that is older than what waits is not wanted any more.
    feed.offer(one, await sampleCheckpointOf(2));
    await waitFor(() => taken.length >= 2);
    await feed.close(1000);
    expect(taken).toEqual(['other 2', 'one 3']);
  });

  it('backs off up to a limit, and tries once more when it closes', async () => {
    const delays: number[] = [];
    let tries = 0;
    const feed = createAnchorFeed({
      signer,
      onFailure: () => tries++,
      wait: async (delayMs, signal) => {
        delays.push(delayMs);
        if (delays.length < 12) return;
        await new Promise((_resolve, reject) => signal.addEventListener('abort', reject));
      },
      anchor: anchorWith(() => Promise.reject(new Error('never'))),
    });
    feed.offer(sampleTenantId, await sampleCheckpointOf(1));
    await waitFor(() => delays.length >= 12);
    await feed.close(1000);
    expect(delays.slice(0, 10)).toEqual([
      1000, 2000, 4000, 8000, 16_000, 32_000, 64_000, 128_000, 256_000, 300_000,
    ]);
    expect(Math.max(...delays)).toBe(300_000);
    expect(tries).toBe(13);
    feed.offer(sampleTenantId, await sampleCheckpointOf(2));
    expect(tries).toBe(13);
  });

  it('[CON-12-16] does not block on an anchor that hangs', async () => {
    const failures: unknown[] = [];
    let asked = 0;
    const hanging: CheckpointAnchor = {
      name: 'hanging',
      publish: () => new Promise(() => undefined),
      newest: () => {
        asked++;
        return new Promise(() => undefined);
      },
      listTenants: () => new Promise(() => undefined),
    };
    const onFailure = (name: string, error: unknown) => failures.push(`${name}: ${error}`);
    const feed = createAnchorFeed({
      anchor: hanging,
      signer,
      onFailure,
      timeouts: { askMs: 5, publishMs: 5 },
    });
    expect(await Promise.all([1, 2, 3].map(() => feed.newest(sampleTenantId, 'tail')))).toEqual([
      null,
      null,
      null,
    ]);
    expect(await feed.listTenants()).toEqual([]);
    // One hangs; those behind it were not even asked.
    expect(asked).toBe(1);
    expect(failures).toEqual([
      'hanging: Error: the anchor timed out',
      ...Array.from({ length: 3 }, () => 'hanging: Error: a previous call to the anchor is still pending'),
    ]);
    feed.offer(sampleTenantId, await sampleCheckpointOf(1));
    await feed.close(1000);
    expect(failures.slice(4)).toEqual(['hanging: Error: the anchor timed out']);
  });

  it('accepts a tree head only if the key of the log signed it', async () => {
    const folder = newAnchorFolder();
    const anchor = createFolderAnchor(folder.path);
    const failures: unknown[] = [];
    const feed = createAnchorFeed({ anchor, signer, onFailure: (_name, error) => failures.push(error) });
    await anchor.publish(sampleTenantId, await sampleCheckpointOf(3));
    const { size, root } = await sampleCheckpointOf(3);
    expect(await feed.newest(sampleTenantId, 'tail')).toEqual({ size, root });
    expect(failures).toEqual([]);
    await anchor.publish(sampleTenantId, await sampleCheckpointOf(4, createLogSigner(newLogKey())));
    expect(await feed.newest(sampleTenantId, 'tail')).toEqual({ size, root });
    await anchor.publish(sampleTenantId, { ...(await sampleCheckpointOf(5)), root });
    expect(await feed.newest(sampleTenantId, 'tail')).toEqual({ size, root });
    await anchor.publish(sampleTenantId, { ...(await sampleCheckpointOf(5)), size: 6 });
    expect(await feed.newest(sampleTenantId, 'tail')).toEqual({ size, root });
    expect(failures).toHaveLength(3);
    folder.remove();
  });
});
