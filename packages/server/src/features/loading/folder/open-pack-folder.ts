import { realpath, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { decodeText, fileRoleOf, ParsingFault } from '@avow/documents';
import { UserError } from '@avow/foundation';
import { parseStrictJson, StrictJsonError } from '@avow/text';
import type { z } from 'zod';
import { type FolderLimits, folderLimits } from '../../../limits/pack-limits.ts';
import type { JobFault } from '../../jobs/job-store.ts';
import type { ReadingBudget } from '../read-source-file.ts';
import { packFileSchema } from './pack-folder.ts';
import { type FolderPlace, listPackFiles, readPackFile } from './pack-folder-files.ts';

/** A folder to be loaded as a pack: its metadata and its files. */
export interface OpenedFolder {
  readonly name: string;
  /** Null if `pack.json` has none. */
  readonly description: string | null;
  /** For everything without groups of its own. */
  readonly groups: readonly string[];
  /** The paths of all files except `pack.json` and `golden.json`, sorted. */
  readonly sources: readonly string[];
  /** The path that a file has in the pack. */
  readonly pathOf: (source: string) => string;
  /** The content of `golden.json`; undefined if there is none or, with a fault, if it is not valid JSON. */
  readonly golden: unknown;
  /** How much may still be read, archives included. */
  readonly budget: ReadingBudget;
  /** Null, and a fault, if it cannot be read. */
  readonly readFile: (source: string) => Promise<Uint8Array | null>;
  /** Why a file, or the folder (`.`), could not be loaded; reading files adds more. */
  readonly faults: readonly JobFault[];
  readonly addFault: (file: string, reason: string) => void;
  readonly addSkipped: (file: string, reason: string) => void;
  /** Skipped files with their reasons, up to a limit; reading archives adds more. */
  readonly listSkipped: () => JobFault[];
}

const faultsPerFileMax = 20;
const skippedMax = 1_000;

/** Lists a folder and reads its `pack.json`. Rejects if the folder itself cannot be read. */
export async function openPackFolder(
  folder: string,
  limits: FolderLimits = folderLimits,
): Promise<OpenedFolder> {
  const faults: JobFault[] = [];
  const addFault = (file: string, reason: string) => void faults.push({ file, reason });
  const skipped: JobFault[] = [];
  let skippedCount = 0;
  const addSkipped = (file: string, reason: string) => {
    skippedCount += 1;
    if (skippedCount <= skippedMax) skipped.push({ file, reason });
  };
  const root = await realpath(folder);
  if (!(await stat(root)).isDirectory())
    throw new UserError(
      `${folder} is not a folder. Load the folder that holds it, or add a single file with "avow packs add".`,
    );
  const place: FolderPlace = { root, limits, addFault, addSkipped };
  const files = await listPackFiles(place);
  const budget = { filesLeft: limits.filesMax - files.length, bytesLeft: limits.totalBytesMax };
  const readFile = async (source: string) => {
    const bytes = await readPackFile(place, { source, bytesLeft: budget.bytesLeft });
    budget.bytesLeft -= bytes?.length ?? 0;
    return bytes;
  };
  const sources: string[] = [];
  for (const { source, role } of files) {
    if (!source.isWellFormed()) addFault(source.toWellFormed(), 'the name is not valid Unicode');
    else if (role !== 'pack' && role !== 'golden') sources.push(source);
  }
  const hasPackFile = files.some(({ role }) => role === 'pack');
  const packJson = hasPackFile ? readPackJson(await readFile(packFile), addFault) : {};
  const hasGolden = files.some(({ role }) => role === 'golden');
  const golden = hasGolden ? readJson(goldenFile, await readFile(goldenFile), addFault) : undefined;
  return {
    name: packJson.name ?? basename(place.root),
    description: packJson.description ?? null,
    groups: packJson.groups ?? [],
    golden,
    sources,
    pathOf: readPaths(packJson.paths ?? {}, sources, addFault),
    budget,
    readFile,
    faults,
    addFault,
    addSkipped,
    listSkipped: () =>
      skippedCount <= skippedMax
        ? skipped
        : [...skipped, { file: '.', reason: `${skippedCount - skippedMax} more files are not listed here` }],
  };
}

export const packFile = 'pack.json';
export const goldenFile = 'golden.json';

/** Only texts may have another path: how any other file is read depends on its name. Two files never have one path. */
function readPaths(
  paths: Readonly<Record<string, string>>,
  sources: readonly string[],
  addFault: OpenedFolder['addFault'],
): OpenedFolder['pathOf'] {
  const [listed, taken] = [new Set(sources), new Set<string>()];
  for (const [file, path] of Object.entries(paths)) {
    const fault =
      !listed.has(file) || !['markdown', 'text'].includes(fileRoleOf(file) ?? '')
        ? 'is not a text of the folder'
        : (listed.has(path) && !Object.hasOwn(paths, path)) || taken.has(path)
          ? 'has the path of another file'
          : null;
    taken.add(path);
    if (fault !== null) addFault(packFile, `paths: ${file} ${fault}`);
  }
  return (source) => (Object.hasOwn(paths, source) ? (paths[source] ?? source) : source);
}

/** Undefined, and a fault, if it cannot be read. */
function readJson(file: string, bytes: Uint8Array | null, addFault: OpenedFolder['addFault']): unknown {
  if (bytes === null) return undefined;
  try {
    return parseStrictJson(decodeText(bytes));
  } catch (error) {
    if (error instanceof ParsingFault) addFault(file, error.message);
    else if (error instanceof StrictJsonError)
      addFault(file, `is not valid JSON: at line ${error.line}, column ${error.column}, ${error.message}`);
    else throw error;
    return undefined;
  }
}

function readPackJson(
  bytes: Uint8Array | null,
  addFault: OpenedFolder['addFault'],
): z.infer<typeof packFileSchema> {
  const value = readJson(packFile, bytes, addFault);
  if (value === undefined) return {};
  const parsed = packFileSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues.slice(0, faultsPerFileMax)) {
    addFault(packFile, `${issue.path.length > 0 ? `${issue.path.join('.')}: ` : ''}${issue.message}`);
  }
  return {};
}
