import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@avow/foundation';
import { createCheckpointer, createLogSigner } from '@avow/ledger';
import { Command, Help } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDataFolder } from '../src/app/open-data-folder.ts';
import { version } from '../src/app/version.ts';
import type { CommandContext } from '../src/cli/command-context.ts';
import { commands } from '../src/cli/command-table.ts';
import { createProgram, runCli } from '../src/cli/run-cli.ts';
import { noIdentity } from '../src/config/identity-settings.ts';
import { loadConfig } from '../src/config/load-config.ts';
import { noLanguageModels } from '../src/config/read-models-file.ts';
import { recordTerminal } from './support/record-terminal.ts';

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'avow-commands-'));
  await writeFile(join(directory, 'empty.json'), '{}');
  await writeFile(join(directory, 'empty.md'), '# Empty\n');
});

afterAll(() => rm(directory, { recursive: true, force: true }));

interface Sample {
  /** After the words of the command. */
  readonly words?: readonly string[];
  /** What shows which tenant was chosen, given its name and its id. Left out: the command succeeds and names none. */
  readonly shows?: (tenant: { readonly name: string; readonly id: string }) => string;
}

const file = (name: string) => `FOLDER/${name}`;
const ofPack = (...words: string[]): Sample => ({
  words: ['nothing', ...words],
  shows: ({ name }) => `Tenant ${name} has no pack nothing.`,
});
const ofEndpoint = (...words: string[]): Sample => ({
  words: ['whe_x', ...words],
  shows: ({ name }) => `Tenant ${name} has no webhook endpoint whe_x.`,
});
const ofUser = (...words: string[]): Sample => ({
  words: ['usr_x', ...words],
  shows: ({ name }) => `Tenant ${name} has no user usr_x.`,
});
const named: Pick<Sample, 'shows'> = { shows: ({ name }) => name };
const withId: Required<Sample> = { words: ['--json'], shows: ({ id }) => `"tenant_id":"${id}"` };

/** Commands that work on one tenant of an installation. */
const tenantCommands: Readonly<Record<string, Sample>> = {
  'keys create': {},
  'keys list': {},
  'keys rotate': { words: ['key_x'], shows: ({ name }) => `Tenant ${name} has no key key_x.` },
  'keys revoke': { words: ['key_x'], shows: ({ name }) => `Tenant ${name} has no key key_x.` },
  'users create': {
    words: ['ada-NUMBER@example.com', '--name', 'Ada', '--role', 'editor'],
    shows: () => 'Created user ',
  },
  'users list': {},
  'users show': ofUser(),
  'users update': ofUser('--disable'),
  'users delete': ofUser('--yes'),
  'users link': ofUser(),
  'users sign-out': ofUser(),
  'packs load': { words: [file('missing')], shows: () => 'missing' },
  'packs create': { words: ['pack NUMBER'], shows: () => 'Created pack ' },
  'packs list': {},
  'packs show': ofPack(),
  'packs delete': ofPack(),
  'packs add': ofPack(file('empty.md')),
  'packs remove-document': ofPack('doc_x'),
  'packs import': ofPack(file('empty.json')),
  'packs preview': ofPack(file('empty.json')),
  'packs report': ofPack(),
  'packs export': ofPack(file('exported')),
  'packs publish': ofPack(),
  'packs rollback': ofPack('1'),
  'packs unpublish': ofPack(),
  'packs versions': ofPack(),
  'sources add': ofPack('site', 'website', 'https://a.example/'),
  'sources list': ofPack(),
  'sources show': ofPack('site'),
  'sources update': ofPack('site', '--every', '60'),
  'sources pause': ofPack('site'),
  'sources resume': ofPack('site'),
  'sources remove': ofPack('site', '--yes'),
  'sources sync': ofPack('site'),
  'guardrails show': named,
  'guardrails default': {},
  'guardrails set': { words: [file('empty.json')], shows: () => 'Nothing was changed' },
  'guardrails reset': named,
  'guardrails versions': named,
  'guardrails accept-thresholds': {
    words: ['prompt_attack'],
    shows: () => 'Nothing is proposed for prompt_attack.',
  },
  'guardrails test': { words: ['--text', 'Hello'] },
  'guardrails explain': { words: ['Hello'] },
  'webhooks create': { words: ['https://hooks.example/'], shows: () => 'Created endpoint ' },
  'webhooks list': {},
  'webhooks show': ofEndpoint(),
  'webhooks update': ofEndpoint('--disable'),
  'webhooks delete': ofEndpoint('--yes'),
  'webhooks rotate-secret': ofEndpoint(),
  'webhooks test': ofEndpoint(),
  'webhooks deliveries': ofEndpoint(),
  'webhooks redeliver': ofEndpoint('--dead'),
  'eval run': ofPack(),
  'eval suggest': ofPack(),
  'eval review': ofPack(),
  'eval list': ofPack(),
  'eval import': ofPack(file('empty.json')),
  'eval export': ofPack(),
  'eval remove': ofPack('gld_x'),
  'eval gate': ofPack(),
  'eval history': ofPack(),
  'audit export': { words: ['--json', '--out', file('records-NUMBER.jsonl')], shows: withId.shows },
  'evidence write': {
    words: ['--json', '--from', '2026-01-01', '--to', '2026-01-02', '--out', file('evidence-NUMBER')],
    shows: withId.shows,
  },
  'audit key': withId,
  'audit keys': {},
  'audit discard': {
    words: ['user', 'usr_x', '--yes'],
    shows: ({ name }) => `Tenant ${name} has no user usr_x.`,
  },
  'audit replay': { words: ['msg_x'], shows: ({ name }) => `Tenant ${name} has no message msg_x.` },
};

