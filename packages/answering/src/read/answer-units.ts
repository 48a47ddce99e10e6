import { headingSeparator, leadSeparator } from '@avow/documents';
import type { PassageHit } from '@avow/search';
import { endsInColon, readMarkdownLine } from '@avow/text/markdown';
import { type SentenceSpan, splitSentences } from '@avow/text/sentences';
import { hasNegation } from '@avow/text/terms';
import { markLabels } from './mark-labels.ts';
import { creditTerms, type QuestionTerms } from './weigh-question-terms.ts';

/** A sentence, list item, table row, heading or block of code, and the structure that it is in. */
export interface TextUnit extends SentenceSpan {
  /** Units of one paragraph, list or table share a number. */
  readonly group: number;
  readonly groupKind: 'paragraph' | 'list' | 'table' | 'code';
  /** Ends with a colon, or points at the list, table or code below it: what follows belongs to it. */
  readonly introduces: boolean;
}

/** With what it says of the question. */
export interface AnswerUnit extends TextUnit {
  readonly credits: ReadonlyMap<string, number>;
  readonly hasNumber: boolean;
  readonly negated: boolean;
}

export interface ReadPassage {
  readonly hit: PassageHit;
  readonly text: string;
  readonly units: readonly AnswerUnit[];
  /** Of the headings: the innermost says most surely what the passage is about. */
  readonly headingCredits: ReadonlyMap<string, number>;
  /** Of the innermost heading alone. */
  readonly topicCredits: ReadonlyMap<string, number>;
  /** Of the whole passage, headings included. */
  readonly credits: ReadonlyMap<string, number>;
}

/** Passages are far shorter; these bound what a stored oddity can cost. */
const passageUnitsMax = 16_000;
const unitsMax = 200;
/** What a term in the headings counts, against 1 for one in the words themselves. */
const innerHeadingCredit = 0.9;
const outerHeadingCredit = 0.6;
const spokenNumber =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|half|double|twice|once|none|zero)\b/iu;

export function readPassage(hit: PassageHit, questionTerms: QuestionTerms): ReadPassage {
  const text = hit.text.slice(0, passageUnitsMax);
  // What leads a part says what it belongs to, not what it is about: the whole that it is a part of says that better.
  const [path = '', ...leads] = hit.headings.split(leadSeparator);
  const topicCredits = creditTerms(questionTerms, path.split(headingSeparator).at(-1) ?? '');
  const headingCredits = new Map<string, number>();
  raiseCredits(headingCredits, creditTerms(questionTerms, hit.headings), outerHeadingCredit);
  raiseCredits(headingCredits, topicCredits, innerHeadingCredit);
  const units = unitsOf(text, leads.at(-1) ?? '')
    .slice(0, unitsMax)
    .map((unit) => {
      const words = text.slice(unit.start, unit.end);
      return {
        ...unit,
        credits: creditTerms(questionTerms, words),
        hasNumber: spokenNumber.test(words),
        negated: hasNegation(words),
      };
    });
  const credits = new Map(headingCredits);
  for (const unit of units) raiseCredits(credits, unit.credits, 1);
  return { hit, text, units, headingCredits, topicCredits, credits };
}

const pointsBelow = /\b(?:the\s+following|as\s+follows|below)\b/iu;

/** The units of a text, in order. `lead`: what a passage is led by that is a part of something. */
export function unitsOf(text: string, lead = ''): TextUnit[] {
  const units = groupUnits(text, markLabels(text, splitPart(text, lead)));
  return units.map((unit, position) => {
    const words = text.slice(unit.start, unit.end);
    const next = units[position + 1];
    const isAbove = unit.kind === 'sentence' && unit.groupKind === 'paragraph' && isStructure(next);
    return { ...unit, introduces: endsInColon(words) || (isAbove && pointsBelow.test(words)) };
  });
}

function isStructure(unit: GroupedSpan | undefined): boolean {
  return unit !== undefined && unit.groupKind !== 'paragraph';
}

/** Of a part of a block of code the fence that opens it is in its lead; without it code would be read as sentences. */
function splitPart(text: string, lead: string): SentenceSpan[] {
  const { kind, mark: fence } = readMarkdownLine(lead);
  if (kind !== 'fence') return splitSentences(text);
  const before = fence.length + 1;
  return splitSentences(`${fence}\n${text}`).map((span) => ({
    ...span,
    start: Math.max(0, span.start - before),
    end: span.end - before,
  }));
}

/** Keeps for each term the higher of what is there and what comes in, times a factor. */
export function raiseCredits(
  into: Map<string, number>,
  from: ReadonlyMap<string, number>,
  factor: number,
): void {
  for (const [term, credit] of from) into.set(term, Math.max(into.get(term) ?? 0, credit * factor));
}

type GroupedSpan = SentenceSpan & Pick<TextUnit, 'group' | 'groupKind'>;

function groupUnits(text: string, spans: readonly SentenceSpan[]): GroupedSpan[] {
  const grouped: GroupedSpan[] = [];
  for (const span of spans) {
    const previous = grouped.at(-1);
    const own =
      span.kind === 'item'
        ? 'list'
        : span.kind === 'row'
          ? 'table'
          : span.kind === 'code'
            ? 'code'
            : 'paragraph';
    if (previous !== undefined && belongsTo(text, previous, span)) {
      grouped.push({ ...span, group: previous.group, groupKind: previous.groupKind });
    } else {
      grouped.push({ ...span, group: (previous?.group ?? 0) + 1, groupKind: own });
    }
  }
  return grouped;
}

function belongsTo(text: string, previous: GroupedSpan, span: SentenceSpan): boolean {
  const between = text.slice(previous.end, span.start);
  if (previous.groupKind === 'table') return span.kind === 'row' && !/\n\s*\n/.test(between);
  if (previous.groupKind === 'list') {
    // A further item, or the rest of one: on the same lines, or indented below.
    return (
      span.kind === 'item' ||
      (span.kind === 'sentence' && (!/\n\s*\n/.test(between) || /\n[ \t]+$/.test(between)))
    );
  }
  if (previous.kind === 'heading' || span.kind !== 'sentence') return false;
  return previous.groupKind === 'paragraph' && !/\n\s*\n/.test(between);
}
