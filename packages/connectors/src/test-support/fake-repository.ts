import fs from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import git from 'isomorphic-git';
import { openRepository } from '../git/open-repository.ts';
import { type FakeSource, FakeState, startFakeServer } from './fake-source.ts';
import type { HostilePack } from './hostile-answers.ts';

export interface FakeRepository extends FakeSource {
  readonly url: string;
  /** It has this pack from now on, whatever was put into it. */
  servePack(hostile: HostilePack): void;
}

const sideBandBytes = 60_000;

const packet = (data: Buffer | string) => {
  const bytes = Buffer.from(data);
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes]);
};
const flush = Buffer.from('0000');

/** A Git server that speaks the smart protocol, version 1, for one branch and without history. */
export async function startFakeRepository({
  isPublic = false,
}: {
  readonly isPublic?: boolean;
} = {}): Promise<FakeRepository> {
  const state = new FakeState();
  const files = new Map<string, string>();
  const gitdir = await mkdtemp(join(tmpdir(), 'avow-fake-git-'));
  await git.init({ fs, dir: gitdir, gitdir, bare: true });
  let head = '';
  let oids: string[] = [];
  let served: HostilePack | null = null;

  async function writeTree(prefix: string): Promise<string> {
    const names = [...files.keys()]
      .filter((path) => path.startsWith(prefix))
      .map((path) => path.slice(prefix.length));
    const tree = [];
    for (const name of new Set(names.map((path) => path.split('/', 1)[0] ?? ''))) {
      const text = files.get(`${prefix}${name}`);
      if (text === undefined)
        tree.push({
          mode: '040000',
          path: name,
          oid: await writeTree(`${prefix}${name}/`),
          type: 'tree' as const,
        });
      else {
        const oid = await git.writeBlob({ fs, gitdir, blob: Buffer.from(text) });
        oids.push(oid);
        tree.push({ mode: '100644', path: name, oid, type: 'blob' as const });
      }
    }
    const oid = await git.writeTree({ fs, gitdir, tree });
    oids.push(oid);
    return oid;
  }

  async function commit(): Promise<void> {
    oids = [];
    const author = { name: 'A', email: 'a@example.com', timestamp: 1_700_000_000, timezoneOffset: 0 };
    const tree = await writeTree('');
    const message = `Commit of ${files.size} files\n`;
    head = await git.writeCommit({
      fs,
      gitdir,
      commit: { message, tree, parent: [], author, committer: author },
    });
    oids.push(head);
  }

  const server = await startFakeServer(async (request, response) => {
    if (state.refuses(response, null)) return;
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const isNamed = request.headers.authorization === `Basic ${Buffer.from('me:secret').toString('base64')}`;
    if (!isNamed && !isPublic) response.writeHead(401, { 'www-authenticate': 'Basic' }).end();
    else if (pathname === '/handbook.git/info/refs') {
      response.setHeader('content-type', 'application/x-git-upload-pack-advertisement');
      const abilities = 'side-band-64k shallow ofs-delta symref=HEAD:refs/heads/main agent=fake/1';
      response.end(
        Buffer.concat([
          ...[packet('# service=git-upload-pack\n'), flush],
          ...[packet(`${head} HEAD\0${abilities}\n`), packet(`${head} refs/heads/main\n`), flush],
        ]),
      );
    } else if (pathname === '/handbook.git/git-upload-pack') {
      state.served += 1;
      const { packfile = new Uint8Array(0) } =
        served === null ? await git.packObjects({ fs, gitdir, oids }) : { packfile: served.pack };
      response.setHeader('content-type', 'application/x-git-upload-pack-result');
      response.write(Buffer.concat([packet(`shallow ${head}\n`), flush, packet('NAK\n')]));
      for (let at = 0; at < packfile.length; at += sideBandBytes)
        response.write(packet(Buffer.concat([Buffer.from([1]), packfile.subarray(at, at + sideBandBytes)])));
      response.end(flush);
    } else response.writeHead(404).end();
  });
  const change = async (work: () => void) => {
    work();
    await commit();
  };
  return {
    url: server.url,
    servePack: (hostile) => {
      served = hostile;
      head = hostile.head;
    },
    open: (parts) =>
      openRepository(parts, {
        ...{ url: `${server.url}/handbook.git`, branch: 'main', path: 'docs' },
        credentials: { username: 'me', token: 'secret' },
      }),
    put: (path, text) => change(() => void files.set(`docs/${path}`, text)),
    remove: (path) => change(() => void files.delete(`docs/${path}`)),
    breakItem: (path) => {
      state.broken = path;
    },
    breakAll: (isBroken) => {
      state.isBroken = isBroken;
    },
    revoke: () => {
      state.isRevoked = true;
    },
    answerInstead: server.answerInstead,
    takeServed: () => state.takeServed(),
    close: async () => {
      await server.close();
      await rm(gitdir, { recursive: true, force: true });
    },
  };
}
