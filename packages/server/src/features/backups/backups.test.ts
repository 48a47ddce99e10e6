import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { chooseBackup, listBackups, pruneBackups } from './backups.ts';
import { backupIdAt, encodeManifest, nameOfManifest, nameOfPiece } from './manifest.ts';
import type { BackupTarget } from './targets/backup-target.ts';

const secret = new Uint8Array(32);
const hashOf = (index: number) => index.toString(16).padStart(64, '0');

/** A target in memory that notes what is removed, and how much of it at once. */
function openMemory() {
  const kept = new Map<string, Uint8Array>();
  const removed: string[] = [];
  const running = { now: 0, most: 0 };
  const target: BackupTarget = {
    ...{ name: 'memory', isReadable: true },
    list: async (prefix) =>
      [...kept]
        .filter(([name]) => name.startsWith(prefix))
        .map(([name, { length }]) => ({ name, bytes: length })),
    read: async (name) => kept.get(name) ?? null,
    write: async (name, bytes) => void kept.set(name, bytes),
    remove: async (name) => {
      running.now += 1;
      running.most = Math.max(running.most, running.now);
      await setImmediate();
      kept.delete(name);
      removed.push(name);
      running.now -= 1;
    },
    close: async () => undefined,
  };
  const addBackup = (atMs: number, pieces: readonly string[], code = secret) => {
    const manifest = {
      ...{ format: 2 as const, created_at: new Date(atMs).toISOString(), avow_version: '0.1.0' },
      ...{ data_version: 1, installation: hashOf(0), keys: null, logs: [] },
      ...{ log_key: hashOf(0), master_key: hashOf(0) },
      files: [{ path: 'avow.db', bytes: pieces.length, pieces: [...pieces] }],
    };
    kept.set(nameOfManifest(backupIdAt(atMs)), encodeManifest(manifest, code));
    for (const piece of pieces) kept.set(nameOfPiece(piece), new Uint8Array(1));
  };
  return { target, kept, removed, running, addBackup };
}

test('what only older backups consisted of is removed after them, some of it at a time', async () => {
  const { target, kept, removed, running, addBackup } = openMemory();
  const pieces = Array.from({ length: 60 }, (_, index) => hashOf(index + 1));
  addBackup(1000, pieces.slice(0, 50));
  addBackup(2000, pieces.slice(40));
  expect(await pruneBackups(target, { keep: 2, secret })).toBe(0);
  expect(removed).toEqual([]);
  expect(await pruneBackups(target, { keep: 1, secret })).toBe(1);
  expect(removed[0]).toBe(nameOfManifest(backupIdAt(1000)));
  expect(removed.slice(1).sort()).toEqual(pieces.slice(0, 40).map(nameOfPiece).sort());
  expect([...kept.keys()].sort()).toEqual(
    [nameOfManifest(backupIdAt(2000)), ...pieces.slice(40).map(nameOfPiece)].sort(),
  );
  expect(running).toEqual({ now: 0, most: 8 });
});

test('what others have written into a target pushes out no backup, and is not taken for one', async () => {
  const { target, kept, addBackup } = openMemory();
  const [first, second] = [nameOfManifest(backupIdAt(1000)), nameOfManifest(backupIdAt(2000))];
  addBackup(1000, [hashOf(1)]);
  addBackup(2000, [hashOf(2)]);
  addBackup(3000, [hashOf(3)], new Uint8Array(32).fill(1));
  // Copies of one that is genuine, and what cannot be read.
  for (const atMs of [4000, 5000])
    kept.set(nameOfManifest(backupIdAt(atMs)), kept.get(first) ?? new Uint8Array());
  kept.set(nameOfManifest('99999999T999999999Z'), Buffer.from('{"format":1}'));

  expect(await pruneBackups(target, { keep: 2, secret })).toBe(0);
  expect(await pruneBackups(target, { keep: 1, secret })).toBe(1);
  expect([kept.has(first), kept.has(second)]).toEqual([false, true]);
  expect([hashOf(1), hashOf(2)].map((piece) => kept.has(nameOfPiece(piece)))).toEqual([false, true]);

  const found = await listBackups(target);
  expect(found.backups.map(({ id }) => id)).toEqual([backupIdAt(2000), backupIdAt(3000)]);
  expect(found.unreadable).toEqual([backupIdAt(4000), backupIdAt(5000), '99999999T999999999Z']);
  // The newest is not passed over silently, and one of them does not bar the others.
  const choose = (atMs: number | null) => chooseBackup(found, { name: 'memory', atMs }).id;
  expect(() => choose(null)).toThrow('backups/99999999T999999999Z.json in memory, is damaged');
  expect(() => choose(4500)).toThrow('chosen with --at');
  expect(choose(2999)).toBe(backupIdAt(2000));
  expect(() => choose(1999)).toThrow('The oldest backup in memory is');
});
