import type { DocumentId, PackId } from '@avow/foundation';
import type { Source } from '@avow/server/measurement';
import { readRows } from '../data-sets.ts';
import { type Half, halfOf } from '../half-of.ts';

/** A sentence written by a model, its sources, and whether people consider it supported. */
export interface GroundedRow {
  readonly text: string;
  readonly question: string;
  readonly sources: readonly Source[];
  readonly isSupported: boolean;
}

export interface GroundedSet {
  readonly name: string;
  readonly rows: readonly GroundedRow[];
}

/**
 * Sources of `grounding_pool` with a stated licence. Thresholds are chosen on the tuning half of the first; the others are
 * only reported. Rows that share a text are in the same half.
 */
const tunedOn = ['factcg_doc', 'factcg_musique', 'begin_wow'];
const reportedOnly = ['qags_cnndm', 'qags_xsum', 'begin_cmu-dog', 'begin_topicalchat'];
/** Training left out every sixth row of the sets it used. */
const seen = ['wice_claim'];
const isHeldRow = (at: number) => at % 6 === 0;

export function readGroundedSets(dataFolder: string, half: Half): GroundedSet[] {
  interface Row {
    readonly context: string;
    readonly claim: string;
    readonly supported: 0 | 1;
    readonly src: string;
    readonly message?: string;
  }
  const wanted = half === 'tune' ? tunedOn : [...tunedOn, ...reportedOnly, ...seen];
  const rows = readRows<Row>(dataFolder, 'grounding_pool/train').filter(({ src, context }, at) => {
    if (!wanted.includes(src)) return false;
    if (seen.includes(src)) return isHeldRow(at);
    return reportedOnly.includes(src) || halfOf(context) === half;
  });
  return [...Map.groupBy(rows, ({ src }) => src)].map(([name, its]) => ({
    name,
    rows: its.map(({ claim, context, supported, message }) => ({
      text: claim,
      question: message ?? '',
      sources: sourcesOf(context),
      isSupported: supported === 1,
    })),
  }));
}

const passageUnits = 1_500;

/** Splits a long text into several sources like the product's passages, between sentences if possible. */
function sourcesOf(text: string, title = ''): Source[] {
  const sources: Source[] = [];
  for (let start = 0; start < text.length; ) {
    const limit = Math.min(text.length, start + passageUnits);
    const stop = limit < text.length ? text.lastIndexOf('. ', limit) + 1 : limit;
    const end = stop > start ? stop : limit;
    sources.push(createSource(sources.length + 1, text.slice(start, end).trim(), title));
    start = end;
  }
  return sources;
}

export function createSource(number: number, text: string, title: string): Source {
  return {
    ...{ number, text, title, start: 0, context: '', source: 'measured', url: null },
    documentId: `doc_${number}` as DocumentId,
    pack: { packId: 'pack_measured' as PackId, version: 1 },
  };
}
