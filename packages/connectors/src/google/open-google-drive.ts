import type { Connector, ConnectorDependencies, Readers, ReadOptions, SourceItem } from '../connector.ts';
import { toItemPath } from '../item-path.ts';
import { listAt, parseAnswer, textAt, valueAt } from '../json.ts';
import { versionWith } from '../readers.ts';
import { SourceFault } from '../source-fault.ts';
import { expectSuccess } from '../source-http.ts';
import { type GoogleApi, type GoogleOptions, openGoogle } from './google-api.ts';
import { createReadReaders, permissionFields, type ReadReaders } from './read-readers.ts';

export interface GoogleDriveOptions extends GoogleOptions {
  /** The id of a folder or of a shared drive. */
  readonly folderId: string;
  readonly readsAccess: boolean;
}

const what = 'Google Drive';
const folderType = 'application/vnd.google-apps.folder';
const nativeType = /^application\/vnd\.google-apps\./;
const foldersMax = 10_000;
const filesMax = 100_000;
const depthMax = 64;
const listsMax = 1_000;
const allDrives = { supportsAllDrives: 'true', includeItemsFromAllDrives: 'true' };

/** What documents of Google are read as. */
const exports: ReadonlyMap<string, { readonly type: string; readonly extension: string }> = new Map([
  ['application/vnd.google-apps.document', { type: 'text/markdown', extension: 'md' }],
  [
    'application/vnd.google-apps.spreadsheet',
    { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', extension: 'xlsx' },
  ],
  [
    'application/vnd.google-apps.presentation',
    { type: 'application/vnd.openxmlformats-officedocument.presentationml.presentation', extension: 'pptx' },
  ],
]);

/**
 * A folder of Google Drive with all folders in it. If the list of changes is empty, nothing else is read. Otherwise all
 * folders are listed, and a file is read if its content, its place or its readers have changed.
 */
export function openGoogleDrive(parts: ConnectorDependencies, options: GoogleDriveOptions): Connector {
  const api = openGoogle(parts, options);
  return {
    async *read({ cursor, known, signal }: ReadOptions) {
      signal.throwIfAborted();
      const driveId = await findFolder(api, options.folderId, signal);
      const unchanged = cursor === null ? null : await nextIfUnchanged(api, { cursor, driveId, signal });
      if (unchanged !== null) return { mode: 'delta', cursor: unchanged };
      // Before the folders are listed, so that no change is missed.
      const next = await startToken(api, driveId, signal);
      const readers = options.readsAccess ? createReadReaders(api) : null;
      const seen = new Set<string>();
      for await (const found of listFiles(api, { driveId, folderId: options.folderId, signal })) {
        signal.throwIfAborted();
        if ('kind' in found) yield found;
        else if (!seen.has(found.id)) {
          seen.add(found.id);
          if (seen.size > filesMax) {
            yield { kind: 'fault', key: null, path: '.', reason: `there are more than ${filesMax} files` };
            break;
          }
          yield await readFile(parts, api, { found, known, readers, signal });
        }
      }
      return { mode: 'full', cursor: next };
    },
  };
}

/** The shared drive that the folder is in; null: it is in a person's drive. */
async function findFolder(api: GoogleApi, folderId: string, signal: AbortSignal): Promise<string | null> {
  const fields = 'id,mimeType,driveId,trashed';
  const url = api.url(`files/${encodeURIComponent(folderId)}`, { fields, supportsAllDrives: 'true' });
  const found = await api.get(url, signal);
  if (textAt(found, 'mimeType') !== folderType || valueAt(found, 'trashed') === true)
    throw new SourceFault('not_found', 'The id is not that of a folder, or the folder is in the bin.');
  return textAt(found, 'driveId');
}

const ofDrive = (driveId: string | null): Record<string, string> => (driveId === null ? {} : { driveId });

async function startToken(
  api: GoogleApi,
  driveId: string | null,
  signal: AbortSignal,
): Promise<string | null> {
  const url = api.url('changes/startPageToken', { supportsAllDrives: 'true', ...ofDrive(driveId) });
  return textAt(await api.get(url, signal), 'startPageToken');
}

/** The token for the next reading if nothing has changed since; null: something has, or that cannot be said. */
async function nextIfUnchanged(
  api: GoogleApi,
  {
    cursor,
    driveId,
    signal,
  }: { readonly cursor: string; readonly driveId: string | null; readonly signal: AbortSignal },
): Promise<string | null> {
  const fields = 'nextPageToken,newStartPageToken,changes(changeType)';
  const url = api.url('changes', {
    pageToken: cursor,
    pageSize: '1',
    fields,
    ...allDrives,
    ...ofDrive(driveId),
  });
  const response = await api.send(url, { signal });
  // The token is not known any more.
  if ([400, 404, 410].includes(response.status)) return null;
  const page = parseAnswer(expectSuccess(response, what).bytes, what);
  return listAt(page, 'changes').length === 0 ? textAt(page, 'newStartPageToken') : null;
}

interface FoundFile {
  readonly id: string;
  readonly file: unknown;
  readonly folders: readonly string[];
}

interface Listing {
  readonly driveId: string | null;
  readonly folderId: string;
  readonly signal: AbortSignal;
}

const fileFields = `id,name,mimeType,size,md5Checksum,modifiedTime,webViewLink,permissionIds,permissions(${permissionFields})`;

async function* listFiles(api: GoogleApi, listing: Listing): AsyncGenerator<FoundFile | SourceItem> {
  const pending: Array<{ readonly id: string; readonly folders: readonly string[] }> = [
    { id: listing.folderId, folders: [] },
  ];
  const queued = new Set([listing.folderId]);
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    const { folders } = next;
    for await (const page of listFolder(api, { ...listing, folderId: next.id })) {
      if (valueAt(page, 'incompleteSearch') === true)
        yield unknownRest('a folder could not be listed completely');
      for (const file of listAt(page, 'files')) {
        const [id, name] = [textAt(file, 'id'), textAt(file, 'name') ?? 'untitled'];
        if (id === null) continue;
        if (textAt(file, 'mimeType') !== folderType) yield { id, file, folders };
        else if (folders.length >= depthMax || queued.size >= foldersMax) {
          yield unknownRest(`there are more than ${foldersMax} folders, or ${depthMax} in one another`);
          return;
        } else if (!queued.has(id)) {
          queued.add(id);
          pending.push({ id, folders: [...folders, name] });
        }
      }
    }
  }
}

