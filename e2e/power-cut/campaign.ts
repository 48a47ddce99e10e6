import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { drawFrom } from '@avow/foundation/testing';
import { checkFolder, checkService, type Expected } from './check-folder.ts';
import { drawCuts } from './draw-cuts.ts';
import { readPromises } from './read-promises.ts';
import { type DiskEvent, readRecording } from './read-recording.ts';
import { type End, type RecordedRun, recordRun } from './record-run.ts';
import { createRecordedFolder, type RecordedFolder } from './recorded-folder.ts';
import { createSimulatedDisk, type Found } from './simulated-disk.ts';

export interface PowerCutOptions {
  readonly cuts: number;
  /** The folders that are rebuilt for each cut: the first has nothing that was not synced, the second all of it. */
  readonly foldersPerCut: number;
  readonly answersPerLife: number;
  readonly seed: number;
  /** The disk says that it has synced what was committed, and has not: then promises must be found broken. */
  readonly skipWalSync?: boolean;
  readonly onProgress?: (progress: string) => void;
}

export interface PowerCutReport {
  readonly cuts: number;
  readonly folders: number;
  readonly served: number;
  readonly promised: number;
  readonly events: Readonly<Record<string, number>>;
  readonly megabytesWritten: number;
  readonly seed: number;
  /** How many folders had a fault. */
  readonly faultyFolders: number;
  /** What must not be, of the first folders that had any: empty when all is well. */
  readonly faults: readonly string[];
}

/** The lives of the service in each of the installations. */
const runs: ReadonlyArray<readonly End[]> = [
  ['stop', 'stop'],
  ['die', 'stop', 'die', 'stop'],
];
/** Rebuilt folders live for a moment: in memory, where there is room for them, hundreds are opened in a minute. */
const rebuiltIn = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const serveEvery = 10;
const faultsMax = 50;

/** Rebuilds folders as power cuts may leave them, and looks for what was promised in each. */
export async function runPowerCuts(options: PowerCutOptions): Promise<PowerCutReport> {
  const counts = { folders: 0, served: 0, promised: 0, megabytesWritten: 0, faultyFolders: 0 };
  const events: Record<string, number> = {};
  const faults: string[] = [];
  for (const [index, ends] of runs.entries()) {
    const folder = createRecordedFolder();
    try {
      options.onProgress?.(`recording run ${index + 1} of ${runs.length}`);
      if (options.skipWalSync) folder.give('skip-wal-sync');
      const run = await recordRun(folder, { ends, answersPerLife: options.answersPerLife });
      const recorded = readRecording(folder.log);
      for (const { kind, bytes } of recorded) {
        events[kind] = (events[kind] ?? 0) + 1;
        if (kind === 'written') counts.megabytesWritten += bytes.length / 1e6;
      }
      faults.push(...run.faults, ...compareWithFolder(folder, recorded));
      const share =
        Math.ceil((options.cuts * (index + 1)) / runs.length) -
        Math.ceil((options.cuts * index) / runs.length);
      const seed = options.seed + index;
      const found = await cutRun({ folder, run, recorded }, { ...options, cuts: share, seed });
      counts.folders += found.folders;
      counts.served += found.served;
      counts.promised += found.promised;
      counts.faultyFolders += found.faultyFolders;
      faults.push(...found.faults);
    } finally {
      folder.remove();
    }
  }
  const megabytesWritten = Math.round(counts.megabytesWritten);
  return {
    cuts: options.cuts,
    ...counts,
    megabytesWritten,
    events,
    seed: options.seed,
    faults: faults.slice(0, faultsMax),
  };
}

/** The events must come to what is there, or some of what was done was not seen. The shared memory of SQLite is mapped. */
function compareWithFolder(folder: RecordedFolder, recorded: readonly DiskEvent[]): string[] {
  const disk = createSimulatedDisk(folder.root);
  for (const event of recorded) disk.apply(event);
  const simulated = disk.find('all', () => 0);
  const there = new Map<string, Buffer | null>();
  for (const entry of readdirSync(folder.root.path, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    there.set(relative(folder.root.path, path), entry.isDirectory() ? null : readFileSync(path));
  }
  const names = [...new Set([...simulated.keys(), ...there.keys()])].filter((name) => !name.endsWith('-shm'));
  const same = (name: string) => {
    const [one, other] = [simulated.get(name), there.get(name)];
    return one === undefined || other === undefined || one === null || other === null
      ? one === other
      : one.equals(other);
  };
  return names
    .filter((name) => !same(name))
    .map((name) => `the recording does not come to what is in ${name}`);
}

interface Recorded {
  readonly folder: RecordedFolder;
  readonly run: RecordedRun;
  readonly recorded: readonly DiskEvent[];
}

async function cutRun(
  { folder, run, recorded }: Recorded,
  options: PowerCutOptions,
): Promise<Pick<PowerCutReport, 'folders' | 'served' | 'promised' | 'faultyFolders' | 'faults'>> {
  const random = drawFrom(options.seed);
  const promises = readPromises(recorded);
  const disk = createSimulatedDisk(folder.root);
  const faults: string[] = [];
  const found = { folders: 0, served: 0, faultyFolders: 0 };
  let applied = 0;
  for (const [at, cutNs] of drawCuts({ events: recorded, promises }, options.cuts, random).entries()) {
    for (; (recorded[applied]?.timeNs ?? Number.POSITIVE_INFINITY) <= cutNs; applied += 1)
      disk.apply(recorded[applied] as DiskEvent);
    const expected: Expected = {
      apiKey: run.keyMadeNs <= cutNs ? run.apiKey : null,
      isPackLoaded: run.packLoadedNs <= cutNs,
      promises: promises.filter(({ timeNs }) => timeNs <= cutNs),
      keys: run.keys,
      erasing: run.erasing,
    };
    for (let variant = 0; variant < options.foldersPerCut; variant += 1) {
      const fate = (['none', 'all'] as const)[variant] ?? 'drawn';
      const isServed = at % serveEvery === 0 && variant === (at / serveEvery) % options.foldersPerCut;
      // Our store takes a second to open where SQLite takes a few milliseconds: each fate has its turn.
      const throughStore = variant === at % options.foldersPerCut;
      const folderFaults = await checkFound(disk.find(fate, random), expected, { isServed, throughStore });
      found.folders += 1;
      if (isServed) found.served += 1;
      if (folderFaults.length > 0) found.faultyFolders += 1;
      for (const fault of folderFaults)
        faults.push(
          `cut ${at} after ${applied} events and ${expected.promises.length} promises, ${fate}: ${fault}`,
        );
    }
    options.onProgress?.(`${at + 1} of ${options.cuts} cuts, ${found.faultyFolders} faulty folders`);
  }
  return { ...found, promised: promises.length, faults };
}

async function checkFound(
  found: Found,
  expected: Expected,
  { isServed, throughStore }: { readonly isServed: boolean; readonly throughStore: boolean },
): Promise<string[]> {
  const root = mkdtempSync(join(rebuiltIn, 'avow-after-cut-'));
  try {
    for (const [name, content] of found) {
      if (content === null) mkdirSync(join(root, name), { recursive: true, mode: 0o700 });
      else {
        mkdirSync(dirname(join(root, name)), { recursive: true, mode: 0o700 });
        writeFileSync(join(root, name), content, { mode: 0o600 });
      }
    }
    const directory = join(root, 'data');
    const faults = await checkFolder(directory, expected, { throughStore });
    if (isServed) faults.push(...(await checkService(directory, expected)));
    return faults;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
