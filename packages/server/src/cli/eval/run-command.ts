import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { jsonOption, packArgument, tenantOption } from '../packs/with-packs.ts';
import { readCompareTarget } from './compare-target.ts';
import { readCount, readShare, readTier, readVersion } from './read-numbers.ts';
import { runEvaluation } from './run-evaluation.ts';
import type { RunOptions } from './run-options.ts';

/** More would only measure each other. */
const atOnceMax = 32;

export function addRun(evaluations: Command, context: CommandContext): void {
  evaluations
    .command('run')
    .argument(...packArgument)
    .option('--draft', 'ask the draft; the version that is served where left out')
    .option('--version <number>', 'ask a version that was published before', readVersion)
    .option('--tier <number>', 'ask for a tier, 0 to 3; as the policy says where left out', readTier)
    .option('--policy <file>', 'a policy in JSON for this run; the one in force where left out')
    .option(
      '--compare <what>',
      'compare with served, draft, version:NUMBER, tier:NUMBER, policy:FILE or report:FILE',
      readCompareTarget,
    )
    .option('--json-file <file>', 'write the whole report as JSON')
    .option('--junit <file>', 'write JUnit XML, for build servers')
    .option('--html <file>', 'write one page with everything in it')
    .option('--at-once <number>', 'how many questions are asked at once', readCount(atOnceMax), 1)
    .option('--resume <file>', 'take up a run that was interrupted, from its JSON file')
    .option('--min-accuracy <share>', 'fail where less came out right, 0 to 1', readShare)
    .option(
      '--tolerance <share>',
      'how much worse than what it is compared with it may be; 0 where left out',
      readShare,
    )
    .option(...tenantOption)
    .option(...jsonOption)
    .description('ask the golden set of a content pack, and say how many came out right')
    .addHelpText('after', examples)
    .action((wanted: string, options: RunOptions) => runEvaluation(context, wanted, options));
}

const examples = `
The exit code is 1 where too few came out right, where it got worse than what it is compared with, and where it was
interrupted. Nothing that is asked is in the records of the tenant.

Examples:
  avow eval run handbook --html report.html
  avow eval run handbook --draft --compare served --tolerance 0.02 --junit results.xml
  avow eval run handbook --compare tier:0
  avow eval run handbook --resume run.json`;
