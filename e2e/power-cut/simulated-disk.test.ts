import { drawFrom } from '@avow/foundation/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DiskEvent } from './read-recording.ts';
import { createSimulatedDisk } from './simulated-disk.ts';

const root = { path: '/disk', inode: 1 };
const fates = ['none', 'all', 'beginning', 'some', 'drawn'] as const;

function event(kind: DiskEvent['kind'], inode: number, more: Partial<DiskEvent> = {}): DiskEvent {
  return { kind, inode, timeNs: 0, offset: 0, path: '/disk/file', bytes: Buffer.alloc(0), ...more };
}

const write = (offset: number, text: string) => event('written', 2, { offset, bytes: Buffer.from(text) });
const sync = (inode: number, number = 7) => [
  event('sync_begun', inode, { offset: number }),
  event('sync_ended', inode, { offset: number }),
];

function diskAfter(...events: DiskEvent[]) {
  const disk = createSimulatedDisk(root);
  for (const one of events) disk.apply(one);
  return disk;
}

const contentOf = (disk: ReturnType<typeof diskAfter>, fate: (typeof fates)[number], seed = 1) =>
  disk.find(fate, drawFrom(seed)).get('file')?.toString() ?? null;

it('does not keep the name of a synced file before its folder is synced', () => {
  const made = [event('created', 2), write(0, 'bytes'), ...sync(2)];
  expect(contentOf(diskAfter(...made), 'none')).toBeNull();
  expect(contentOf(diskAfter(...made, ...sync(1)), 'none')).toBe('bytes');
  expect(contentOf(diskAfter(...made), 'all')).toBe('bytes');
});

it('does not include what is written after a sync has begun', () => {
  const [begun, ended] = sync(2) as [DiskEvent, DiskEvent];
  const disk = diskAfter(event('created', 2), ...sync(1), write(0, 'one'), begun, write(3, 'two'), ended);
  expect(contentOf(disk, 'none')).toBe('one');
  expect(contentOf(disk, 'all')).toBe('onetwo');
});

it('promises nothing for a sync that has not ended', () => {
  const [begun] = sync(2) as [DiskEvent, DiskEvent];
  const disk = diskAfter(event('created', 2), ...sync(1), write(0, 'one'), begun);
  expect(contentOf(disk, 'none')).toBe('');
});

it('keeps the old or the new name until the folder is synced', () => {
  const other = { path: '/disk/draft', bytes: Buffer.from('/disk/file') };
  const before = [event('created', 2), write(0, 'old'), ...sync(2), ...sync(1)];
  const draft = [
    event('created', 3, { path: '/disk/draft' }),
    event('written', 3, { path: '/disk/draft', bytes: Buffer.from('new') }),
    ...sync(3),
    event('renamed', 3, other),
  ];
  const disk = diskAfter(...before, ...draft);
  for (let seed = 1; seed < 50; seed += 1) expect(['old', 'new']).toContain(contentOf(disk, 'drawn', seed));
  expect(contentOf(disk, 'none')).toBe('old');
  expect(contentOf(diskAfter(...before, ...draft, ...sync(1)), 'none')).toBe('new');
});

it('tears writes only at sectors, each of which is old or new', () => {
  const sectors = 4;
  const before = [event('created', 2), ...sync(1), write(0, 'a'.repeat(512 * sectors)), ...sync(2)];
  const disk = diskAfter(...before, write(256, 'b'.repeat(512 * 3)));
  const seen = new Set<string>();
  for (let seed = 1; seed < 200; seed += 1) {
    const content = contentOf(disk, 'drawn', seed) ?? '';
    expect(content).toHaveLength(512 * sectors);
    const changed = [...'0123'].map((sector) =>
      content.slice(Number(sector) * 512, Number(sector) * 512 + 512),
    );
    expect(changed[0]).toMatch(/^(a{512}|a{256}b{256})$/);
    for (const middle of changed.slice(1, 3)) expect(middle).toMatch(/^(a{512}|b{512})$/);
    expect(changed[3]).toMatch(/^(a{512}|b{256}a{256})$/);
    seen.add(content);
  }
  expect(seen.size).toBeGreaterThan(8);
});

it('always keeps what was synced last unless it was changed since', () => {
  const change = fc.record({ offset: fc.nat(3000), length: fc.integer({ min: 1, max: 1500 }) });
  fc.assert(
    fc.property(
      fc.array(change),
      fc.array(change),
      fc.constantFrom(...fates),
      fc.nat(),
      (early, late, fate, seed) => {
        const disk = createSimulatedDisk(root);
        const model = new Set<number>();
        disk.apply(event('created', 2));
        for (const { offset, length } of early) {
          disk.apply(write(offset, 'e'.repeat(length)));
          for (let at = offset; at < offset + length; at += 1) model.add(at);
        }
        for (const one of [...sync(2), ...sync(1)]) disk.apply(one);
        const touched = new Set<number>();
        for (const { offset, length } of late) {
          disk.apply(write(offset, 'l'.repeat(length)));
          for (let at = offset; at < offset + length; at += 1) touched.add(at);
        }
        const content = contentOf(disk, fate, seed) ?? '';
        const isWrong = (at: number) =>
          touched.has(at)
            ? content[at] !== 'l' && (fate === 'all' || content[at] !== 'e')
            : content[at] !== 'e';
        expect([...model].filter(isWrong)).toEqual([]);
      },
    ),
  );
});
