import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { chooseCommand } from './choose-command.ts';
import { groups } from './commands.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

describe('commands of npm run', () => {
  it('each name starts a file that exists', () => {
    const files = [...groups.values()].flatMap((commands) => Object.values(commands).map(({ file }) => file));
    expect(files.length).toBeGreaterThan(50);
    expect(files.filter((file) => !existsSync(`${root}${file}`))).toEqual([]);
  });

  it('each group is a script of the root', () => {
    const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
    const started = Object.keys(scripts).filter((name) => scripts[name] === `node scripts/run.ts ${name}`);
    expect(started.toSorted()).toEqual([...groups.keys()].toSorted());
  });

  it('passes options on, after those that the name stands for', () => {
    expect(chooseCommand('bench', ['models', '--seconds', '2'])).toMatchObject({
      kind: 'run',
      command: { file: 'bench/models/run.ts' },
      words: ['--seconds', '2'],
    });
    expect(chooseCommand('eval', ['injection', '--help'])).toMatchObject({
      words: ['--only', 'prompt_attack,disguises,indirect_injection', '--help'],
    });
  });

  it.each([[[]], [['--help']], [['-h']]])('lists every name with what it does for %j', (words) => {
    const { kind, text } = chooseCommand('check', words) as { kind: string; text: string };
    expect(kind).toBe('list');
    for (const [name, { about }] of Object.entries(groups.get('check') ?? {}))
      expect(text).toMatch(new RegExp(`^ {2}${name} +${about}$`, 'm'));
  });

  it.each([
    ['bench', 'modles', 'models'],
    ['check', 'search', 'search-nodes'],
    ['campaign', 'power_cut', 'power-cut'],
    ['eval', 'constructor', 'confidence'],
  ])('npm run %s -- %s names %s among the nearest', (group, given, nearest) => {
    const choice = chooseCommand(group, [given]);
    expect(choice).toMatchObject({
      kind: 'unknown',
      text: expect.stringContaining(`"${given}" is not a name`),
    });
    expect(choice).toMatchObject({ text: expect.stringMatching(new RegExp(`nearest: .*\\b${nearest}\\b`)) });
  });
});
