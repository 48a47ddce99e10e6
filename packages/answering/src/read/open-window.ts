import { leadSeparator } from '@avow/documents';
import type { PassageHit } from '@avow/search';
import { linesOf, readMarkdownLine } from '@avow/text/markdown';
import { indexCodePoints } from '@avow/text/sentences';
import type { Question } from '../question.ts';
import type { ServedContent } from '../served-content.ts';
import { type TextUnit, unitsOf } from './answer-units.ts';
import { negatesBelow } from './negation.ts';

/** A passage and its surroundings under the same heading: lists and steps do not end where a passage was cut. */
export interface PassageWindow {
  /** Stored words, from code point `start` of the document on. */
  readonly text: string;
  readonly start: number;
  /** UTF-16 offsets of the passage in `text`. */
  readonly passage: { readonly start: number; readonly end: number };
  readonly units: readonly TextUnit[];
  /** The heading right above the units; null where none is in sight. */
  readonly heading: TextUnit | null;
  /** The number of a group that may have begun before the window; null where none has. */
  readonly cutGroup: number | null;
}

/** In code points. What is quoted is shorter than the reach forward, so nothing that is cut off there can be quoted. */
const reach = { back: 800, backToLead: 8_000, forward: 3_000 };

/** Null if the passage is no longer what is stored there. */
export async function openWindow(
  content: Pick<ServedContent, 'readQuote'>,
  { tenantId, groups, nowMs }: Pick<Question, 'tenantId' | 'groups' | 'nowMs'>,
  hit: Pick<PassageHit, 'documentId' | 'headings' | 'text' | 'start' | 'end'>,
): Promise<PassageWindow | null> {
  const { documentId } = hit;
  const [, ...leads] = hit.headings.split(leadSeparator);
  const back = leads.length > 0 || negatesBelow(hit.headings) ? reach.backToLead : reach.back;
  const from = Math.max(0, hit.start - back);
  const text = await content.readQuote(tenantId, {
    ...{ documentId, groups, nowMs },
    start: from,
    end: hit.end + reach.forward,
  });
  if (text === null) return null;
  const offsets = indexCodePoints(text);
  const passage = { start: offsets.toUtf16(hit.start - from), end: offsets.toUtf16(hit.end - from) };
  if (text.slice(passage.start, passage.end) !== hit.text) return null;
  const lead = leads.at(-1) ?? '';
  const cut = firstWholeLine(text, { before: passage.start, isWhole: from === 0, lead });
  return windowOf(text.slice(cut), {
    start: from + offsets.toCodePoint(cut),
    passage: { start: passage.start - cut, end: passage.end - cut },
    lead: cut === passage.start ? lead : '',
    isWhole: from === 0 && cut === 0,
  });
}

/** Where the window can begin: at a line, and never inside a block of code that would then be read as its opposite. */
function firstWholeLine(
  text: string,
  { before, isWhole, lead }: { readonly before: number; readonly isWhole: boolean; readonly lead: string },
): number {
  const above = text.slice(0, before);
  const line = isWhole ? 0 : above.indexOf('\n') + 1;
  if (!isWhole && line === 0) return before;
  const fences = Array.from(linesOf(above.slice(line))).filter(({ text: words }) => isFence(words));
  const isInCode = isFence(lead);
  if (fences.length % 2 === (isInCode ? 1 : 0)) return line;
  const [first] = fences;
  if (first === undefined || isInCode) return before;
  return Math.min(before, line + first.end + 1);
}

function isFence(line: string): boolean {
  return readMarkdownLine(line).kind === 'fence';
}

function windowOf(
  text: string,
  {
    start,
    passage,
    lead,
    isWhole,
  }: Pick<PassageWindow, 'start' | 'passage'> & { readonly lead: string; readonly isWhole: boolean },
): PassageWindow {
  const all = unitsOf(text, lead);
  const under = all.findLastIndex(({ kind, start: at }) => kind === 'heading' && at < passage.start);
  const next = all.findIndex(({ kind, start: at }) => kind === 'heading' && at >= passage.end);
  const units = all.slice(under + 1, next === -1 ? undefined : next);
  return {
    ...{ text, start, passage, units, heading: all[under] ?? null },
    cutGroup: isWhole || under >= 0 ? null : (units[0]?.group ?? null),
  };
}