const unknownRest = (reason: string): SourceItem => ({ kind: 'fault', key: null, path: '.', reason });

async function* listFolder(api: GoogleApi, { driveId, folderId, signal }: Listing): AsyncGenerator<unknown> {
  const corpus: Record<string, string> = driveId === null ? {} : { corpora: 'drive', driveId };
  const q = `'${folderId.replaceAll(/['\\]/g, '\\$&')}' in parents and trashed = false`;
  const fields = `nextPageToken,incompleteSearch,files(${fileFields})`;
  let token: string | null = null;
  for (let lists = 0; lists < listsMax; lists += 1) {
    const page: unknown = await api.get(
      api.url('files', {
        q,
        fields,
        pageSize: '1000',
        ...allDrives,
        ...corpus,
        ...(token === null ? {} : { pageToken: token }),
      }),
      signal,
    );
    yield page;
    token = textAt(page, 'nextPageToken');
    if (token === null) return;
  }
  throw new SourceFault('too_large', 'A folder of Google Drive has more files than can be listed.');
}

async function readFile(
  { accepts, fileBytesMax }: ConnectorDependencies,
  api: GoogleApi,
  work: { readonly found: FoundFile; readonly readers: ReadReaders | null } & Pick<
    ReadOptions,
    'known' | 'signal'
  >,
): Promise<SourceItem> {
  const { found, known, signal } = work;
  const { id: key, file, folders } = found;
  const type = textAt(file, 'mimeType') ?? '';
  const name = textAt(file, 'name') ?? 'untitled';
  const exported = exports.get(type);
  const path = toItemPath([...folders, exported === undefined ? name : `${name}.${exported.extension}`]);
  if (exported === undefined && nativeType.test(type))
    return { kind: 'skipped', path, reason: 'has no text that can be read' };
  if (!accepts(path)) return { kind: 'skipped', path, reason: 'is not a supported file type' };
  const readers: Readers | null = work.readers === null ? null : await work.readers(file, signal);
  const content = textAt(file, 'md5Checksum') ?? textAt(file, 'modifiedTime') ?? '';
  const version = versionWith(content, readers);
  const before = known.get(key);
  if (before?.version === version && before.notes === path) return { kind: 'unchanged', key };
  const fault = (reason: string): SourceItem => ({ kind: 'fault', key, path, reason });
  if (Number(textAt(file, 'size') ?? 0) > fileBytesMax) return fault(`is larger than ${fileBytesMax} bytes`);
  const place = `files/${encodeURIComponent(key)}`;
  const url =
    exported === undefined
      ? api.url(place, { alt: 'media', supportsAllDrives: 'true' })
      : api.url(`${place}/export`, { mimeType: exported.type });
  const response = await api.getItem(url, { signal, bytesMax: fileBytesMax });
  if (response.kind === 'missing') return fault(`could not be downloaded (status ${response.status})`);
  if (response.kind === 'fault') return fault(response.reason);
  const { bytes } = response.response;
  const shown = { title: exported === undefined ? null : name, url: textAt(file, 'webViewLink') };
  return { kind: 'file', key, path, version, notes: path, bytes, ...shown, readers };
}
