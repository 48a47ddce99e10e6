import type { GoldenEntry } from '@avow/contract/evaluation';
import { splitList } from '../../design/split-list.ts';

/** A golden question as it is typed. */
export interface GoldenForm {
  readonly question: string;
  readonly isNotCovered: boolean;
  /** One fact a line; its alternatives are separated by `|`. */
  readonly facts: string;
  readonly sources: string;
  /** Empty: the answer need not begin with yes or no. */
  readonly verdict: string;
  readonly groups: string;
  readonly note: string;
}

export const emptyGolden: GoldenForm = {
  ...{ question: '', isNotCovered: false, facts: '', sources: '', verdict: '', groups: '', note: '' },
};

/** Takes the place of a `|` within a wording while a line is split: nobody can type it. */
const placeholder = '\0';

/** A fact is one line here; a `|` within a wording is written twice. */
const writeFact = (wordings: readonly string[]) =>
  wordings.map((wording) => wording.replace(/\s+/g, ' ').replaceAll('|', '||')).join(' | ');
const readFact = (line: string) =>
  line
    .replaceAll('||', placeholder)
    .split('|')
    .map((wording) => wording.replaceAll(placeholder, '|').trim())
    .filter((wording) => wording !== '');

export function toGoldenForm({ question, expects, groups, note }: GoldenEntry): GoldenForm {
  const given = { ...emptyGolden, question, groups: groups.join(', '), note };
  if (expects.kind !== 'answer') return { ...given, isNotCovered: true };
  return {
    ...given,
    facts: expects.facts.map(writeFact).join('\n'),
    sources: expects.sources.join('\n'),
    verdict: expects.verdict ?? '',
  };
}

/** The body of a request that saves it. */
export function goldenRequest(form: GoldenForm) {
  const expects = form.isNotCovered
    ? { kind: 'not_covered' as const }
    : {
        kind: 'answer' as const,
        facts: splitList(form.facts, '\n')
          .map(readFact)
          .filter((fact) => fact.length > 0),
        sources: splitList(form.sources, '\n'),
        verdict: form.verdict === '' ? null : (form.verdict as 'yes' | 'no'),
      };
  return {
    ...{ question: form.question.trim(), expects, note: form.note.trim(), groups: splitList(form.groups) },
  };
}
