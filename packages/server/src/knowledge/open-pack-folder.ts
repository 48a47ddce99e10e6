import { realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import type { z } from 'zod';
import type { JobFault } from '../interfaces/job-store.ts';
import { decodeUtf8 } from '../parsing/decode-text.ts';
import { ParsingFault } from '../parsing/parsing-fault.ts';
import { type FolderLimits, folderLimits, packFileSchema } from './pack-folder.ts';
import { type FolderPlace, listPackFiles, readPackFile } from './pack-folder-files.ts';
import type { ReadingBudget } from './read-given-file.ts';

/** A folder that is to become a pack: what it says of itself, and what is in it. */
export interface OpenedFolder {
  readonly name: string;
  readonly description: string;
  /** Of everything that names none itself. */
  readonly groups: readonly string[];
  /** The paths of all files but `pack.json` and `golden.json`, in their order. */
  readonly sources: readonly string[];
  /** What `golden.json` holds; undefined where there is none, or, with a fault, where it is no JSON. */
  readonly golden: unknown;
  /** What may still be read of it, archives included. */
  readonly budget: ReadingBudget;
  /** Null, and a fault, where it cannot be read. */
  readonly readFile: (source: string) => Promise<Uint8Array | null>;
  /** Why a file, or the folder (`.`), could not be taken as it is; more come as files are read. */
  readonly faults: readonly JobFault[];
  readonly addFault: (file: string, reason: string) => void;
}

const faultsPerFileMax = 20;

/** Lists a folder and reads its `pack.json`. Rejects where the folder itself cannot be read. */
export async function openPackFolder(
  folder: string,
  limits: FolderLimits = folderLimits,
): Promise<OpenedFolder> {
  const faults: JobFault[] = [];
  const addFault = (file: string, reason: string) => void faults.push({ file, reason });
  const place: FolderPlace = { root: await realpath(folder), limits, addFault };
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
  const said = hasPackFile ? readPackJson(await readFile(packFile), addFault) : {};
  const hasGolden = files.some(({ role }) => role === 'golden');
  const golden = hasGolden ? readJson(goldenFile, await readFile(goldenFile), addFault) : undefined;
  return {
    name: said.name ?? basename(place.root),
    description: said.description ?? '',
    groups: said.groups ?? [],
    golden,
    sources,
    budget,
    readFile,
    faults,
    addFault,
  };
}

const packFile = 'pack.json';
export const goldenFile = 'golden.json';

/** Undefined where it cannot be read, which is a fault then. */
function readJson(file: string, bytes: Uint8Array | null, addFault: OpenedFolder['addFault']): unknown {
  if (bytes === null) return undefined;
  try {
    return JSON.parse(decodeUtf8(bytes));
  } catch (error) {
    addFault(file, error instanceof ParsingFault ? error.message : 'is not valid JSON');
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
