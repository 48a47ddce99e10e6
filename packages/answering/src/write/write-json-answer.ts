import type { CompiledSchema, ConformsTo } from '@avow/guardrails';
import type { WrittenFound } from '../found.ts';
import { createPieceCleaner } from '../verify/clean-pieces.ts';
import { createEchoFinder } from '../verify/find-echo.ts';
import { createLeakFinders } from '../verify/find-leak.ts';
import { type Grounding, type GroundingQuote, isUndecided, type UnitToGround } from '../verify/grounder.ts';
import { createDraftAssembly } from './assemble-draft.ts';
import type { CutUnit } from './cut-units.ts';
import { type JsonLeaf, listLeaves, withoutBareNames, withoutLeaves, wordsGiven } from './json-leaves.ts';
import { type JsonWritten, readJsonWritten } from './read-json-written.ts';
import type { OpenWriting } from './read-writing.ts';
import { supportedGrounding } from './supported-grounding.ts';
import type { AnswerToWrite } from './write-text-answer.ts';

/** Makes a schema that anyone may have written into a check that ends in bounded time, or says what is wrong with it. */
export type CompileSchema = (schema: Readonly<Record<string, unknown>>) => CompiledSchema;

const writtenUnitsMax = 100_000;
const leavesMax = 100;
/** Sentences of all values together: each is compared with every source. */
const claimsMax = 200;
const atOnce = 3;

/** Reads an answer in JSON, and keeps it if its sources support every value that the schema requires. */
export async function writeJsonAnswer(
  facts: AnswerToWrite,
  writing: OpenWriting,
  conforms: ConformsTo,
): Promise<WrittenFound> {
  const text = await readAll(facts, writing);
  if (typeof text !== 'string') return { kind: 'failed', code: text.code };
  const written = readJsonWritten(text, facts);
  if (written.kind === 'not_covered') return written;
  if (written.kind === 'faulty') return { kind: 'failed', code: 'not_understood' };
  const json = JSON.stringify(written.answer);
  const leaves = listLeaves(written.answer);
  // A secret may have been written by the codes of its letters.
  const leaks = createLeakFinders(facts.instructions)();
  const claimCount = leaves.reduce((sum, { claims }) => sum + claims.length, 0);
  if (leaks.push(json)) return { kind: 'failed', code: 'leaked_instructions' };
  if (leaves.length > leavesMax || claimCount > claimsMax || !conforms(json))
    return { kind: 'failed', code: 'not_understood' };
  const leavesGrounded = await judgeUndecided(facts, await groundLeaves(facts, leaves, written));
  return keepSupported(facts, written.answer, { leaves: leavesGrounded, conforms });
}

/** `units`: its claims, as they were compared with the sources. */
type GroundedLeaf = JsonLeaf & {
  readonly units: readonly UnitToGround[];
  readonly groundings: readonly Grounding[];
};

function keepSupported(
  facts: AnswerToWrite,
  answer: unknown,
  also: { readonly leaves: readonly GroundedLeaf[]; readonly conforms: ConformsTo },
): WrittenFound {
  const { grounder, sources, options, limits } = facts;
  const { allowUnverified, supportedMin } = options;
  const assembly = createDraftAssembly({ sources, judge: grounder.judge, allowUnverified, supportedMin });
  const isSupported = ({ groundings }: GroundedLeaf) =>
    groundings.every((each) => each.kind === 'claims_nothing' || supportedGrounding(each, options) !== null);
  const supported = also.leaves.filter(isSupported);
  for (const { claims, groundings } of supported)
    for (const [at, grounding] of groundings.entries()) assembly.take(asUnit(claims[at] ?? ''), grounding);
  const draft = assembly.draft();
  const dropped = also.leaves.filter((leaf) => !isSupported(leaf));
  // The names of the schema are the client's own; of others a model could make a claim.
  const kept = withoutBareNames(withoutLeaves(answer, dropped), wordsGiven(options.schema));
  const json = JSON.stringify(kept);
  if (draft === null || !also.conforms(json)) {
    if (options.signal.aborted || limits.leftMs() <= 0) return { kind: 'failed', code: 'timeout' };
    return dropped.some(lacksVerdictOnly) ? { kind: 'failed', code: 'failed' } : { kind: 'ungrounded' };
  }
  const keptShare = Math.round((supported.length / also.leaves.length) * 10_000) / 10_000;
  return {
    kind: 'drafted',
    draft: { ...draft, found: { ...draft.found, keptShare }, json },
    isWhole: true,
  };
}

/** It was dropped only because no judge verified it. */
function lacksVerdictOnly({ groundings }: GroundedLeaf): boolean {
  return groundings.every(({ kind }) => kind !== 'unsupported');
}

/** Each value as a claim of its own, in a line of its own. */
function asUnit(text: string): CutUnit {
  return { kind: 'row', join: '\n', mark: '', text, references: [], head: [] };
}

