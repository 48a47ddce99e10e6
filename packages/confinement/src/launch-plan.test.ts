import { expect, it } from 'vitest';
import { type LaunchPlan, listWords } from './launch-plan.ts';

const plan: LaunchPlan = {
  ...{ script: '/code/parse.ts', args: ['a'], execArgv: ['--permission'], env: {}, readable: ['/code/'] },
  ...{ network: false, required: false, compiledFolder: '/kept', reports: false, parentId: 1 },
};
const landlocked = { landlock: 1, seccomp: true, faults: [] };

it('a process may write to the folder of compiled code, as far as Node goes, only where Landlock refuses it', () => {
  expect(listWords(plan, landlocked)).toEqual([
    ...['--permission', '--allow-fs-read=/kept', '--allow-fs-write=/kept', '--import'],
    ...[expect.stringContaining('enableCompileCache'), '/code/parse.ts', 'a'],
  ]);
  const without = ['--permission', '/code/parse.ts', 'a'];
  expect(listWords(plan, { ...landlocked, landlock: 0 })).toEqual(without);
  expect(listWords({ ...plan, compiledFolder: null }, landlocked)).toEqual(without);
});