/** Commands that work on an installation, and on all tenants unless one is named. */
const installationCommands: Readonly<Record<string, readonly string[]>> = {
  'tenants list': [],
  'tenants suspend': ['acme'],
  'tenants resume': ['acme'],
  'audit verify': [],
  'audit rekey': ['--to', file('new.key')],
  'audit rotate-key': ['--to', file('new-log.key')],
  backup: [file('backups')],
  outages: [],
};

const fetched = [file('fetched'), '--url', 'http://127.0.0.1:9', '--key-file', file('empty.md')];

/** Commands that need no installation. */
const otherCommands: Readonly<Record<string, readonly string[]>> = {
  'guardrails checks': [],
  'models check': [],
  'models list': [],
  'models add': [file('empty.json')],
  'models example': [],
  ask: ['Is anybody there?'],
  slack: [],
  teams: [],
  mcp: [],
  'audit show': ['msg_x'],
  'audit sample draw': ['--size', '5', '--from', '2026-01-01T00:00:00Z'],
  'audit sample list': [],
  'audit sample show': ['smp_x'],
  'audit sample finding': ['smp_x', 'msg_x', '--is', 'none'],
  'review list': [],
  'review show': ['msg_x'],
  'review deliver': ['msg_x'],
  'review block': ['msg_x'],
  'review take': ['msg_x'],
  'review release': ['msg_x'],
  'review note': ['msg_x', 'text'],
  'review decisions': [],
  'review figures': [],
  'calibrate show': [],
  'calibrate draw': ['--wrong-at-most', '0.1'],
  'calibrate list': [],
  'calibrate check': ['msg_x', 'right'],
  'calibrate apply': ['drw_x'],
  'calibrate end': [],
  'calibration show': [],
  'calibration refit': [],
  'calibration accept': ['cal_x'],
  'calibration dismiss': ['cal_x'],
  'calibration revert': [],
  'calibration reset': [],
  'feedback list': [],
  'feedback show': ['msg_x'],
  'feedback accept': ['fbk_x'],
  'feedback dismiss': ['fbk_x'],
  'insights unanswered': [],
  'insights dismiss': ['group'],
  'insights reopen': ['group'],
  'insights activity': [],
  'insights confidence': [],
  'insights cost': [],
  'insights latency': [],
  'insights guardrails': [],
  'purposes show': [],
  'purposes set': ['audit=Audit', '--required'],
  'retention show': [],
  'retention set': ['--content-days', '1', '--record-days', 'never', '--yes'],
  'holds place': ['--tenant-wide', '--reason', 'Case 7'],
  'holds list': [],
  'holds show': ['hold_x'],
  'holds lift': ['hold_x'],
  'erase message': ['msg_x', '--yes'],
  'erase end-user': ['ada', '--yes'],
  'erase thread': ['thr_x', '--yes'],
  'streams list': [],
  'streams test': ['siem'],
  'audit check': [file('empty.json')],
  'evidence check': [file('.')],
  verify: [file('empty.json')],
  replay: ['--from-receipt', file('empty.json')],
  'import dify': fetched,
  'import ragflow': fetched,
  'import onyx': fetched,
  migrate: ['--from-sqlite'],
  restore: [file('no-backups')],
  upgrade: ['--check'],
  config: [],
  doctor: [],
};

