import type { Question } from '../question.ts';
import type { Grounder, Grounding } from '../verify/grounder.ts';
import type { QuotableSource } from '../verify/quotable-source.ts';
import type { DraftAssembly, Taken } from './assemble-draft.ts';
import type { CutUnit } from './cut-units.ts';
import { createLeadIns } from './lead-ins.ts';
import { readReferences } from './read-references.ts';
import { claimOf, leadsIn } from './unit-place.ts';
import { notCoveredWord } from './write-task.ts';

/** Units to be added to a draft: compared with sources concurrently, taken in order. */
export interface UnitQueue {
  add(unit: CutUnit): void;
  isEmpty(): boolean;
  /** Whether another could be tied at once. */
  hasRoom(): boolean;
  /** Resolves once the first can be taken. Rejects if the comparison failed, which is not a finding. */
  firstReady(): Promise<unknown>;
  takeFirst(): Promise<Taken>;
}

export interface QueueFacts {
  readonly grounder: Grounder;
  readonly assembly: DraftAssembly;
  readonly sources: readonly QuotableSource[];
  readonly question: Pick<Question, 'text' | 'tenantId'>;
  leftMs(): number;
}

/** Hides a judge's latency, and wastes little if a unit is dropped. */
const aheadMax = 3;
const beforeUnitsMax = 1_500;

interface Queued {
  readonly unit: CutUnit;
  readonly leads: readonly CutUnit[];
  grounding: Promise<Grounding> | null;
}

/**
 * A unit is tied on the supposition that those before it stand. Where one of them falls, those after it are tied anew: a
 * word such as "it" may have pointed there.
 */
export function createUnitQueue(facts: QueueFacts): UnitQueue {
  const line: Queued[] = [];
  const leadsOf = createLeadIns();

  function startAhead(): void {
    const supposed: string[] = [];
    for (const queued of line.slice(0, aheadMax)) {
      queued.grounding ??= start(queued, supposed);
      supposed.push(queued.unit.text);
    }
  }

  function start(queued: Queued, supposed: readonly string[]): Promise<Grounding> {
    const before = [facts.assembly.before(), ...supposed].join(' ').trim();
    const grounding = groundUnit(facts, queued, before.slice(-beforeUnitsMax).toWellFormed());
    // The error reaches whatever awaits this unit; it is not unhandled if nothing does any more.
    grounding.catch(() => {});
    return grounding;
  }

  return {
    add: (unit) => {
      line.push({ unit, leads: leadsOf(unit), grounding: null });
      startAhead();
    },
    isEmpty: () => line.length === 0,
    hasRoom: () => line.length < aheadMax,
    firstReady: () => Promise.resolve(line[0]?.grounding),
    takeFirst: async () => {
      const [first] = line;
      if (first?.grounding == null) throw new Error('No unit waits to be taken');
      const taken = facts.assembly.take(first.unit, await first.grounding, first.leads);
      line.shift();
      if (taken === 'fell' || taken === 'repaired') for (const queued of line) queued.grounding = null;
      startAhead();
      return taken;
    },
  };
}

async function groundUnit(
  { grounder, sources, question, leftMs }: QueueFacts,
  { unit, leads }: Queued,
  before: string,
): Promise<Grounding> {
  // The head of a table is tied with each of its rows, and what leads in with each thing that it leads to.
  if (unit.kind === 'table_head' || leadsIn(unit)) return { kind: 'claims_nothing' };
  if ([unit, ...leads].some(({ text }) => text.includes(notCoveredWord)))
    return { kind: 'unsupported', why: 'no_source' };
  const claim = claimOf(unit);
  if (claim === '') return { kind: 'unsupported', why: 'no_source' };
  if (unit.kind === 'code' && !isCopied(claim, sources)) return { kind: 'unsupported', why: 'no_source' };
  const timeoutMs = Math.max(0, leftMs());
  const text = [...leads.map((lead) => lead.text), claim].join(' ');
  const references = [...new Set([...unit.references, ...leads.flatMap((lead) => lead.references)])];
  const toGround = { text, references, question: question.text, before };
  return await grounder.ground(toGround, sources, { timeoutMs, owner: question.tenantId });
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
