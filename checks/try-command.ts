import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildBundle, exampleKeyText, exampleLog } from '@avow/ledger-log/testing';
import { runPython } from './run-checkers.ts';

/** What the Python script tells a person, and how it ends: a line for each thing that is not as its page says. */
export async function tryCommand(): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'avow-bundles-'));
  const [sound, broken] = [join(folder, 'sound.jsonl'), join(folder, 'broken.jsonl')];
  const text = (await buildBundle(exampleLog)).join('');
  const expected = [
    { options: [sound, '--key', exampleKeyText], status: 0, says: /^sound: 6 records .* given one\n$/ },
    { options: [sound], status: 0, says: /^sound: 6 records .* no key was given to trust\n$/ },
    { options: [broken], status: 1, says: /^broken: line 3, leaf 1, message msg_2: .*answer.*\n$/ },
    { options: [broken, sound], status: 1, says: /broken\.jsonl: broken: .*\n.*sound\.jsonl: sound: .*\n$/ },
    { options: [], status: 2, says: /^$/ },
    { options: [join(folder, 'none.jsonl')], status: 2, says: /^$/ },
    { options: [sound, '--key', `${exampleKeyText}=`], status: 2, says: /^$/ },
    { options: [sound, '--trust'], status: 2, says: /^$/ },
  ];
  try {
    await writeFile(sound, text);
    await writeFile(broken, text.replace('2,849 m high', '2,850 m high'));
    const runs = await Promise.all(expected.map(({ options }) => runPython(options)));
    return runs.flatMap(({ status, printed }, index) => {
      const wanted = expected[index];
      if (wanted?.status === status && wanted.says.test(printed)) return [];
      return [`check_bundle.py ${wanted?.options.join(' ')} ended with ${status}, and said: ${printed}\n`];
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}
