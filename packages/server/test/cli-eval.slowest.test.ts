import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { evaluationReportSchema, goldenFileSchema } from '@avow/contract/evaluation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDataFolder } from '../src/app/open-data-folder.ts';
import { runCli } from '../src/cli/run-cli.ts';
import { loadConfig } from '../src/config/load-config.ts';
import { type RecordingOptions, recordTerminal } from './support/record-terminal.ts';

const guide = fileURLToPath(new URL('../../../docs/guide/', import.meta.url));
const pack = 'avow-documentation';

let directory: string;
const at = (name: string) => join(directory, name);

/** By words alone: every run of this file would wait for models otherwise. */
const settings = () => ({
  AVOW_DATA_DIR: at('data'),
  AVOW_SEARCH_BY_MEANING: 'off',
  AVOW_EMBEDDED_READER: 'off',
  AVOW_EMBEDDED_SCREENER: 'off',
});

async function run(words: readonly string[], options: RecordingOptions = {}) {
  const { terminal, said } = recordTerminal(options);
  return { code: await runCli(words, settings(), terminal), ...said() };
}

const evaluate = (...words: readonly string[]) => run(['eval', ...words]);

async function json(...words: readonly string[]) {
  const ran = await evaluate(...words, '--json');
  expect([words.join(' '), ran.code]).toEqual([words.join(' '), 0]);
  return JSON.parse(ran.out);
}

