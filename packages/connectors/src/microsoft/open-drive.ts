import type {
  Connector,
  ConnectorDependencies,
  KnownItem,
  Readers,
  ReadOptions,
  SourceItem,
} from '../connector.ts';
import { toItemPath } from '../item-path.ts';
import { versionWith } from '../readers.ts';
import { type DrivePlace, findDrive } from './find-drive.ts';
import { type GraphApi, type GraphOptions, openGraph } from './graph-api.ts';
import {
  type DriveFile,
  type DriveState,
  decodeState,
  encodeState,
  namesOf,
  readDelta,
} from './read-delta.ts';
import { permissionsPerRequest, readPermissions } from './read-permissions.ts';

export interface DriveOptions extends GraphOptions {
  readonly place: DrivePlace;
  /** The folder to read; empty: all of the drive. */
  readonly path: string;
  readonly readsAccess: boolean;
}

interface PlacedFile {
  readonly file: DriveFile;
  readonly path: string;
  readonly isChanged: boolean;
}

/**
 * A drive of SharePoint or OneDrive, by the changes since the last reading. Permissions can change without the file, and
 * are read for all files each time.
 */
export function openDrive(parts: ConnectorDependencies, options: DriveOptions): Connector {
  const graph = openGraph(parts, options);
  return {
    async *read({ cursor, known, signal }: ReadOptions) {
      signal.throwIfAborted();
      const drive = await findDrive(graph, options.place, signal);
      const delta = await readDelta(graph, { drive, before: decodeState(cursor), signal });
      const { state, isIncremental } = delta;
      const files = new Map(isIncremental ? knownFiles(known) : []);
      for (const id of delta.removed) files.delete(id);
      for (const [id, file] of delta.files) files.set(id, file);
      if (isIncremental)
        for (const id of known.keys())
          if (delta.removed.has(id) || !isWithin(files.get(id), state, options.path))
            yield { kind: 'removed', key: id };
      const placed = [
        ...placeFiles(files.values(), {
          state,
          path: options.path,
          isChanged: ({ id }) => delta.files.has(id),
        }),
      ];
      for (let at = 0; at < placed.length; at += permissionsPerRequest)
        yield* readSome(parts, graph, {
          ...{ drive, known, signal, readsAccess: options.readsAccess },
          files: placed.slice(at, at + permissionsPerRequest),
        });
      return { mode: isIncremental ? 'delta' : 'full', cursor: encodeState(state) };
    },
  };
}

function* knownFiles(known: ReadonlyMap<string, KnownItem>): Generator<[string, DriveFile]> {
  // An item that could not be read has no notes, and is among the changes again.
  for (const [id, { notes }] of known) if (notes !== '') yield [id, JSON.parse(notes)];
}

function* placeFiles(
  files: Iterable<DriveFile>,
  options: {
    readonly state: DriveState;
    readonly path: string;
    readonly isChanged: (file: DriveFile) => boolean;
  },
): Generator<PlacedFile> {
  for (const file of files) {
    const path = pathOf(file, options.state, options.path);
    if (path !== null) yield { file, path, isChanged: options.isChanged(file) };
  }
}

const isWithin = (file: DriveFile | undefined, state: DriveState, path: string) =>
  file === undefined || pathOf(file, state, path) !== null;

/** Its path within the folder that is read; null if it is elsewhere. */
function pathOf(file: DriveFile, { folders }: DriveState, within: string): string | null {
  const names = namesOf(folders, file.parent);
  if (names === null) return null;
  const outer = within.split('/').filter((name) => name !== '');
  // Names differ by more than their case.
  const isInside = outer.every((name, at) => names[at]?.toLowerCase() === name.toLowerCase());
  return isInside ? toItemPath([...names.slice(outer.length), file.name]) : null;
}

interface Some extends Pick<ReadOptions, 'known' | 'signal'> {
  readonly drive: string;
  readonly files: readonly PlacedFile[];
  readonly readsAccess: boolean;
}

async function* readSome(
  parts: ConnectorDependencies,
  graph: GraphApi,
  some: Some,
): AsyncGenerator<SourceItem> {
  const { drive, known, signal } = some;
  const files: PlacedFile[] = [];
  for (const placed of some.files) {
    const { file, path } = placed;
    if (parts.accepts(path)) files.push(placed);
    else if (known.has(file.id)) yield { kind: 'removed', key: file.id };
    else if (placed.isChanged) yield { kind: 'skipped', path, reason: 'is not a supported file type' };
  }
  const ids = files.map(({ file }) => file.id);
  const access =
    some.readsAccess && ids.length > 0 ? await readPermissions(graph, { drive, ids, signal }) : null;
  for (const { file, path } of files) {
    signal.throwIfAborted();
    const key = file.id;
    const found = access?.get(key) ?? null;
    if (found !== null && 'fault' in found) yield { kind: 'fault', key, path, reason: found.fault };
    else {
      const readers = found?.readers ?? null;
      const version = versionWith(file.tag, readers);
      const before = known.get(key);
      if (before?.version === version && notedPath(before) === path) yield { kind: 'unchanged', key };
      else yield await readFile(parts, graph, { drive, file, path, version, readers, signal });
    }
  }
}

interface FileNotes extends DriveFile {
  /** A folder may be renamed without its files. */
  readonly path: string;
}

const notedPath = ({ notes }: KnownItem) => (notes === '' ? null : (JSON.parse(notes) as FileNotes).path);

async function readFile(
  { fileBytesMax }: ConnectorDependencies,
  graph: GraphApi,
  work: {
    readonly drive: string;
    readonly file: DriveFile;
    readonly path: string;
    readonly version: string;
    readonly readers: Readers | null;
    readonly signal: AbortSignal;
  },
): Promise<SourceItem> {
  const { drive, file, path, version, readers, signal } = work;
  const { id: key, url } = file;
  const fault = (reason: string): SourceItem => ({ kind: 'fault', key, path, reason });
  if (file.bytes > fileBytesMax) return fault(`is larger than ${fileBytesMax} bytes`);
  const content = graph.url(`drives/${drive}/items/${encodeURIComponent(key)}/content`);
  const found = await graph.getItem(content, { signal, bytesMax: fileBytesMax });
  if (found.kind === 'missing') return fault(`could not be downloaded (status ${found.status})`);
  if (found.kind === 'fault') return fault(found.reason);
  const notes: FileNotes = { ...file, path };
  const { bytes } = found.response;
  return { kind: 'file', key, path, version, notes: JSON.stringify(notes), bytes, title: null, url, readers };
}
