import { listAt, parseAnswer, textAt, valueAt } from '../json.ts';
import { SourceFault } from '../source-fault.ts';
import { expectSuccess } from '../source-http.ts';
import type { GraphApi } from './graph-api.ts';

/** What a reading must know of the folders of a drive: items name only the folder they are in. */
export interface DriveState {
  /** Where the next changes are read. */
  readonly link: string;
  /** By id: the id of the folder above, and the name. The root has neither. */
  readonly folders: ReadonlyMap<string, DriveFolder>;
}

export interface DriveFolder {
  readonly parent: string | null;
  readonly name: string;
}

export interface DriveFile {
  readonly id: string;
  readonly parent: string;
  readonly name: string;
  /** Changes with the content. */
  readonly tag: string;
  readonly bytes: number;
  readonly url: string | null;
}

export interface Delta {
  /** False: it begins anew, and what it does not list is gone. */
  readonly isIncremental: boolean;
  readonly files: ReadonlyMap<string, DriveFile>;
  /** Files and folders. */
  readonly removed: ReadonlySet<string>;
  readonly state: DriveState;
}

const what = 'Microsoft Graph';
const itemsMax = 200_000;
const foldersKeptMax = 20_000;
const select = 'id,name,size,cTag,eTag,file,folder,root,package,deleted,parentReference,webUrl';

/** Everything that has changed in a drive since a state, or all of it. The last of several reports on an item counts. */
export async function readDelta(
  graph: GraphApi,
  {
    drive,
    before,
    signal,
  }: { readonly drive: string; readonly before: DriveState | null; readonly signal: AbortSignal },
): Promise<Delta> {
  const folders = new Map(before?.folders ?? []);
  const files = new Map<string, DriveFile>();
  const removed = new Set<string>();
  let url = before?.link ?? graph.url(`drives/${drive}/root/delta?$top=200&$select=${select}`);
  for (let count = 0; ; ) {
    signal.throwIfAborted();
    const response = await graph.send(url, { signal });
    // The service no longer knows that state.
    if (response.status === 410 && before !== null)
      return await readDelta(graph, { drive, before: null, signal });
    const page = parseAnswer(expectSuccess(response, what).bytes, what);
    for (const item of listAt(page, 'value')) take(item, { folders, files, removed });
    count += listAt(page, 'value').length;
    if (count > itemsMax) throw new SourceFault('too_large', `The drive has more than ${itemsMax} items.`);
    const next = textAt(page, '@odata.nextLink');
    const link = textAt(page, '@odata.deltaLink');
    if (next === null && link === null)
      throw new SourceFault(
        'invalid',
        'Microsoft Graph ended a list of changes without a link to the next ones.',
      );
    if (next === null && link !== null)
      return { isIncremental: before !== null, files, removed, state: { link, folders } };
    url = next ?? '';
  }
}

function take(
  item: unknown,
  {
    folders,
    files,
    removed,
  }: {
    readonly folders: Map<string, DriveFolder>;
    readonly files: Map<string, DriveFile>;
    readonly removed: Set<string>;
  },
): void {
  const id = textAt(item, 'id');
  if (id === null) return;
  files.delete(id);
  if (valueAt(item, 'deleted') !== undefined) {
    removed.add(id);
    folders.delete(id);
    return;
  }
  removed.delete(id);
  const [name, parent] = [textAt(item, 'name') ?? '', textAt(item, 'parentReference', 'id')];
  if (valueAt(item, 'root') !== undefined) folders.set(id, { parent: null, name: '' });
  else if (valueAt(item, 'folder') !== undefined) folders.set(id, { parent, name });
  else if (valueAt(item, 'file') !== undefined && parent !== null)
    files.set(id, {
      ...{ id, parent, name, url: textAt(item, 'webUrl') },
      tag: textAt(item, 'cTag') ?? textAt(item, 'eTag') ?? '',
      bytes: Number(valueAt(item, 'size') ?? 0),
    });
}

/** The names of the folders from the root to this one; null if it is not known where it is. */
export function namesOf(folders: ReadonlyMap<string, DriveFolder>, id: string): string[] | null {
  const names: string[] = [];
  for (let at: string | null = id; at !== null; ) {
    const folder: DriveFolder | undefined = folders.get(at);
    if (folder === undefined || names.length > folders.size) return null;
    if (folder.parent !== null) names.unshift(folder.name);
    at = folder.parent;
  }
  return names;
}

/** Null: there are too many folders to keep, and the next reading begins anew. */
export function encodeState({ link, folders }: DriveState): string | null {
  if (folders.size > foldersKeptMax) return null;
  const kept = [...folders].map(([id, { parent, name }]) => [id, parent, name]);
  return JSON.stringify({ link, folders: kept });
}

/** Only what `encodeState` wrote is ever a cursor. */
export function decodeState(cursor: string | null): DriveState | null {
  if (cursor === null) return null;
  const { link, folders }: { link: string; folders: [string, string | null, string][] } = JSON.parse(cursor);
  return { link, folders: new Map(folders.map(([id, parent, name]) => [id, { parent, name }])) };
}
