import type { Question } from '../question.ts';
import type { UnitToGround } from '../verify/grounder.ts';
import { type Grounder, type Grounding, isUndecided, type SecondVerdict } from '../verify/grounder.ts';
import type { QuotableSource } from '../verify/quotable-source.ts';
import type { DraftAssembly, Taken } from './assemble-draft.ts';
import type { CutUnit } from './cut-units.ts';
import { createLeadIns } from './lead-ins.ts';
import { readReferences } from './read-references.ts';
import type { SecondJudging } from './second-judge/open-second-judging.ts';
import { claimOf, leadsIn } from './unit-place.ts';
import { notCoveredWord } from './write-task.ts';

/** Units to be added to a draft: compared with sources concurrently, taken in order. */
export interface UnitQueue {
  add(unit: CutUnit): void;
  /** No unit waits to be taken, besides those that are held. */
  isEmpty(): boolean;
  /** Whether another could be tied at once. */
  hasRoom(): boolean;
  /** Resolves once the first can be taken. Rejects if the comparison failed, which is not a finding. */
  firstReady(): Promise<unknown>;
  /** `held`: it is undecided, or behind one that is, and is taken once a second judge has been asked. */
  takeFirst(): Promise<Taken | 'held'>;
  hasHeld(): boolean;
  /** Asks the second judge about all that is undecided, once no unit follows. What was held can be taken then. */
  judgeHeld(): Promise<void>;
}

export interface QueueFacts {
  readonly grounder: Grounder;
  readonly assembly: DraftAssembly;
  readonly sources: readonly QuotableSource[];
  readonly question: Pick<Question, 'text' | 'tenantId'>;
  /** Null: what the grounder is not sure of is not supported. */
  readonly second: SecondJudging | null;
  leftMs(): number;
}

/** Hides a judge's latency, and wastes little if a unit is dropped. */
const aheadMax = 3;
const beforeUnitsMax = 1_500;

interface Queued {
  readonly unit: CutUnit;
  readonly leads: readonly CutUnit[];
  before: string;
  grounding: Promise<Grounding> | null;
  verdict: SecondVerdict | null;
}

/**
 * A unit is tied on the supposition that those before it stand. Where one of them falls, those after it are tied anew: a
 * word such as "it" may have pointed there.
 */
export function createUnitQueue(facts: QueueFacts): UnitQueue {
  const { second } = facts;
  const line: Queued[] = [];
  const leadsOf = createLeadIns();
  /** So many at the beginning of the line are held. */
  let heldCount = 0;

  function startAhead(): void {
    const supposed: string[] = [];
    for (const [at, queued] of line.slice(0, heldCount + aheadMax).entries()) {
      if (at >= heldCount) queued.grounding ??= start(queued, supposed);
      supposed.push(queued.unit.text);
    }
  }

  function start(queued: Queued, supposed: readonly string[]): Promise<Grounding> {
    const before = [facts.assembly.before(), ...supposed].join(' ').trim();
    queued.before = before.slice(-beforeUnitsMax).toWellFormed();
    const grounding = groundUnit(facts, queued).then((found) => confirmUnit(facts, queued, found));
    // The error reaches whatever awaits this unit; it is not unhandled if nothing does any more.
    grounding.catch(() => {});
    return grounding;
  }

  return {
    add: (unit) => {
      line.push({ unit, leads: leadsOf(unit), before: '', grounding: null, verdict: null });
      startAhead();
    },
    isEmpty: () => line.length === heldCount,
    hasRoom: () => line.length - heldCount < aheadMax,
    firstReady: () => Promise.resolve(line[heldCount]?.grounding),
    takeFirst: async () => {
      const first = line[heldCount];
      if (first?.grounding == null) throw new Error('No unit waits to be taken');
      const grounding = await first.grounding;
      if (heldCount > 0 || (isUndecided(grounding) && second?.isOpen() === true)) {
        heldCount += 1;
        startAhead();
        return 'held';
      }
      const taken = facts.assembly.take(first.unit, grounding, first.leads);
      line.shift();
      if (taken === 'fell' || taken === 'repaired') for (const queued of line) queued.grounding = null;
      startAhead();
      return taken;
    },
    hasHeld: () => heldCount > 0,
    judgeHeld: async () => {
      const held = line.slice(0, heldCount);
      heldCount = 0;
      const groundings = await Promise.all(held.map(({ grounding }) => grounding));
      const undecided = held.flatMap((queued, at) => {
        const grounding = groundings[at] ?? null;
        return grounding !== null && isUndecided(grounding) ? [{ queued, grounding }] : [];
      });
      const asked = undecided.map(({ queued, grounding }) => ({
        unit: toGround(facts, queued),
        undecided: grounding.undecided,
      }));
      const verdicts = (await second?.judge(asked)) ?? [];
      for (const [at, { queued, grounding }] of undecided.entries()) {
        queued.verdict = verdicts[at] ?? null;
        queued.grounding = confirmUnit(facts, queued, grounding);
        queued.grounding.catch(() => {});
      }
    },
  };
}

/** What is read of a unit: with its lead-ins, and what stands before it. */
function toGround({ question }: QueueFacts, { unit, leads, before }: Queued): UnitToGround {
  const text = [...leads.map((lead) => lead.text), claimOf(unit)].join(' ');
  const references = [...new Set([...unit.references, ...leads.flatMap((lead) => lead.references)])];
  const quotes = unit.quotes === undefined ? {} : { quotes: unit.quotes };
  return { text, references, ...quotes, question: question.text, before };
}

function callOf({ question, leftMs }: QueueFacts) {
  return { timeoutMs: Math.max(0, leftMs()), owner: question.tenantId };
}

async function groundUnit(facts: QueueFacts, queued: Queued): Promise<Grounding> {
  const { grounder, sources } = facts;
  const { unit, leads } = queued;
  // The head of a table is tied with each of its rows, and what leads in with each thing that it leads to.
  if (unit.kind === 'table_head' || leadsIn(unit)) return { kind: 'claims_nothing' };
  if ([unit, ...leads].some(({ text }) => text.includes(notCoveredWord)))
    return { kind: 'unsupported', why: 'no_source' };
  const claim = claimOf(unit);
  if (claim === '') return { kind: 'unsupported', why: 'no_source' };
  if (unit.kind === 'code' && !isCopied(claim, sources)) return { kind: 'unsupported', why: 'no_source' };
  return await grounder.ground(toGround(facts, queued), sources, callOf(facts));
}

/** With the verdict of the second judge, if it gave one. */
async function confirmUnit(facts: QueueFacts, queued: Queued, grounding: Grounding): Promise<Grounding> {
  const { grounder, sources } = facts;
  const { verdict } = queued;
  if (verdict === null || grounder.confirm === undefined || !isUndecided(grounding)) return grounding;
  return await grounder.confirm(toGround(facts, queued), { grounding, verdict, sources }, callOf(facts));
}

/** Code is run, not read: no judge can say that a line of it does what the sources say. Each must be theirs. */
function isCopied(code: string, sources: readonly QuotableSource[]): boolean {
  const texts = sources.map(({ text }) => oneSpaced(text));
  const isIn = (line: string) => texts.some((text) => text.includes(oneSpaced(line)));
  return code.split('\n').every((line) => isIn(line) || isIn(readReferences(line).text));
}

function oneSpaced(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
