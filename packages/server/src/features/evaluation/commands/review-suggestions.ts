import { type GoldenGiven, goldenPutRequestSchema } from '@avow/contract/evaluation';
import type { GoldenQuestion } from '@avow/evaluation';
import { expectationToWire } from '@avow/evaluation';
import { expectedInWords } from '@avow/evaluation/report';
import { AppError } from '@avow/foundation';
import { cleanLine } from '../../../cli/clean-line.ts';
import type { Terminal } from '../../../cli/terminal.ts';
import { stillThere } from '../../content/commands/with-packs.ts';
import { readAll } from './golden-commands.ts';
import type { OpenedGoldenSet } from './with-evaluations.ts';

type Ask = NonNullable<Terminal['ask']>;

export interface Reviewed {
  readonly accepted: number;
  readonly dismissed: number;
  /** Neither: skipped, or not reached. */
  readonly left: number;
}

const shownCodePointsMax = 1000;

/** Shows one suggestion after the other and applies each decision immediately. */
export async function reviewSuggestions(
  terminal: Terminal,
  ask: Ask,
  opened: OpenedGoldenSet,
): Promise<Reviewed> {
  const suggestions = await readAll(opened, 'suggested');
  let accepted = 0;
  let dismissed = 0;
  for (const [index, golden] of suggestions.entries()) {
    terminal.err(`\n${index + 1} of ${suggestions.length}\n${describe(golden)}\n`);
    const decision = await decide(terminal, ask, opened, golden);
    if (decision === 'end') break;
    if (decision === 'accepted') accepted += 1;
    if (decision === 'dismissed') dismissed += 1;
  }
  return { accepted, dismissed, left: suggestions.length - accepted - dismissed };
}

function describe({ question, expects, note, groups }: GoldenQuestion): string {
  return [
    `  ${question}`,
    ...expectedInWords({ expects: expectationToWire(expects) }).map((sentence) => `  → ${sentence}`),
    ...(note === '' ? [] : [`  (${note})`]),
    ...(groups.length === 0 ? [] : [`  asked as a member of ${groups.join(', ')}`]),
  ]
    .map((line) => `  ${cleanLine(line, shownCodePointsMax)}`)
    .join('\n');
}

type Decision = 'accepted' | 'dismissed' | 'skipped' | 'end';

async function decide(
  terminal: Terminal,
  ask: Ask,
  opened: OpenedGoldenSet,
  golden: GoldenQuestion,
): Promise<Decision> {
  const { goldenSets, tenant, pack } = opened;
  for (;;) {
    const said = (await ask('[a]ccept, [e]dit, [d]ismiss, [s]kip or [q]uit? '))?.trim().toLowerCase();
    switch (said) {
      case 'a':
      case 'accept':
        stillThere(await goldenSets.accept(tenant.tenantId, pack.packId, [golden.goldenId]));
        return 'accepted';
      case 'd':
      case 'dismiss':
        await goldenSets.remove(tenant.tenantId, pack.packId, [golden.goldenId]);
        return 'dismissed';
      case 'e':
      case 'edit':
        if (await edit(terminal, ask, opened, golden)) return 'accepted';
        break;
      case 's':
      case 'skip':
        return 'skipped';
      case undefined:
      case 'q':
      case 'quit':
        return 'end';
      default:
        terminal.err('Type a, e, d, s or q.\n');
    }
  }
}

/** Asks for each part; an empty line keeps its value. False: it was cancelled, or the input is not valid. */
async function edit(
  terminal: Terminal,
  ask: Ask,
  opened: OpenedGoldenSet,
  golden: GoldenQuestion,
): Promise<boolean> {
  terminal.err('Leave a line empty to keep its value; Ctrl-D cancels.\n');
  const question = await ask('Question: ');
  if (question === null) return false;
  const expects = await editExpects(ask, golden);
  if (expects === null) return false;
  const { goldenId: id, note, groups } = golden;
  const given = { id, question: question.trim() || golden.question, expects, note, groups: [...groups] };
  const parsed = goldenPutRequestSchema.safeParse({ questions: [given] });
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues)
      terminal.err(`${path.slice(2).join(' ')}: ${message}\n`);
    return false;
  }
  return await put(terminal, opened, parsed.data.questions);
}

async function editExpects(ask: Ask, { expects }: GoldenQuestion): Promise<unknown> {
  const before = expects.kind === 'answer' ? expects : { sources: [], facts: [], verdict: null };
  const facts = await ask(
    'Facts ("a|b; c" means "a" or "b", and "c"; "-" if the pack does not answer the question): ',
  );
  if (facts === null) return null;
  if (facts.trim() === '-') return { kind: 'not_covered' };
  const sources = await ask('Sources, separated by commas: ');
  if (sources === null) return null;
  return {
    kind: 'answer',
    facts: facts.trim() === '' ? before.facts : split(facts, ';').map((fact) => split(fact, '|')),
    sources: sources.trim() === '' ? before.sources : split(sources, ','),
    verdict: before.verdict,
  };
}

function split(text: string, by: string): string[] {
  return text
    .split(by)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Saves it as accepted, or reports that another question asks the same. */
async function put(
  terminal: Terminal,
  { goldenSets, tenant, pack }: OpenedGoldenSet,
  given: readonly GoldenGiven[],
): Promise<boolean> {
  try {
    stillThere(await goldenSets.put(tenant.tenantId, pack.packId, given));
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    for (const { message } of error.options.errors ?? []) terminal.err(`${message}\n`);
    return false;
  }
}
