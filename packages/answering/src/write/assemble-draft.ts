import type { ChangeReason } from '@avow/contract/records';
import type { WrittenChange, WrittenDraft, WrittenUnit } from '../draft.ts';
import { createSupportList } from '../verify/collect-support.ts';
import type { Grounding, GroundingQuote } from '../verify/grounder.ts';
import type { QuotableSource } from '../verify/quotable-source.ts';
import type { CutUnit, Join } from './cut-units.ts';
import { createFallenPlaces } from './fallen-places.ts';
import { createItemNumbers, type MarkItem } from './number-items.ts';
import { repairUnit } from './repair-unit.ts';
import { type ListedUnit, type SettledUnit, sayingHowMany, settleList } from './settle-list.ts';
import { createTableCount } from './settle-table.ts';
import { type SupportedGrounding, type SupportLine, supportedGrounding } from './supported-grounding.ts';
import { beginsItem, indentOf, isListed, leadsIn, levelOf, strongerJoin } from './unit-place.ts';

/** How one more unit changed the draft. `repaired`: it grew by other words than were written. */
export type Taken = 'grew' | 'repaired' | 'same' | 'fell';

/** Assembles the supported units of an answer. Units that were in a draft stay in all later ones. */
export interface DraftAssembly {
  /**
   * In the order in which they were written. `leads`: the lead-ins that it was compared with sources together with. They are
   * kept with the first supported unit, and have its quotes; findings on them alone do not count.
   */
  take(unit: CutUnit, grounding: Grounding, leads?: readonly CutUnit[]): Taken;
  /** What a unit after all of these would be read after. */
  before(): string;
  /** Without a list that may go on. Null if no claim is supported. */
  draft(): WrittenDraft | null;
  /** Nothing follows. */
  end(): WrittenDraft | null;
  /** What was repaired and removed so far, in the order in which it was written. */
  changes(): readonly WrittenChange[];
  /** A claim with quotes was dropped only because no judge verified it. */
  lacksJudge(): boolean;
  /** Nothing is kept so far, also not of a list that may go on. */
  isEmpty(): boolean;
  /** So many claims were written, and none is supported, that nothing more is expected. */
  isHopeless(): boolean;
}

export interface AssemblyFacts extends SupportLine {
  readonly sources: readonly QuotableSource[];
  readonly judge: string | null;
}

/** Written, and only kept once a supported unit follows. */
interface Waiting {
  readonly unit: CutUnit;
  readonly support: SupportedGrounding | null;
  readonly mark: MarkItem;
  readonly isRepaired: boolean;
  join: Join;
}

const beforeUnitsMax = 1_500;
const hopelessClaims = 8;

function overlap(one: GroundingQuote, other: GroundingQuote): boolean {
  return one.source === other.source && one.start < other.end && other.start < one.end;
}

/** Why a unit is not delivered as it was written. `isTaken`: something that it belongs to was removed. */
function reasonOf(grounding: Grounding, isTaken: boolean): ChangeReason {
  if (grounding.kind === 'unsupported') return grounding.why;
  if (isTaken || grounding.kind === 'claims_nothing') return 'depends_on_removed';
  return grounding.judged === null ? 'not_judged' : 'below_minimum';
}

export function createDraftAssembly(facts: AssemblyFacts): DraftAssembly {
  return new Assembly(facts);
}

class Assembly implements DraftAssembly {
  readonly #facts: AssemblyFacts;
  readonly #support;
  readonly #units: WrittenUnit[] = [];
  readonly #fallen = createFallenPlaces();
  readonly #numberItem = createItemNumbers();
  #waiting: Waiting[] = [];
  /** A list that may go on: only a whole one can be compared with that of its source. */
  #list: ListedUnit[] = [];
  /** What leads to it. */
  #ahead: SettledUnit[] = [];
  /** What stood before units that fell, for the next that does not. */
  #join: Join = '';
  /** The mark of an item or quote whose first sentence fell, for the next sentence of it. */
  #mark: MarkItem | null = null;
  readonly #table;
  #hasHeading = false;
  #lacksJudge = false;
  /** The places of what was kept: what is repaired must add to it. */
  readonly #said: GroundingQuote[] = [];
  readonly #changes: WrittenChange[] = [];
  #claimCount = 0;
  #keptCount = 0;

  constructor(facts: AssemblyFacts) {
    this.#facts = facts;
    this.#support = createSupportList(facts.sources);
    this.#table = createTableCount(facts.sources);
  }

