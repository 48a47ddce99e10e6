import type { Command } from 'commander';
import type { CommandContext } from '../../../cli/command-context.ts';
import { jsonOption, packArgument, tenantOption } from '../../content/commands/with-packs.ts';
import { readCount, readShare, readTier, readVersion } from './read-numbers.ts';
import { runEvaluation } from './run-evaluation.ts';
import { type RunOptions, readCompareTarget } from './run-options.ts';

/** With more, the measured times would only reflect contention. */
const atOnceMax = 32;

export function addRun(evaluations: Command, context: CommandContext): void {
  evaluations
    .command('run')
    .argument(...packArgument)
    .option('--draft', 'evaluate the draft instead of the served version')
    .option('--version <number>', 'evaluate an earlier version', readVersion)
    .option('--tier <number>', 'answer with this model tier, 0 to 3; by default as the policy says', readTier)
    .option('--policy <file>', 'a policy in JSON for this run; by default the one in force')
    .option(
      '--compare <what>',
      'compare with published, draft, version:NUMBER, tier:NUMBER, policy:FILE or report:FILE',
      readCompareTarget,
    )
    .option('--json-file <file>', 'write the whole report as JSON')
    .option('--junit <file>', 'write JUnit XML, for build servers')
    .option('--html <file>', 'write one page with everything in it')
    .option('--at-once <number>', 'how many questions are asked at once', readCount(atOnceMax), 1)
    .option('--resume <file>', 'continue an interrupted run from its JSON file')
    .option('--min-accuracy <share>', 'fail if the accuracy is lower, 0 to 1', readShare)
    .option(
      '--tolerance <share>',
      'how far the accuracy may fall in a comparison, 0 to 1; 0 by default',
      readShare,
    )
    .option(...tenantOption)
    .option(...jsonOption)
    .description('ask the golden questions of a content pack, and report how many were answered right')
    .addHelpText('after', examples)
    .action((wanted: string, options: RunOptions) => runEvaluation(context, wanted, options));
}

const examples = `
The exit code is 1 if the accuracy is too low, if it fell by more than the tolerance, or if the run was interrupted.
An evaluation adds nothing to the records of the tenant.

Examples:
  avow eval run handbook --html report.html
  avow eval run handbook --draft --compare published --tolerance 0.02 --junit results.xml
  avow eval run handbook --compare tier:0
  avow eval run handbook --resume run.json`;