const creatingCommands = ['serve', 'tenants create'];

let runs = 0;

async function run(name: string, words: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const { terminal, said } = recordTerminal({ says: [] });
  runs += 1;
  const given = words.map((word) => word.replace('FOLDER', directory).replace('NUMBER', String(runs)));
  const all = {
    AVOW_SEARCH_BY_MEANING: 'off',
    AVOW_EMBEDDED_SCREENER: 'off',
    AVOW_LOG_LEVEL: 'silent',
    ...env,
  };
  const code = await runCli([...(name === '' ? [] : name.split(' ')), ...given], all, terminal);
  return { name, code, ...said() };
}

async function listCommands(): Promise<ReadonlyMap<string, Command>> {
  const context: CommandContext = {
    settings: () => ({ file: null, settings: [] }),
    config: () => loadConfig({}),
    languageModels: () => noLanguageModels,
    identity: () => noIdentity,
    securityStreams: () => [],
    terminal: recordTerminal().terminal,
    isNpmScript: false,
  };
  const found = new Map<string, Command>();
  const walk = (command: Command, path: readonly string[]) => {
    if (path.length > 0) found.set(path.join(' '), command);
    for (const child of command.commands) walk(child, [...path, child.name()]);
  };
  for (const name of Object.keys(commands)) walk(await createProgram([name], context), []);
  return found;
}

const isLeaf = ({ commands }: Command) => commands.length === 0;

describe('every command', () => {
  it('is in one of the tables of this test', async () => {
    const leaves = [...(await listCommands())].filter(([, command]) => isLeaf(command)).map(([name]) => name);
    const tables = [tenantCommands, installationCommands, otherCommands].flatMap(Object.keys);
    expect([...tables, ...creatingCommands].sort()).toEqual(leaves.sort());
  });

  it('is listed by the help of the program with its arguments and its own description', async () => {
    const found = await listCommands();
    const termOf = (command: Command) => new Help().subcommandTerm(command);
    for (const [name, { summary, usage }] of Object.entries(commands)) {
      const command = found.get(name) ?? new Command();
      expect([termOf(command), command.description()]).toEqual([
        usage === undefined ? name : `${name} ${usage}`,
        summary,
      ]);
    }
    const { out } = await run('', ['--help']);
    const words = out.replace(/\s+/g, ' ');
    for (const [name, { summary, usage = '' }] of Object.entries(commands))
      expect(words).toContain(`${name} ${usage} ${summary}`.replace('  ', ' '));
    expect([await run('', ['help']), await run('', ['-h'])]).toMatchObject([{ out }, { out }]);
  });

  it('has help with its usage and a description, which creates nothing', async () => {
    const dataDir = join(directory, 'for-help');
    const before = await readdir(directory);
    for (const [name, command] of await listCommands()) {
      const { code, out, err } = await run(name, ['--help'], { AVOW_DATA_DIR: dataDir, AVOW_PORT: 'faulty' });
      expect([name, code, err]).toEqual([name, 0, '']);
      expect(out).toContain(`Usage: avow ${name} `);
      expect(command.description().length).toBeGreaterThan(10);
      expect(out.replace(/\s+/g, ' ')).toContain(command.description());
      for (const option of command.options) expect([name, option.description]).not.toEqual([name, '']);
    }
    for (const words of [['--help'], ['help'], ['help', 'keys']])
      expect(await run('', words)).toMatchObject({ code: 0, out: expect.stringContaining('Usage: avow') });
    for (const word of ['--version', '-V'])
      expect(await run('', [word])).toMatchObject({ code: 0, out: `${version}\n`, err: '' });
    expect(await readdir(directory)).toEqual(before);
  });

  it('takes no option for the value of another, and shows its help if that is asked for', async () => {
    const env = { AVOW_DATA_DIR: join(directory, 'for-values') };
    const before = [await readdir('.'), await readdir(directory)];
    for (const [name, { options }] of await listCommands())
      for (const { long, required } of options) {
        if (long === undefined || !required) continue;
        for (const word of ['--help', '-h']) {
          const { code, out, err } = await run(name, [long, word], env);
          expect([name, long, code, err]).toEqual([name, long, 0, '']);
          expect(out).toContain(`Usage: avow ${name} `);
        }
        const { code, out, err } = await run(name, [long, '--name'], env);
        expect([name, long, code, out]).toEqual([name, long, 2, '']);
        expect(err).toContain(`has no value before '--name'`);
        expect(err).toContain('./--name');
      }
    expect([await readdir('.'), await readdir(directory)]).toEqual(before);
  });

  it('takes a value that begins with dashes after an equals sign', async () => {
    const { code, err } = await run('packs load', ['FOLDER/none', '--tenant=--help'], {
      AVOW_DATA_DIR: join(directory, 'for-values'),
    });
    expect([code, err]).toEqual([1, expect.stringContaining('There is no Avow installation')]);
  });

  it('is suggested when it is mistyped', async () => {
    for (const [words, said] of [
      [['tenant', 'list'], "error: unknown command 'tenant'\n(Did you mean tenants?)"],
      [['keys', 'lst'], "error: unknown command 'lst'\n(Did you mean list?)"],
      [['keys', 'list', '--tennant', 'x'], "error: unknown option '--tennant'\n(Did you mean --tenant?)"],
      [['packs', 'show'], "error: missing required argument 'pack'"],
      [['audit', 'verfy'], 'neither a command ("avow audit --help" lists them) nor a message id'],
    ] as const) {
      const { code, out, err } = await run('', words);
      expect([words, code, out]).toEqual([words, 2, '']);
      expect(err).toContain(said);
      expect(err).toContain('--help');
    }
  });
});

