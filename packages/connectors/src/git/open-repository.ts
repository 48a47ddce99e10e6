import { FetchFault } from '@avow/documents/fetching';
import git, { Errors, type PromiseFsClient, type TreeEntry } from 'isomorphic-git';
import type { Connector, ConnectorDependencies, ReadOptions, SourceItem } from '../connector.ts';
import { toItemPath } from '../item-path.ts';
import { parsedLimits } from '../parsed-limits.ts';
import { SourceFault } from '../source-fault.ts';
import { wholeFault } from '../source-http.ts';
import { checkPack } from './check-pack.ts';
import { createGitHttp } from './git-http.ts';
import { createMemoryFiles } from './memory-files.ts';

export interface RepositoryOptions {
  readonly url: string;
  /** Null: the default branch. */
  readonly branch: string | null;
  /** The folder to read; empty: all of it. */
  readonly path: string;
  readonly credentials: { readonly username: string; readonly token: string } | null;
}

const what = 'The repository';
const gitdir = '/repository';
const { packBytesMax, referencesBytesMax } = parsedLimits.git;
const filesMax = 100_000;
/** Of files and folders: the same folder may be in many others. */
const entriesMax = 1_000_000;
const depthMax = 32;

/**
 * A branch of a Git repository. If the branch has moved, its last commit is fetched without history;
 * a file is read again if its object has changed.
 */
export function openRepository(parts: ConnectorDependencies, options: RepositoryOptions): Connector {
  return {
    async *read({ cursor, known, signal }: ReadOptions) {
      // The library adds headers of its own to those that it is given.
      const remote = (sentBytesMax: number) => ({
        ...{ http: createGitHttp(parts.http, { signal, sentBytesMax }), url: options.url },
        headers: headersOf(options),
      });
      const { ref, oid } = await orFault(
        () => findBranch(remote(referencesBytesMax), options.branch),
        signal,
      );
      if (oid === cursor) return { mode: 'delta', cursor };
      const fs = createMemoryFiles(checkFile);
      const repository = { fs, gitdir, cache: {} };
      await orFault(async () => {
        await git.init({ fs, dir: gitdir, gitdir, bare: true });
        await git.addRemote({ fs, gitdir, remote: 'origin', url: options.url });
        const branch = { ref, remoteRef: ref, singleBranch: true, depth: 1, tags: false };
        await git.fetch({ ...remote(packBytesMax), ...repository, ...branch });
      }, signal);
      const tree = await findTree(repository, oid, options.path);
      yield* readFiles(parts, repository, { tree, known, signal });
      return { mode: 'full', cursor: oid };
    },
  };
}

function headersOf({ credentials }: RepositoryOptions): Record<string, string> {
  if (credentials === null) return {};
  const { username, token } = credentials;
  return { authorization: `Basic ${Buffer.from(`${username}:${token}`).toString('base64')}` };
}

type Remote = Pick<Parameters<typeof git.listServerRefs>[0], 'http' | 'url'> & {
  readonly headers: Record<string, string>;
};

async function findBranch(remote: Remote, branch: string | null): Promise<{ ref: string; oid: string }> {
  const prefix = branch === null ? 'HEAD' : `refs/heads/${branch}`;
  const refs = await git.listServerRefs({ ...remote, prefix, symrefs: true });
  const found = refs.find(({ ref }) => ref === prefix);
  if (found === undefined)
    throw new SourceFault(
      'not_found',
      branch === null ? 'The repository has no default branch.' : `The repository has no branch ${branch}.`,
    );
  return { ref: found.target ?? found.ref, oid: found.oid };
}

interface Repository {
  readonly fs: PromiseFsClient;
  readonly gitdir: string;
  readonly cache: object;
}

/** What a server has sent is checked before the library reads it. */
async function checkFile(path: string, bytes: Uint8Array): Promise<void> {
  if (path.endsWith('.pack')) await checkPack(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

async function findTree(repository: Repository, oid: string, path: string): Promise<string> {
  const filepath = path.replace(/^\/+|\/+$/g, '');
  try {
    const options = { ...repository, oid, ...(filepath === '' ? {} : { filepath }) };
    return (await git.readTree(options)).oid;
  } catch (error) {
    if (error instanceof Errors.NotFoundError || error instanceof Errors.ObjectTypeError)
      throw new SourceFault('not_found', `The repository has no folder ${path}.`, { cause: error });
    throw error;
  }
}

async function* readFiles(
  { accepts, fileBytesMax }: ConnectorDependencies,
  repository: Repository,
  { tree, known, signal }: { readonly tree: string } & Pick<ReadOptions, 'known' | 'signal'>,
): AsyncGenerator<SourceItem> {
  const pending: Array<{ oid: string; names: readonly string[] }> = [{ oid: tree, names: [] }];
  let [count, seen] = [0, 0];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { names } = next;
    if (names.length > depthMax) {
      yield {
        kind: 'fault',
        key: null,
        path: toItemPath(names),
        reason: `folders are nested deeper than ${depthMax}`,
      };
      continue;
    }
    const entries: TreeEntry[] = (await git.readTree({ ...repository, oid: next.oid })).tree;
    for (const entry of entries) {
      signal.throwIfAborted();
      seen += 1;
      if (seen > entriesMax) {
        yield {
          kind: 'fault',
          key: null,
          path: '.',
          reason: `it has more than ${entriesMax} files and folders`,
        };
        return;
      }
      if (entry.path.startsWith('.') || entry.path === 'node_modules') continue;
      const place = [...names, entry.path];
      const path = toItemPath(place);
      if (entry.type === 'tree') pending.push({ oid: entry.oid, names: place });
      else if (entry.type !== 'blob' || entry.mode === '120000')
        yield { kind: 'skipped', path, reason: 'is a link or another repository' };
      else if (!accepts(path)) yield { kind: 'skipped', path, reason: 'is not a supported file type' };
      else {
        count += 1;
        if (count > filesMax) {
          yield { kind: 'fault', key: null, path: '.', reason: `it has more than ${filesMax} files` };
          return;
        }
        const key = place.join('/');
        if (known.get(key)?.version === entry.oid) yield { kind: 'unchanged', key };
        else {
          const { blob: bytes } = await git.readBlob({ ...repository, oid: entry.oid });
          if (bytes.length > fileBytesMax)
            yield { kind: 'fault', key, path, reason: `is larger than ${fileBytesMax} bytes` };
          else {
            const plain = { title: null, url: null, readers: null, notes: '' };
            yield { kind: 'file', key, path, version: entry.oid, bytes, ...plain };
          }
        }
      }
    }
  }
}

async function orFault<Value>(work: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    throw asFault(error);
  }
}

function asFault(error: unknown): unknown {
  if (error instanceof SourceFault) return error;
  if (error instanceof FetchFault) return wholeFault(error, what);
  if (error instanceof Errors.HttpError) {
    const { statusCode } = error.data;
    if (statusCode === 401 || statusCode === 403)
      return new SourceFault(
        'unauthorized',
        `${what}: access was refused (status ${statusCode}). Check the credentials.`,
      );
    if (statusCode === 404)
      return new SourceFault('not_found', `${what} was not found, or needs credentials (status 404).`);
    return new SourceFault('unreachable', `${what} could not be read (status ${statusCode}).`);
  }
  if (error instanceof Error && 'code' in error)
    return new SourceFault('invalid', `${what} could not be read (${String(error.code)}).`, { cause: error });
  return error;
}
