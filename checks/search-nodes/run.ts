import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { askDatabase, install, type Node, waitFor } from './nodes.ts';

const { values } = parseArgs({
  options: { url: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
});
const say = (line: string) => process.stdout.write(`${line}\n`);
if (values.help || values.url === undefined) {
  say(`npm run check -- search-nodes --url postgres://user:password@host:port/database

Starts two nodes with AVOW_SEARCH=postgres on an empty database with pgvector, and checks that each serves what the other
publishes, that passages are embedded once, that a node which is killed while it embeds is replaced, and that answers agree
with those of a node that keeps its search index itself.`);
  process.exit(values.help ? 0 : 2);
}
const { url } = values;
const directory = await mkdtemp(join(tmpdir(), 'avow-search-nodes-'));
const running = new Set<Node>();
const faults: string[] = [];
const check = (what: string, isTrue: boolean, detail = '') => {
  say(`${isTrue ? 'ok    ' : 'WRONG '} ${what}${detail === '' ? '' : `: ${detail}`}`);
  if (!isTrue) faults.push(what);
};
const seconds = (sinceMs: number) => `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;

/** Vectors that were written, and those among them that were there already: passages that were embedded twice. */
async function vectorWrites(): Promise<{ readonly added: number; readonly repeated: number }> {
  // Servers publish these counts with a delay.
  await sleep(1500);
  const [row] = await askDatabase(
    url,
    "SELECT n_tup_ins AS added, n_tup_upd AS repeated FROM pg_stat_user_tables WHERE relname = 'search_vectors'",
  );
  return { added: Number(row?.['added']), repeated: Number(row?.['repeated']) };
}

async function nodeIds(): Promise<readonly string[]> {
  const rows = await askDatabase(url, 'SELECT node_id FROM nodes ORDER BY started_at_ms');
  return rows.map((row) => String(row['node_id']));
}

async function holderOf(packId: string): Promise<string | null> {
  const rows = await askDatabase(
    url,
    `SELECT holder FROM leases WHERE name = 'vectors-${packId}' AND until_ms > extract(epoch FROM now()) * 1000`,
  );
  return rows[0] === undefined ? null : String(rows[0]['holder']);
}

const isEmbedded = (node: Node, packId: string) => async () => {
  const { done, total } = await node.embeddings(packId);
  return done === total && total > 0 ? total : null;
};

async function readGuide(): Promise<Record<string, string>> {
  const folder = fileURLToPath(new URL('../../docs/guide/', import.meta.url));
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort();
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')])),
  );
}

/** One from every few headings of a page, so that all pages are asked about. */
function questionsFrom(files: Readonly<Record<string, string>>): string[] {
  return Object.values(files).flatMap((text) =>
    [...text.matchAll(/^##+ (.{8,60})$/gm)]
      .filter((_, index) => index % 3 === 0)
      .map(([, heading]) => `What does the guide say about: ${heading}?`),
  );
}

async function start(name: string, installation: Awaited<ReturnType<typeof install>>): Promise<Node> {
  const node = await installation.start(name);
  running.add(node);
  return node;
}

async function end(node: Node): Promise<void> {
  running.delete(node);
  await node.service.kill();
}

async function checkServing(one: Node, other: Node): Promise<void> {
  for (const [round, [from, to]] of [
    [one, other],
    [other, one],
  ].entries()) {
    if (from === undefined || to === undefined) continue;
    const hour = 7 + round;
    await from.publish({ 'hours.md': `# Hours\n\nThe office opens at ${hour} in the morning.\n` }, 'office');
    const publishedMs = performance.now();
    await waitFor('the other node serves it', async () => {
      const { answer } = await to.ask('When does the office open?').catch(() => ({ answer: '' }));
      return answer.includes(`at ${hour} in`) ? answer : null;
    });
    check('one node serves what the other publishes', true, `${seconds(publishedMs)} after the job ended`);
  }
}