/** Twelve questions that the guide answers in these words, one that it answers otherwise, and two that it does not. */
async function goldenOfGuide() {
  const pairs: readonly { readonly question: string; readonly answer: string }[] = JSON.parse(
    await readFile(join(guide, 'questions.qna.json'), 'utf8'),
  );
  const begun = pairs.map(({ question, answer }) => ({
    question,
    fact: /^[^`*[.:]*/.exec(answer)?.[0].trim() ?? '',
  }));
  const questions = [
    ...begun
      .filter(({ fact }) => fact.length > 15)
      .slice(0, 12)
      .map(({ question, fact }) => ({ question, expects: { kind: 'answer', facts: [[fact]] } })),
    { question: 'What is Avow called?', expects: { kind: 'answer', facts: [['Something else']] } },
    ...['Who won the football cup in 1974?', 'How deep is the lake behind the castle?'].map((question) => ({
      question,
      expects: { kind: 'not_covered' },
    })),
  ];
  return { format: 'avow-golden/1', questions };
}

/** One installation, and one run after the other, as somebody would who begins with golden sets. */
describe('avow eval', () => {
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'avow-cli-eval-'));
    await run(['tenants', 'create', 'acme']);
    await cp(guide, at(pack), { recursive: true });
    // The set is made here: one that comes with the guide would be loaded with it.
    await rm(join(at(pack), 'golden.json'), { force: true });
    expect((await run(['packs', 'load', at(pack)])).code).toBe(0);
    await writeFile(at('golden.json'), JSON.stringify(await goldenOfGuide()));
  });

  afterAll(() => rm(directory, { recursive: true, force: true }));

  it('has help for every command', async () => {
    for (const command of 'run suggest review list import export remove gate history'.split(' ')) {
      const ran = await evaluate(command, '--help');
      expect([command, ran.code]).toEqual([command, 0]);
      expect(ran.out).toContain(`Usage: avow eval ${command}`);
      expect(ran.out).toContain('--json');
    }
    expect((await run(['--version'])).out).toMatch(/^\d+\.\d+\.\d+/);
  });

  it('suggests questions, and saves them only with --keep', async () => {
    const shown = await evaluate('suggest', pack, '--count', '6');
    expect([shown.code, shown.err]).toEqual([0, 'Nothing was saved: --keep saves them.\n']);
    expect(await json('list', pack)).toEqual({ data: [] });
    const { data: kept } = await json('suggest', pack, '--count', '6', '--keep');
    expect(kept).toHaveLength(6);
    const { data: listed } = await json('list', pack, '--suggested');
    expect(listed).toEqual(kept);
    expect(await json('list', pack, '--accepted')).toEqual({ data: [] });
  });

  it('runs accepted questions only', async () => {
    const { code, err } = await evaluate('run', pack);
    expect([code, err]).toEqual([1, expect.stringContaining(`${pack} has no accepted golden questions.`)]);
  });

  it('lets a person accept, edit and dismiss suggestions, and refuses without a terminal', async () => {
    const nobody = await evaluate('review', pack);
    expect([nobody.code, nobody.err]).toEqual([1, expect.stringContaining('avow eval import')]);
    const says = ['x', 'a', 'd', 'e', 'What is edited?', 'one|two; three', 'a.md, b.md', 's', 'q'];
    const ran = await run(['eval', 'review', pack, '--json'], { says });
    expect(JSON.parse(ran.out)).toEqual({ accepted: 2, dismissed: 1, left: 3 });
    expect(ran.err).toContain('Type a, e, d, s or q.');
    const { data: accepted } = await json('list', pack, '--accepted');
    expect(accepted.map(({ origin }: { origin: string }) => origin)).toEqual(['generated', 'person']);
    expect(accepted[1]).toMatchObject({
      question: 'What is edited?',
      expects: { facts: [['one', 'two'], ['three']], sources: ['a.md', 'b.md'] },
    });
    // What cannot be kept is said, and asked again.
    const again = await run(['eval', 'review', pack], { says: ['e', 'What is edited?', '', '', null] });
    expect(again.err).toContain('asks the same');
    expect(again.out).toBe('0 accepted, 0 dismissed, 3 left.\n');
  });

  it('removes questions by id, and all suggestions', async () => {
    const accepted: readonly { readonly id: string }[] = (await json('list', pack, '--accepted')).data;
    const ids = accepted.map(({ id }) => id);
    expect(await json('remove', pack, ...ids)).toMatchObject({ removed: 2 });
    expect((await evaluate('remove', pack, ...ids)).code).toBe(1);
    expect((await evaluate('remove', pack)).err).toContain('Name the ids');
    expect(await json('remove', pack, '--suggested')).toMatchObject({ removed: 3 });
  });

  it('exports what it imported, and explains faults in a file', async () => {
    expect(await json('import', pack, at('golden.json'))).toMatchObject({ imported: 15 });
    // Again replaces, and adds nothing.
    await json('import', pack, at('golden.json'));
    expect(await json('export', pack, at('exported.json'))).toMatchObject({ exported: 15 });
    const exported = goldenFileSchema.parse(JSON.parse(await readFile(at('exported.json'), 'utf8')));
    const asked = exported.questions.map(({ question }) => question);
    expect(asked).toEqual((await goldenOfGuide()).questions.map(({ question }) => question));
    await writeFile(at('faulty.json'), JSON.stringify({ format: 'avow-golden/1', questions: [{}] }));
    const faulty = await evaluate('import', pack, at('faulty.json'));
    expect(faulty.code).toBe(1);
    expect(faulty.err).toContain('/questions/0/question');
    expect(faulty.err).toContain('Nothing was changed.');
  });

  it('runs the set, and writes the report in every format', async () => {
    const files = ['--json-file', at('one.json'), '--junit', at('one.xml'), '--html', at('one.html')];
    const ran = await evaluate('run', pack, ...files, '--at-once', '4', '--min-accuracy', '0.5');
    expect([ran.code, ran.out]).toEqual([
      0,
      expect.stringContaining(`${pack}, version 1: 15 of 15 questions`),
    ]);
    expect(ran.out).toMatch(/right outcomes +\d+ % +\d.*to \d.* of 15/);
    // No bar where nobody watches: lines, and not too many.
    expect(ran.err).toMatch(/Evaluating: 15 of 15 asked, \d+ right\n$/);
    expect(ran.err.split('\n').length).toBeLessThanOrEqual(11);
    const report = evaluationReportSchema.parse(JSON.parse(await readFile(at('one.json'), 'utf8')));
    expect(report).toMatchObject({ status: 'complete', subject: { kind: 'version', version: 1 } });
    expect(await readFile(at('one.xml'), 'utf8')).toContain('tests="15"');
    const page = await readFile(at('one.html'), 'utf8');
    expect(page).toContain('What scores were worth');
    expect(page).toContain('answered at 80 % right');
  });

  it('fails below the minimum accuracy after reporting the figures, and shows progress bars on a terminal', async () => {
    const words = ['eval', 'run', pack, '--min-accuracy', '1', '--tier', '0', '--at-once', '8', '--json'];
    const { code, out, err } = await run(words, { isInteractive: true });
    const { passed, report } = JSON.parse(out);
    expect(report.conditions.model_tier).toBe(0);
    expect([passed, code]).toEqual([false, 1]);
    expect(err).toContain(', below the --min-accuracy of 100 %.');
    expect(err).toContain('\rEvaluating: asking [');
    expect(err).toContain('(15 of 15)');
  });

  it('saves the results of an interrupted run, and continues from there', async () => {
    let isStopped = false;
    const stopped = await run(['eval', 'run', pack, '--json-file', at('part.json')], {
      onErr: (text) => {
        if (isStopped || !/: [3-9] of 15 asked/.test(text)) return;
        isStopped = true;
        process.emit('SIGINT', 'SIGINT');
      },
    });
    expect(stopped.code).toBe(1);
    expect(stopped.err).toContain(`avow eval run ${pack} --resume ${at('part.json')}`);
    const part = evaluationReportSchema.parse(JSON.parse(await readFile(at('part.json'), 'utf8')));
    expect(part.status).toBe('partial');
    expect(part.results.length).toBeLessThan(15);
    const resumed = await evaluate('run', pack, '--resume', at('part.json'));
    expect(resumed.code).toBe(0);
    // It begins where the other ended.
    expect(resumed.err).not.toMatch(/: [12] of 15 asked/);
    const whole = evaluationReportSchema.parse(JSON.parse(await readFile(at('part.json'), 'utf8')));
    expect(whole.status).toBe('complete');
    expect(whole.results.slice(0, part.results.length)).toEqual(part.results);
  });

  it('compares with a report, a tier and a version, and fails if the accuracy fell', async () => {
    const same = await json('run', pack, '--at-once', '8', '--compare', `report:${at('one.json')}`);
    expect(same.comparison).toMatchObject({ shared_count: 15, changed: [] });
    // Without its curated pairs the guide answers less in the words that are expected.
    await rm(join(at(pack), 'questions.qna.json'));
    const withoutPairs = [
      'packs',
      'load',
      at(pack),
      '--draft',
      '--yes',
      '--force',
      'To see what they are worth.',
    ];
    expect((await run(withoutPairs)).code).toBe(0);
    const draft = ['run', pack, '--draft', '--compare', 'version:1', '--at-once', '8'];
    const worse = await evaluate(...draft, '--html', at('two.html'));
    expect(worse.code).toBe(1);
    expect(worse.err).toContain('The accuracy fell from ');
    expect(worse.out).toContain('BEFORE');
    expect(await readFile(at('two.html'), 'utf8')).toContain(`Compared with ${pack}, version 1`);
    // The same the other way round is better.
    expect((await evaluate('run', pack, '--compare', 'draft', '--at-once', '8')).code).toBe(0);
    const tiers = await json('run', pack, '--tier', '0', '--compare', 'tier:1', '--at-once', '8');
    expect(tiers.comparison.differing).toContain('Tier: 1, then 0.');
  });

  it('compares with another policy, and refuses one with faults', async () => {
    const policy = JSON.parse((await run(['guardrails', 'default'])).out);
    await writeFile(at('strict.json'), JSON.stringify({ ...policy, confidence: { withhold_below: 1 } }));
    const ran = await json('run', pack, '--compare', `policy:${at('strict.json')}`, '--at-once', '8');
    expect(ran.comparison.base.conditions.policy.origin).toBe('given');
    const refused = ran.comparison.figures.find(
      ({ figure }: { figure: string }) => figure === 'refused_of_answerable',
    );
    expect(refused.base).toBeGreaterThan(refused.other);
    await writeFile(at('bad.json'), JSON.stringify({ guardrails: 7 }));
    const bad = await evaluate('run', pack, '--policy', at('bad.json'));
    expect([bad.code, bad.err]).toEqual([1, expect.stringContaining('/guardrails')]);
  });

  it('evaluates a publication if the pack has a gate, and explains a refusal', async () => {
    expect((await evaluate('gate', pack)).out).toContain('has no gate');
    expect(await json('gate', pack, '--tolerance', '0.02')).toMatchObject({
      gate: { tolerance_share: 0.02 },
    });
    const held = await run(['packs', 'publish', pack]);
    expect([held.code, held.err]).toEqual([1, expect.stringContaining('Nothing was published.')]);
    expect(await json('gate', pack, '--off')).toMatchObject({ gate: null });
    expect((await run(['packs', 'publish', pack])).code).toBe(0);
    expect(
      (await evaluate('run', pack, '--version', '1', '--compare', 'version:2', '--at-once', '8')).code,
    ).toBe(0);
  });

  it('lists the evaluations of a pack', async () => {
    const { data: runs } = await json('history', pack);
    expect(runs.length).toBeGreaterThan(5);
    expect(runs[0]).toMatchObject({ questions: 15, created_by: null });
    expect((await evaluate('history', pack)).out).toContain('version 1');
    // Nothing of it all is in the records of the tenant.
    const { store, close } = await openDataFolder(loadConfig(settings()));
    const [tenant] = await store.access.listTenants();
    const page = { before: null, limit: 10 };
    const messages = await store.records.listMessages(tenant?.tenantId ?? 'ten_', { readableBy: null }, page);
    await close();
    expect([tenant?.name, messages]).toEqual(['acme', []]);
  });

  it('explains what is wrong with a command', async () => {
    const faults: Readonly<Record<string, readonly string[]>> = {
      'No version of empty is served': ['run', 'empty'],
      'has no version 9': ['run', pack, '--version', '9'],
      'Use either --draft or --version': ['run', pack, '--draft', '--version', '1'],
      'is not an evaluation report': ['run', pack, '--resume', at('golden.json')],
      'cannot be written': ['run', pack, '--html', join(directory, 'missing', 'a.html')],
      'it is a folder': ['run', pack, '--html', directory],
      '--tolerance needs --compare': ['run', pack, '--tolerance', '0.02'],
      'cannot be read': ['run', pack, '--compare', `report:${at('missing.json')}`],
      'has no pack nowhere': ['list', 'nowhere'],
      'cannot be resumed': ['run', pack, '--version', '2', '--resume', at('part.json')],
    };
    await run(['packs', 'create', 'empty']);
    // A gate is put all the same: questions may follow.
    const gated = await evaluate('gate', 'empty', '--tolerance', '0');
    expect([gated.code, gated.err]).toEqual([0, expect.stringContaining('at least 10 accepted questions')]);
    for (const [words, command] of Object.entries(faults)) {
      const { code, err } = await evaluate(...command);
      expect([words, code, err]).toEqual([words, 1, expect.stringContaining(words)]);
    }
    for (const command of [
      ['run', pack, '--compare', 'yesterday'],
      ['run', pack, '--tier', '4'],
      ['run', pack, '--min-accuracy', '90'],
      ['run', pack, '--at-once', '0'],
      ['suggest', pack, '--count', '100000'],
    ])
      expect([command, (await evaluate(...command)).code]).toEqual([command, 2]);
  });
});
