import type { QnaEntry } from '@avow/contract/content';
import { splitList } from '../../design/split-list.ts';
import { contentTexts } from '../../texts/content.ts';

/** A pair as it is typed. */
export interface PairForm {
  readonly question: string;
  readonly alternatives: string;
  readonly answer: string;
  readonly source: string;
  readonly url: string;
  readonly tags: string;
  readonly groups: string;
  /** Days, as the browser's field for dates has them. */
  readonly validFrom: string;
  readonly validUntil: string;
}

export const emptyPair: PairForm = {
  question: '',
  alternatives: '',
  answer: '',
  source: '',
  url: '',
  tags: '',
  groups: '',
  validFrom: '',
  validUntil: '',
};

/** What the fields are called. */
export const pairFieldNames: Readonly<Record<keyof PairForm, string>> = {
  question: contentTexts.question,
  alternatives: contentTexts.phrasings,
  answer: contentTexts.answer,
  source: contentTexts.pairSource,
  url: contentTexts.url,
  tags: contentTexts.tags,
  groups: contentTexts.groups,
  validFrom: contentTexts.validFrom,
  validUntil: contentTexts.validUntil,
};

const dayOf = (time: string | null) => time?.slice(0, 10) ?? '';
const timeOf = (day: string) => (day === '' ? null : `${day}T00:00:00.000Z`);

export function toPairForm(pair: QnaEntry): PairForm {
  return {
    question: pair.question,
    alternatives: pair.alternatives.join('\n'),
    answer: pair.answer,
    source: pair.source,
    url: pair.url ?? '',
    tags: pair.tags.join(', '),
    groups: pair.groups.join(', '),
    validFrom: dayOf(pair.valid_from),
    validUntil: dayOf(pair.valid_until),
  };
}

/** The body of a request that saves it. */
export function pairRequest(form: PairForm) {
  return {
    question: form.question.trim(),
    alternatives: splitList(form.alternatives, '\n'),
    answer: form.answer.trim(),
    source: form.source.trim(),
    url: form.url.trim() === '' ? null : form.url.trim(),
    tags: splitList(form.tags),
    groups: splitList(form.groups),
    valid_from: timeOf(form.validFrom),
    valid_until: timeOf(form.validUntil),
  };
}
