import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeLine } from './anchored-line.ts';
import { listAnchoredTenants, readAnchorFile } from './read-anchor-file.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'avow-anchored-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

const line = (size: number) => JSON.stringify({ size, root: 'ab', note: 'a note' });

async function readAll(tenantId: string) {
  const lines = [];
  for await (const one of readAnchorFile(directory, tenantId)) lines.push(one);
  return lines;
}

describe('readAnchorFile', () => {
  it('reads every line, skips truncated ones, and reports lines that are not checkpoints', async () => {
    const torn = line(2).slice(0, -4);
    writeFileSync(
      join(directory, 'ten_1.jsonl'),
      [line(1), torn, line(2), '', 'else', line(3), ''].join('\n'),
    );
    const found = await readAll('ten_1');
    expect(
      found.map(({ line: at, checkpoint }) => [describeLine('ten_1', at), checkpoint?.size ?? null]),
    ).toEqual([
      ['anchor ten_1.jsonl, line 1', 1],
      ['anchor ten_1.jsonl, line 3', 2],
      ['anchor ten_1.jsonl, line 5', null],
      ['anchor ten_1.jsonl, line 6', 3],
    ]);
    expect(await listAnchoredTenants(directory)).toEqual(['ten_1']);
    expect(await readAll('ten_2')).toEqual([]);
    expect(await readAll('../ten_1')).toEqual([]);
  });

  it('ignores files that are not named by a tenant', async () => {
    writeFileSync(join(directory, 'copy of ten_1.jsonl'), line(1));
    expect(await listAnchoredTenants(directory)).not.toContain('copy of ten_1');
  });

  it('does not treat an unreadable file as empty', async () => {
    // As root every folder may be entered: one that is a file shows the same.
    const within = join(directory, 'ten_1.jsonl', 'deeper');
    await expect(listAnchoredTenants(within)).rejects.toThrow(
      /anchors in .+ cannot be read \(ENOTDIR\): run this as/,
    );
    await expect(readAnchorFile(within, 'ten_1').next()).rejects.toThrow('cannot be read (ENOTDIR)');
    mkdirSync(join(directory, 'ten_4.jsonl'));
    await expect(readAll('ten_4')).rejects.toThrow('cannot be read (EISDIR)');
    rmSync(join(directory, 'ten_4.jsonl'), { recursive: true });
    expect(await listAnchoredTenants(join(directory, 'none'))).toEqual([]);
  });

  it.runIf(process.platform === 'linux')('closes the file even if it is not read to the end', async () => {
    writeFileSync(join(directory, 'ten_3.jsonl'), `${line(1)}\n`.repeat(20_000));
    const countOpen = () => readdirSync('/proc/self/fd').length;
    const before = countOpen();
    for (let time = 0; time < 20; time++) {
      for await (const _first of readAnchorFile(directory, 'ten_3')) break;
    }
    expect(countOpen()).toBeLessThan(before + 15);
  });
});
