import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@avow/foundation';
import { verify } from '@avow/ledger-log/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLogSigner, signKeyChange } from '../checkpoints/create-log-signer.ts';
import { newLogKey } from '../checkpoints/test-support/open-ledger.ts';
import { readAnchoredKeyChanges } from './read-anchor-file.ts';

const tenantId = newId('ten', 1);
const root = new Uint8Array(32);
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'avow-anchored-keys-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(notes: readonly (readonly [size: number, note: string])[]): void {
  const lines = notes.map(([size, note]) => JSON.stringify({ size, root: '00'.repeat(32), note }));
  writeFileSync(join(folder, `${tenantId}.jsonl`), `${lines.join('\n')}\nnot a line\n`);
}

it('follows the statements in an anchor file from a key, and passes over those of others', async () => {
  const [first, second, third, stranger] = [newLogKey(), newLogKey(), newLogKey(), newLogKey()];
  const one = await signKeyChange({ previous: first, next: second }, tenantId, { size: 2, root });
  const two = await signKeyChange({ previous: second, next: third }, tenantId, { size: 5, root });
  const foreign = await signKeyChange({ previous: stranger, next: newLogKey() }, tenantId, { size: 3, root });
  const plain = await createLogSigner(first).sign(tenantId, { size: 1, root });
  write([
    [1, plain],
    [1, 'next-key spoilt'],
    [2, one],
    [3, foreign],
    [2, one],
    [5, two],
  ]);
  const read = async (from: typeof first) =>
    readAnchoredKeyChanges(folder, tenantId, {
      key: await createLogSigner(from).verifierKey(tenantId),
      verify,
    });
  expect(await read(first)).toEqual([one, two]);
  expect(await read(second)).toEqual([one, two]);
  expect(await read(newLogKey())).toEqual([]);
  rmSync(join(folder, `${tenantId}.jsonl`));
  expect(await read(first)).toEqual([]);
});