async function checkTakeOver(guide: Record<string, string>, nodes: Map<string, Node>): Promise<Node> {
  const publisher = [...nodes.values()][0] as Node;
  const packId = await publisher.publish(guide, 'guide');
  const holder = await waitFor('a node embeds', () => holderOf(packId));
  await waitFor('some passages are embedded', async () => {
    const { done, total } = await publisher.embeddings(packId);
    return done > 0 && done < total ? done : null;
  });
  const killed = nodes.get(holder);
  if (killed === undefined) throw new Error(`the lease is held by ${holder}, which is not a node`);
  const left = [...nodes.values()].find((node) => node !== killed) as Node;
  await end(killed);
  const { done, total } = await left.embeddings(packId);
  const killedMs = performance.now();
  const taken = await waitFor('another node takes over', async () => {
    const next = await holderOf(packId);
    return next !== null && next !== holder ? next : null;
  });
  check('a node that is killed while it embeds is replaced', nodes.get(taken) === left, seconds(killedMs));
  await waitFor('all passages are embedded', isEmbedded(left, packId));
  check(
    'what it had embedded is kept',
    done > 0,
    `${done} of ${total} were there, all after ${seconds(killedMs)}`,
  );
  return left;
}

interface Compared {
  readonly prompt: string;
  readonly isSame: boolean;
  readonly scoreApart: number;
}

async function compare(prompts: readonly string[], one: Node, other: Node): Promise<Compared[]> {
  const found: Compared[] = [];
  for (const prompt of prompts) {
    const [a, b] = [await one.ask(prompt), await other.ask(prompt)];
    const shown = ({ answer, citations }: typeof a) =>
      JSON.stringify([answer, citations.map(({ source, quote }) => [source, quote])]);
    const scoreApart = Math.abs(a.confidence.score - b.confidence.score);
    found.push({ prompt, isSame: shown(a) === shown(b), scoreApart });
  }
  return found;
}

async function checkAgreement(guide: Record<string, string>, shared: Node): Promise<void> {
  const alone = await start('first', await install(join(directory, 'alone'), {}));
  const packId = await alone.publish(guide, 'guide');
  await alone.publish({ 'hours.md': '# Hours\n\nThe office opens at 8 in the morning.\n' }, 'office');
  await waitFor('the local index is embedded', isEmbedded(alone, packId));
  const compared = await compare(questionsFrom(guide), alone, shared);
  const same = compared.filter(({ isSame }) => isSame).length;
  const apart = Math.max(...compared.filter(({ isSame }) => isSame).map(({ scoreApart }) => scoreApart));
  for (const { prompt } of compared.filter(({ isSame }) => !isSame)) say(`       differs: ${prompt}`);
  check(
    'answers and citations agree with the local index',
    same === compared.length,
    `${same} of ${compared.length}; scores of those differ by ${apart.toFixed(4)} at most`,
  );
}

try {
  const installation = await install(join(directory, 'shared'), {
    AVOW_DATABASE_URL: url,
    AVOW_SEARCH: 'postgres',
  });
  const one = await start('one', installation);
  const [oneId = ''] = await nodeIds();
  const other = await start('other', installation);
  const otherId = (await nodeIds()).find((id) => id !== oneId) ?? '';
  await checkServing(one, other);
  const guide = await readGuide();
  const left = await checkTakeOver(
    guide,
    new Map([
      [oneId, one],
      [otherId, other],
    ]),
  );
  const { added, repeated } = await vectorWrites();
  check('no passage is embedded twice', repeated === 0, `${added} vectors added, ${repeated} written again`);
  await checkAgreement(guide, left);
} catch (error) {
  check(error instanceof Error ? error.message : String(error), false);
  for (const { service } of running) say(service.said.join('\n'));
} finally {
  for (const node of [...running]) await end(node);
  await rm(directory, { recursive: true, force: true });
}
process.exitCode = faults.length === 0 ? 0 : 1;
