import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createStateMetrics, type DiskSpace } from './state-metrics.ts';

test('the first request for metrics has the size of the disk and the space on it, and no zeros if unknown', async () => {
  const spaces: (DiskSpace | null)[] = [{ freeBytes: 40, sizeBytes: 100 }, null];
  for (const space of spaces) {
    const registry = new Registry();
    createStateMetrics([registry], { diskSpace: async () => space });
    const lines = (await registry.metrics()).split('\n').filter((line) => line.startsWith('avow_disk_'));
    expect(lines).toEqual(space === null ? [] : ['avow_disk_size_bytes 100', 'avow_disk_free_bytes 40']);
  }
});