  take(unit: CutUnit, grounding: Grounding, leads: readonly CutUnit[] = []): Taken {
    this.#endWhatWaits(unit, leads);
    if (unit.kind !== 'item') this.#endList();
    if (unit.kind !== 'row') this.#endTable();
    const ownMark = this.#numberItem(unit);
    const mark = this.#markOf(unit, ownMark);
    const isTaken = this.#fallen.takes(unit);
    const verified = supportedGrounding(grounding, this.#facts);
    const saysNothing = grounding.kind === 'claims_nothing' || unit.kind === 'table_head' || leadsIn(unit);
    const claims = !saysNothing && unit.kind !== 'heading';
    // Under a lead-in of the model's own, the source's words could come to say something else.
    const mayRepair = verified === null && claims && !isTaken && leads.length === 0;
    const repaired = mayRepair ? this.#repair(unit, grounding) : null;
    const support = verified ?? repaired?.support ?? null;
    if (claims && repaired?.isSaid !== true) this.#claimCount += 1;
    if (isTaken || repaired?.isSaid === true || (support === null && !saysNothing)) {
      this.#lacksJudge ||=
        claims && grounding.kind === 'supported' && grounding.judged === null && grounding.quotes.length > 0;
      if (claims) {
        const reason = repaired?.isSaid === true ? 'repeated' : reasonOf(grounding, isTaken);
        this.#changes.push({ written: unit.text, delivered: '', reason });
      }
      if (claims && unit.kind === 'item') this.#list.push({ unit, kept: null });
      if (unit.kind === 'row') this.#table.take(null);
      this.#fall(unit, ownMark);
      return 'fell';
    }
    if (repaired !== null) {
      const reason = reasonOf(grounding, false);
      this.#changes.push({ written: unit.text, delivered: repaired.text, reason });
    }
    const given = repaired === null ? unit : { ...unit, text: repaired.text };
    const waiting = {
      ...{ unit: given, support, mark, isRepaired: repaired !== null },
      join: strongerJoin(this.#join, unit.join),
    };
    this.#join = '';
    if (unit.kind === 'row') this.#table.take(support?.quotes ?? []);
    this.#waiting.push(waiting);
    if (!claims) return 'same';
    this.#keptCount += 1;
    this.#said.push(...(support?.quotes ?? []));
    for (const each of this.#waiting)
      this.#keep(leadsIn(each.unit) ? { ...each, support } : each, unit.kind === 'item');
    this.#waiting = [];
    return repaired === null ? 'grew' : 'repaired';
  }

  before(): string {
    const listed = [...this.#ahead, ...this.#list.flatMap((each) => each.kept ?? [])];
    const settled = this.#units.map(({ join, text }) => `${join}${text}`);
    const kept = [...settled, ...listed.map(({ join, mark, text }) => `${join}${mark}${text}`)].join('');
    const waiting = this.#waiting.map(({ join, unit }) => `${join}${unit.text}`).join('');
    return `${kept}${waiting}`.slice(-beforeUnitsMax).toWellFormed().trim();
  }

  draft(): WrittenDraft | null {
    if (this.#units.length === 0) return null;
    const isJudged = this.#units.some(({ judged }) => judged !== null);
    // Of what a second judge confirmed, the first one's doubt says nothing.
    const scored = this.#units.flatMap((unit) => (unit.isConfirmed ? [] : (unit.judged?.supported ?? [])));
    const supported = scored.length === 0 ? null : Math.min(...scored);
    const keptShare = Math.round((this.#keptCount / this.#claimCount) * 10_000) / 10_000;
    return {
      kind: 'written',
      sourceType: this.#support.sourceType(),
      found: { kind: 'written', supported, keptShare, logProbability: null },
      support: this.#support.list(),
      units: [...this.#units],
      json: null,
      judgedBy: isJudged ? this.#facts.judge : null,
      ...(this.#changes.length === 0 ? {} : { changes: this.changes() }),
    };
  }

  end(): WrittenDraft | null {
    this.#endList();
    this.#endTable();
    return this.draft();
  }

  changes(): readonly WrittenChange[] {
    return [...this.#changes];
  }

  isEmpty(): boolean {
    return this.#keptCount === 0;
  }

  isHopeless(): boolean {
    return this.isEmpty() && this.#claimCount >= hopelessClaims;
  }

  lacksJudge(): boolean {
    return this.#lacksJudge;
  }

  /** `isSaid`: the words of the source are in the draft already. Null: no words can stand in for it. */
  #repair(
    unit: CutUnit,
    grounding: Grounding,
  ): { readonly text: string; readonly support: SupportedGrounding; readonly isSaid: boolean } | null {
    if (grounding.kind !== 'unsupported' || grounding.nearest === undefined) return null;
    const text = repairUnit(unit, grounding.nearest, this.#facts.sources);
    if (text === null) return null;
    const isSaid = grounding.nearest.every((quote) => this.#said.some((said) => overlap(said, quote)));
    return { text, support: { quotes: grounding.nearest, judged: null }, isSaid };
  }

  /** A sentence takes the mark of the item that it continues, if the unit with the mark was dropped. */
  #markOf(unit: CutUnit, ownMark: MarkItem): MarkItem {
    const goesOn = unit.mark === '' && (unit.kind === 'item' || !unit.join.includes('\n'));
    const mark = goesOn ? this.#mark : null;
    if (!goesOn) this.#mark = null;
    return mark ?? ownMark;
  }

  #fall(unit: CutUnit, ownMark: MarkItem): void {
    this.#join = strongerJoin(this.#join, unit.join);
    this.#fallen.add(unit, { hasHeading: this.#hasHeading });
    if (unit.mark !== '' && unit.kind !== 'heading') this.#mark = ownMark;
    // Words that lead to a sentence go with it; what leads to a list waits for another item.
    if (unit.kind === 'sentence') this.#dropWaiting(({ unit: { kind } }) => kind !== 'heading');
  }

  #keep({ unit, support, mark, join, isRepaired }: Waiting, isInList: boolean): void {
    if (unit.kind === 'heading') this.#hasHeading = true;
    this.#mark = null;
    const settled: SettledUnit = {
      ...{ mark: mark(), text: unit.text, join, claims: support !== null, isRepaired },
      quotes: support?.quotes ?? [],
      judged: support?.judged ?? null,
      ...(support?.isConfirmed === true ? { isConfirmed: true } : {}),
    };
    if (unit.kind === 'item') this.#list.push({ unit, kept: settled });
    else if (isInList) this.#ahead.push(settled);
    else this.#add(settled);
  }

  #endList(): void {
    const lead = this.#ahead.map(({ text }) => text).join(' ');
    const listed = settleList(this.#list, { lead, sources: this.#facts.sources });
    const settled = [...this.#ahead, ...listed];
    this.#said.push(...listed.flatMap(({ quotes }) => quotes));
    for (const { text } of listed.filter(({ isAdded }) => isAdded === true))
      this.#changes.push({ written: '', delivered: text, reason: 'incomplete_list' });
    this.#ahead = [];
    this.#list = [];
    for (const unit of settled) this.#add(unit);
  }

  #endTable(): void {
    const shown = this.#table.end();
    if (shown !== null) this.#add(sayingHowMany(shown));
  }

  #add({ mark, text, quotes, join, isRepaired, isAdded: _, ...unit }: SettledUnit): void {
    this.#units.push({
      ...unit,
      text: `${mark}${text}`,
      join: this.#units.length === 0 ? '' : join,
      restsOn: quotes.length === 0 ? [] : this.#support.add(quotes),
      ...(isRepaired ? { isRepaired: true as const } : {}),
    });
  }

  /** Drops units that wait for something under them, once a unit begins that is not. */
  #endWhatWaits(unit: CutUnit, leads: readonly CutUnit[]): void {
    this.#dropWaiting((waiting) => {
      const { kind } = waiting.unit;
      if (leadsIn(waiting.unit)) return !leads.includes(waiting.unit);
      if (kind === 'heading') return unit.kind === 'heading' && levelOf(unit) <= levelOf(waiting.unit);
      if (kind === 'table_head') return unit.kind !== 'row';
      if (kind === 'item')
        return beginsItem(unit) ? indentOf(unit) <= indentOf(waiting.unit) : !isListed(unit);
      return false;
    });
  }

  #dropWaiting(isDropped: (waiting: Waiting) => boolean): void {
    let join: Join = '';
    const left: Waiting[] = [];
    for (const waiting of this.#waiting) {
      if (isDropped(waiting)) join = strongerJoin(join, waiting.join);
      else {
        waiting.join = strongerJoin(join, waiting.join);
        join = '';
        left.push(waiting);
      }
    }
    this.#join = strongerJoin(this.#join, join);
    this.#waiting = left;
  }
}