/** Values that are not supported as answers to the whole question may be as parts of it, beside those that are. */
async function groundLeaves(
  facts: AnswerToWrite,
  leaves: readonly JsonLeaf[],
  written: Answer,
): Promise<readonly GroundedLeaf[]> {
  const first = await groundEach(facts, leaves, { written, beside: [] });
  const beside = first.flatMap(({ groundings }) => groundings.flatMap(quotesOf));
  const failed = first.filter(({ groundings }) => groundings.some(({ kind }) => kind === 'unsupported'));
  if (beside.length === 0 || failed.length === 0) return first;
  const again = await groundEach(facts, failed, { written, beside });
  const byLeaf = new Map(failed.map((leaf, at) => [leaf, again[at]]));
  return first.map((leaf) => byLeaf.get(leaf) ?? leaf);
}

function callOf({ question, options, limits }: AnswerToWrite) {
  const timeoutMs = options.signal.aborted ? 0 : Math.max(0, limits.leftMs());
  return { timeoutMs, owner: question.tenantId };
}

/** Asks the second judge once about all claims of all values that the grounder is not sure of. */
async function judgeUndecided(
  facts: AnswerToWrite,
  leaves: readonly GroundedLeaf[],
): Promise<readonly GroundedLeaf[]> {
  const { grounder, second, sources } = facts;
  const undecided = leaves.flatMap(({ units, groundings }) =>
    groundings.flatMap((grounding, at) => {
      const unit = units[at];
      return unit !== undefined && isUndecided(grounding) ? [{ unit, grounding }] : [];
    }),
  );
  if (second === null || undecided.length === 0 || !second.isOpen()) return leaves;
  const verdicts = await second.judge(
    undecided.map(({ unit, grounding }) => ({ unit, undecided: grounding.undecided })),
  );
  const settled = new Map<Grounding, Grounding>();
  for (const [at, { unit, grounding }] of undecided.entries()) {
    const verdict = verdicts[at] ?? null;
    const confirmed =
      verdict && (await grounder.confirm?.(unit, { grounding, verdict, sources }, callOf(facts)));
    settled.set(grounding, confirmed ?? grounding);
  }
  return leaves.map((leaf) => ({
    ...leaf,
    groundings: leaf.groundings.map((grounding) => settled.get(grounding) ?? grounding),
  }));
}

type Answer = Extract<JsonWritten, { readonly kind: 'answer' }>;

function quotesOf(grounding: Grounding): readonly GroundingQuote[] {
  return grounding.kind === 'supported' ? grounding.quotes : [];
}

async function groundEach(
  facts: AnswerToWrite,
  leaves: readonly JsonLeaf[],
  {
    written: { referencesAt, quotesAt },
    beside,
  }: { readonly written: Answer; readonly beside: readonly GroundingQuote[] },
): Promise<readonly GroundedLeaf[]> {
  const { grounder, sources, question } = facts;
  const grounded: GroundedLeaf[] = [];
  for (let from = 0; from < leaves.length; from += atOnce) {
    const some = leaves.slice(from, from + atOnce).map(async (leaf) => {
      const { path, claims } = leaf;
      const isNamed = path.some((key) => typeof key === 'string');
      const quotes = quotesAt(path);
      const asked = { references: referencesAt(path), question: question.text, before: '' };
      const units = claims.map((text) => ({
        text,
        ...asked,
        ...(isNamed ? { beside } : {}),
        ...(quotes.length === 0 ? {} : { quotes }),
      }));
      const groundings: Grounding[] = [];
      for (const unit of units) groundings.push(await grounder.ground(unit, sources, callOf(facts)));
      return { path, claims, units, groundings };
    });
    grounded.push(...(await Promise.all(some)));
  }
  return grounded;
}

/** Everything that is written, unless it repeats the model's instructions or its prompt. */
async function readAll(
  { sources, instructions }: AnswerToWrite,
  writing: OpenWriting,
): Promise<string | Pick<Extract<WrittenFound, { readonly kind: 'failed' }>, 'code'>> {
  const cleaner = createPieceCleaner();
  const leaks = createLeakFinders(instructions)();
  const echoes = createEchoFinder(sources);
  let text = '';
  let sentUnits = 0;
  for (;;) {
    const next = await writing.next();
    if (next.kind === 'broke') return { code: next.code };
    if (next.kind === 'ended') return text + cleaner.end();
    sentUnits += next.piece.length;
    if (sentUnits > writtenUnitsMax * 4) return { code: 'too_long' };
    const shown = cleaner.push(next.piece);
    if (leaks.push(shown)) return { code: 'leaked_instructions' };
    if (echoes.push(shown)) return { code: 'echoed_prompt' };
    text += shown;
    if (text.length > writtenUnitsMax) return { code: 'too_long' };
  }
}
