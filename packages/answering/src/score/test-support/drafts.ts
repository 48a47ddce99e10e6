import type { QuotedDraft, Support, WrittenDraft, WrittenUnit } from '../../draft.ts';

export function supportWith(quote: string, title = ''): Support {
  return {
    documentId: 'doc_1',
    pack: { packId: 'pack_1', version: 1 },
    source: 'guide.md',
    title,
    url: null,
    quote,
    start: 0,
    end: quote.length,
    score: 0.5,
    follows: 'as_paragraph',
  };
}

export function quotedDraft(given: Partial<QuotedDraft>): QuotedDraft {
  return {
    kind: 'quoted',
    lead: '',
    sourceType: 'document',
    found: { kind: 'curated_exact' },
    support: [],
    judgement: null,
    ...given,
  };
}

export function writtenDraft(given: Partial<WrittenDraft>): WrittenDraft {
  return {
    kind: 'written',
    sourceType: 'document',
    found: { kind: 'written', supported: 0.8, keptShare: 1, logProbability: null },
    support: [],
    units: [],
    json: null,
    judgedBy: null,
    ...given,
  };
}

export function writtenUnit(judged: WrittenUnit['judged']): WrittenUnit {
  return { text: 'It is so.', join: '', restsOn: [0], claims: true, judged };
}
