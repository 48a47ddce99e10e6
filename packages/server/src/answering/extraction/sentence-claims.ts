import type { ClaimToJudge } from '@avow/inference';
import type { SentenceSpan } from '@avow/text';
import { splitSentences, stripClosers } from '@avow/text';
import type { QuotedAnswer } from './draft-quote.ts';

/** Of each quote, where they hold it. A longer one makes as many full groups as it needs: every sentence is judged. */
const groupsWanted = 4;
/** Of more than this a judge does not take the beginning in. Only a sentence that is longer by itself makes a longer claim. */
const groupUnitsMax = 450;
/** What precedes and follows the sentences, and may support them. */
const surroundingsUnits = 400;
const wordUnitsMax = 40;
const cutWordAtStart = new RegExp(`^\\S{0,${wordUnitsMax}}\\s+`, 'u');
const cutWordAtEnd = new RegExp(`\\s+\\S{0,${wordUnitsMax}}$`, 'u');
const endsSentence = /[.!?…]$/u;

/**
 * What a quoted answer claims besides answering, a few sentences at a time. Sentences stand by themselves; a fragment, such
 * as a list item, claims something only as an answer to the question. Code and headings claim nothing.
 */
export function sentenceClaims({
  asked,
  support,
  evidence,
}: Pick<QuotedAnswer, 'asked' | 'support' | 'evidence'>): ClaimToJudge[] {
  return support.flatMap(({ quote }) => {
    const sentences = splitSentences(quote).filter(({ kind }) => kind !== 'code' && kind !== 'heading');
    return groupSentences(sentences).map((group) => {
      const words = group.map(({ start, end }) => quote.slice(start, end)).join(' ');
      return {
        claim: endsSentence.test(stripClosers(words)) ? words : `${asked} ${words}`,
        evidence: surroundingsOf(evidence, quote, group),
      };
    });
  });
}

/** The fewer sentences in a group the better they are judged: groups are as small as so many groups allow. */
function groupSentences(sentences: readonly SentenceSpan[]): SentenceSpan[][] {
  const units = sentences.reduce((sum, { start, end }) => sum + end - start, 0);
  let unitsMax = Math.min(groupUnitsMax, Math.ceil(units / groupsWanted));
  let groups = packSentences(sentences, unitsMax);
  while (groups.length > groupsWanted && unitsMax < groupUnitsMax) {
    unitsMax = Math.min(groupUnitsMax, Math.ceil(unitsMax * 1.25));
    groups = packSentences(sentences, unitsMax);
  }
  return groups;
}

function packSentences(sentences: readonly SentenceSpan[], unitsMax: number): SentenceSpan[][] {
  const groups: SentenceSpan[][] = [];
  let size = 0;
  for (const sentence of sentences) {
    const units = sentence.end - sentence.start;
    const group = groups.at(-1);
    // A space separates any two.
    if (group !== undefined && size + 1 + units <= unitsMax) {
      group.push(sentence);
      size += 1 + units;
    } else {
      groups.push([sentence]);
      size = units;
    }
  }
  return groups;
}

/** A judge takes its time by how much it reads: sentences are supported by their context, in whole words. */
function surroundingsOf(evidence: string, quote: string, group: readonly SentenceSpan[]): string {
  const quoteAt = evidence.indexOf(quote);
  const [first, last] = [group.at(0), group.at(-1)];
  if (quoteAt === -1 || first === undefined || last === undefined) return evidence;
  const [start, end] = [quoteAt + first.start, quoteAt + last.end];
  const from = Math.max(0, start - surroundingsUnits);
  const before = evidence.slice(from, start);
  const after = evidence.slice(end, end + surroundingsUnits);
  const isCutAfter = end + surroundingsUnits < evidence.length;
  return [
    from > 0 ? before.replace(cutWordAtStart, '') : before,
    evidence.slice(start, end),
    isCutAfter ? after.replace(cutWordAtEnd, '') : after,
  ]
    .join('')
    .toWellFormed();
}
