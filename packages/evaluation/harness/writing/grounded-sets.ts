import type { DocumentId, PackId } from '@avow/foundation';
import type { Source } from '@avow/server/measurement';
import { readRows } from '../data-sets.ts';
import { type Half, halfOf } from '../half-of.ts';

/** A sentence that a model wrote, what it was written from, and whether people consider it supported. */
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
 * Sources of `grounding_pool` whose licence is stated. Lines are drawn on the tuning half of the first; the others are
 * only reported on. Rows that share a text are in one half.
 */
const tunedOn = ['factcg_doc', 'factcg_musique', 'begin_wow'];
const reportedOnly = ['qags_cnndm', 'qags_xsum', 'begin_cmu-dog', 'begin_topicalchat'];
/** Of a set that the judge was trained on, training left out every sixth row. */
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

/** A long text becomes several sources, as the product's passages are; it is cut between sentences where it can be. */
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