describe('without an installation', () => {
  const cases = [
    ...Object.entries(tenantCommands).map(([name, { words }]) => [name, words] as const),
    ...Object.entries(installationCommands),
  ];

  it.each(cases)('avow %s creates nothing and names the folder it looked in', async (name, words) => {
    const dataDir = join(directory, 'none');
    const { code, out, err } = await run(name, words, { AVOW_DATA_DIR: dataDir });
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(`There is no Avow installation in ${dataDir}. Set AVOW_DATA_DIR to `);
    expect([existsSync(dataDir), existsSync(join(directory, 'new.key'))]).toEqual([false, false]);
  });

  it.each(Object.entries(otherCommands))('avow %s creates nothing', async (name, words) => {
    const dataDir = join(directory, 'none');
    const { err } = await run(name, words, { AVOW_DATA_DIR: dataDir, AVOW_URL: 'http://127.0.0.1:9' });
    expect(err).not.toContain('internal error');
    expect(existsSync(dataDir)).toBe(false);
  });

  it('a folder with other content is left unchanged', async () => {
    const { code, err } = await run('tenants list', [], { AVOW_DATA_DIR: directory });
    expect([code, err]).toEqual([
      1,
      expect.stringContaining(`There is no Avow installation in ${directory}.`),
    ]);
    expect((await readdir(directory)).filter((name) => /\.(db|key)$/.test(name))).toEqual([]);
  });
});

