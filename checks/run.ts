import { createRandom } from '@avow/guardrails/testing';
import { listAttestedCases } from './attested-cases.ts';
import { listDishonestCases } from './dishonest-cases.ts';
import { listKeyCases } from './key-cases.ts';
import { listKeyChangeCases } from './key-change-cases.ts';
import { changeAtRandom } from './random-changes.ts';
import { readOptions } from './read-options.ts';
import { listReplacedKeyCases } from './replaced-key-cases.ts';
import { checkWithAvow, checkWithPython } from './run-checkers.ts';
import { listShapeCases } from './shape-cases.ts';
import { listSoundCases } from './sound-cases.ts';
import { tryCommand } from './try-command.ts';

const usage = `npm run check -- bundles [--changes N] [--seed N]
Checks sound and broken bundles with the project's checker and with check_bundle.py, and compares what they say.
  --changes N   how many random changes of sound bundles (600)
  --seed N      where the random changes begin (1)`;

const { changes, seed } = readOptions({ usage, changesUsual: 600 });

const keyChanges = [...(await listKeyChangeCases()), ...(await listReplacedKeyCases())];
const attested = await listAttestedCases();
const given = [...keyChanges, ...attested];
const sound = [...(await listSoundCases()), ...given.filter(({ expected }) => expected === 'sound')];
const random = createRandom(seed);
const bundles = [
  ...sound,
  ...(await listDishonestCases()),
  ...(await listKeyCases()),
  ...given.filter(({ expected }) => expected === 'broken'),
  ...(await listShapeCases()),
  ...changeAtRandom(
    sound.filter(({ withoutKey, lines }) => !withoutKey && lines.length <= 100),
    { count: changes, random },
  ),
];
const pythons = await checkWithPython(bundles);
const faults: string[] = [];
for (const [index, bundle] of bundles.entries()) {
  const avow = await checkWithAvow(bundle);
  const python = pythons[index];
  const isRight = avow.kind === bundle.expected && python?.kind === bundle.expected;
  if (isRight && avow.finding === python.finding) continue;
  const said = `  avow    ${avow.kind}: ${avow.finding}\n  python  ${python?.kind}: ${python?.finding}`;
  faults.push(`${bundle.name} must be ${bundle.expected}:\n${said}\n`);
}
faults.push(...(await tryCommand()));

for (const fault of faults) process.stderr.write(fault);
const broken = bundles.filter(({ expected }) => expected === 'broken').length;
process.stdout.write(
  `${bundles.length - broken} sound and ${broken} broken bundles, seed ${seed}: ${faults.length} judged wrongly, or not alike by both checkers\n`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
