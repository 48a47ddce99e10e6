import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runMutations } from './support/mutations/mutation-campaign.ts';

const count = 200;

/** `npm run campaign -- mutations` does as many as are wished. */
it('any change to records, log, checkpoints, anchors or keys is detected, and the right record is named', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'avow-mutations-'));
  try {
    const { faults, kinds } = await runMutations({ directory, count, seed: 1 });
    expect(faults).toEqual([]);
    // Had most ways become impossible here, little would be found, and nothing missed.
    expect(Object.keys(kinds).length).toBeGreaterThan(50);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