describe('the tenant of a command', () => {
  const ids = new Map<string, string>();
  const tenantOf = (name: string) => ({ name, id: ids.get(name) ?? '' });
  const folder = () => join(directory, 'data');
  const create = async (name: string) => {
    const { out } = await run('tenants create', [name, '--json'], { AVOW_DATA_DIR: folder() });
    ids.set(name, JSON.parse(out).tenant_id);
  };
  const runOf = (name: string, also: readonly string[], env: Readonly<Record<string, string>>) =>
    run(name, [...(tenantCommands[name]?.words ?? []), ...also], { AVOW_DATA_DIR: folder(), ...env });
  const expectChosen = async (ran: Awaited<ReturnType<typeof run>>, tenant: string) => {
    const { shows } = tenantCommands[ran.name] ?? {};
    if (shows === undefined) expect(ran).toMatchObject({ code: 0 });
    else expect(`${ran.out}${ran.err}`).toContain(shows(tenantOf(tenant)));
  };
  const names = Object.keys(tenantCommands);

  it('can be given by --tenant to every command on one tenant, and to audit verify', async () => {
    const taking = [...(await listCommands())]
      .filter(([, { options }]) => options.some(({ long }) => long === '--tenant'))
      .map(([name]) => name);
    expect(taking.sort()).toEqual([...names, 'audit verify'].sort());
  });

  it('is missing until one is created', async () => {
    await create('acme');
    const { DatabaseSync } = await import('node:sqlite');
    const database = new DatabaseSync(join(folder(), 'avow.db'));
    for (const table of ['log_entries', 'log_nodes', 'logs', 'tenant_keys', 'tenants'])
      database.exec(`DELETE FROM ${table}`);
    database.close();
    const { code, err } = await runOf('keys list', [], {});
    expect([code, err]).toEqual([
      1,
      `avow: There is no tenant in ${folder()} yet. Create one with "avow tenants create NAME".\n`,
    ]);
    expect((await runOf('keys list', ['--tenant', 'acme'], {})).err).toBe(err);
    await rm(folder(), { recursive: true });
  });

  it('is the only one if there is just one', async () => {
    await create('acme');
    for (const name of [
      'keys create',
      'packs show',
      'guardrails show',
      'eval list',
      'audit export',
      'audit key',
    ])
      await expectChosen(await runOf(name, [], {}), 'acme');
  });

  it('has to be chosen if there are several, and the message says how', async () => {
    await create('demo');
    // What the others print under AVOW_TENANT proves that they choose in the same place.
    const isSilent = ({ shows }: Sample) => shows?.(tenantOf('acme')) === shows?.(tenantOf('demo'));
    const silent = names.filter((name) => isSilent(tenantCommands[name] ?? {}));
    for (const name of ['packs show', 'audit key', ...silent]) {
      const { code, out, err } = await runOf(name, [], {});
      expect([name, code, out]).toEqual([name, 1, '']);
      expect(err).toContain(
        `There are 2 tenants in ${folder()}: acme, demo. Choose one with --tenant NAME, or set AVOW_TENANT=NAME.`,
      );
    }
  });

  it('is the one in AVOW_TENANT, by name or id, and --tenant wins', async () => {
    for (const name of names) await expectChosen(await runOf(name, [], { AVOW_TENANT: 'demo' }), 'demo');
    // The option is resolved in the same place for all of them.
    for (const name of ['keys create', 'packs show', 'guardrails show', 'eval list', 'audit export'])
      await expectChosen(
        await runOf(name, ['--tenant', tenantOf('demo').id], { AVOW_TENANT: 'acme' }),
        'demo',
      );
    await expectChosen(await runOf('audit key', [], { AVOW_TENANT: tenantOf('acme').id }), 'acme');
  });

  it('must exist, and the message names those that do', async () => {
    const there = `does not exist in ${folder()}. The tenants there: acme, demo.`;
    const byVariable = await runOf('packs list', [], { AVOW_TENANT: 'nobody' });
    expect([byVariable.code, byVariable.err]).toEqual([
      1,
      `avow: The tenant nobody that AVOW_TENANT names ${there}\n`,
    ]);
    const byOption = await runOf('keys list', ['--tenant', 'nobody'], { AVOW_TENANT: 'acme' });
    expect([byOption.code, byOption.err]).toEqual([1, `avow: The tenant nobody ${there}\n`]);
  });

  it('narrows audit verify only as an option, since a variable would hide faults of the others', async () => {
    const data = await openDataFolder(loadConfig({ AVOW_DATA_DIR: folder() }));
    await createCheckpointer({
      ...{ store: data.store.log, signer: createLogSigner(data.logKey), anchors: [], clock: systemClock },
      ...{ onFork: () => undefined, onFailure: () => undefined },
    }).signGrown();
    await data.close();
    const checked = async (words: readonly string[], env: Readonly<Record<string, string>>) => {
      const { out } = await run('audit verify', ['--json', ...words], { AVOW_DATA_DIR: folder(), ...env });
      return JSON.parse(out).logs.map((log: { readonly tenant_id: string }) => log.tenant_id);
    };
    expect((await checked([], { AVOW_TENANT: 'acme' })).sort()).toEqual([...ids.values()].sort());
    expect(await checked(['--tenant', 'acme'], { AVOW_TENANT: 'demo' })).toEqual([tenantOf('acme').id]);
    const unknown = await run('audit verify', ['--tenant', 'nobody'], { AVOW_DATA_DIR: folder() });
    expect([unknown.code, unknown.err]).toEqual([
      1,
      expect.stringContaining(`The tenant nobody does not exist in ${folder()}.`),
    ]);
  });
});
