import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDataFolder } from '../src/app/open-data-folder.ts';
import { runCli } from '../src/cli/run-cli.ts';
import { loadConfig } from '../src/config/load-config.ts';
import { recordTerminal } from './support/record-terminal.ts';

/** An installation that serves the house, and its folder, of which each test gets a copy. */
let installed: string;
let directory: string;
let folder: string;

const rooms = ['amber', 'birch', 'cedar', 'dune', 'ember', 'fern', 'grove', 'hazel', 'iris', 'jasper'];
const golden = {
  format: 'avow-golden/1',
  questions: rooms.map((room, position) => ({
    question: `In which colour is the ${room} room painted?`,
    expects: { kind: 'answer', sources: [`${room}.md`], facts: [[`colour number ${position + 31}`]] },
  })),
};
const textOf = (room: string) => `The ${room} room is painted in colour number ${rooms.indexOf(room) + 31}.`;

const newFolder = () => mkdtemp(join(tmpdir(), 'avow-cli-gate-'));
const removeFolder = (path: string) => rm(path, { recursive: true, force: true });

beforeAll(async () => {
  directory = installed = await newFolder();
  folder = join(installed, 'house');
  await mkdir(folder);
  for (const room of rooms) await writeFile(join(folder, `${room}.md`), textOf(room));
  await writeFile(join(folder, 'golden.json'), JSON.stringify(golden));
  await run(['tenants', 'create', 'acme']);
  expect((await run(['packs', 'load', folder])).code).toBe(0);
});

beforeEach(async () => {
  directory = await newFolder();
  folder = join(directory, 'house');
  await cp(installed, directory, { recursive: true });
});

afterEach(() => removeFolder(directory));
afterAll(() => removeFolder(installed));

async function run(words: readonly string[]) {
  const { terminal, said } = recordTerminal();
  return { code: await runCli(words, settings(), terminal), ...said() };
}

const settings = () => ({
  AVOW_DATA_DIR: join(directory, 'data'),
  AVOW_SEARCH_BY_MEANING: 'off',
  AVOW_EMBEDDED_READER: 'off',
  AVOW_EMBEDDED_SCREENER: 'off',
});

async function setGate(toleranceShare: number): Promise<void> {
  const data = await openDataFolder(loadConfig(settings()));
  const [tenant] = await data.store.access.listTenants();
  if (tenant === undefined) throw new Error('there is no tenant');
  const pack = await data.store.content.findPackByName(tenant.tenantId, 'house');
  if (pack === null) throw new Error('there is no pack');
  expect(await data.store.golden.setGate(tenant.tenantId, pack.packId, { toleranceShare })).toBe(true);
  await data.close();
}

const showPack = async () => JSON.parse((await run(['packs', 'show', 'house', '--json'])).out);

/** Each command opens the installation anew, as a process of its own would. */
describe('publishing from the command line', () => {
  it('runs the golden set if the pack has a gate, for each command that publishes', async () => {
    await setGate(0);
    await rm(join(folder, 'amber.md'));
    const before = await showPack();
    const loaded = await run(['packs', 'load', folder, '--yes']);
    expect(loaded.code).toBe(1);
    expect(loaded.err).toContain('90.0 % were right, compared with 100.0 % before');
    expect(loaded.err).toContain(
      '- In which colour is the amber room painted? (right, now: wrongly not answered)',
    );
    // Nothing of what was read stays in the draft.
    expect(await showPack()).toEqual(before);
    expect((await run(['packs', 'load', folder, '--yes', '--draft'])).code).toBe(0);
    const published = await run(['packs', 'publish', 'house']);
    expect([published.code, published.err.includes('Nothing was published.')]).toEqual([1, true]);
    const versions = async () => JSON.parse((await run(['packs', 'versions', 'house', '--json'])).out).data;
    expect(await versions()).toHaveLength(1);
    expect((await run(['packs', 'publish', 'house', '--force'])).err).toContain('--note');
    const forced = await run(['packs', 'publish', 'house', '--force', '--note', 'It burnt down.']);
    expect([forced.code, forced.err]).toEqual([0, '']);
    expect((await versions())[0].note).toBe('It burnt down.\nPublished without the gate.');
    await writeFile(join(folder, 'birch.md'), 'Nothing is known of it.');
    expect((await run(['packs', 'load', folder])).err).toContain('were right');
    expect((await run(['packs', 'load', folder, '--force', 'Nobody asks.'])).code).toBe(0);
    expect((await versions())[0].note).toBe('Nobody asks.\nPublished without the gate.');
  });

  it('imports golden.json with the folder, and keeps the questions that it does not name', async () => {
    const other = {
      ...golden,
      questions: [{ question: 'Who painted it?', expects: { kind: 'not_covered' } }],
    };
    await writeFile(join(folder, 'golden.json'), JSON.stringify(other));
    expect((await run(['packs', 'load', folder])).code).toBe(0);
    const data = await openDataFolder(loadConfig(settings()));
    const [tenant] = await data.store.access.listTenants();
    const tenantId = tenant?.tenantId ?? 'ten_';
    const pack = await data.store.content.findPackByName(tenantId, 'house');
    const page = { after: null, limit: 100 };
    const kept = await data.store.golden.listQuestions(tenantId, pack?.packId ?? 'pack_', {}, page);
    await data.close();
    expect(kept).toHaveLength(rooms.length + 1);
    await writeFile(join(folder, 'golden.json'), JSON.stringify({ questions: [] }));
    const faulty = await run(['packs', 'load', folder]);
    expect([faulty.code, faulty.err.includes('golden.json: /format')]).toEqual([1, true]);
  });
});
