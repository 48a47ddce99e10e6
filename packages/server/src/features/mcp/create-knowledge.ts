import type { AnsweringSteps, Viewer } from '@avow/answering';
import type { Clock, CuratedId, DocumentId, PackId } from '@avow/foundation';
import { AppError, suffixOf } from '@avow/foundation';
import type { Guard, Guards, StageOutcome } from '@avow/guardrails';
import type { PassageHit } from '@avow/search';
import { indexCodePoints } from '@avow/text';
import type { InFlight } from '../../limits/in-flight.ts';
import { filterTexts } from '../../path/retrieval/filter-passages.ts';
import { redactQuestion } from '../../path/understanding/redact-question.ts';
import { guardCitations } from '../../path/verification/guard-citations.ts';
import type { ContentStore, Pack } from '../content/content-store.ts';
import type { FoundPassage, Knowledge, KnowledgeReader, ListedPack } from './knowledge.ts';

interface KnowledgeDependencies {
  readonly content: ContentStore;
  readonly steps: Pick<AnsweringSteps, 'retrieve'>;
  readonly guards: Pick<Guards, 'inForce'>;
  readonly inFlight: Pick<InFlight, 'enter'>;
  readonly clock: Clock;
  readonly limits: { readonly deadlineMs: number };
}

/** Longer than anything that is redacted. */
const marginCodePoints = 300;
/** So many packs are looked at for one page. */
const packsMax = 500;

export function createKnowledge(parts: KnowledgeDependencies): Knowledge {
  const { content, steps, guards, inFlight, clock, limits } = parts;
  const viewerOf = ({ groups }: KnowledgeReader): Viewer => ({ groups, nowMs: clock.nowMs() });

  async function findPack({ tenantId }: KnowledgeReader, id: string): Promise<Pack | null> {
    const suffix = suffixOf(id, ['pack']);
    return suffix === null ? null : await content.getPack(tenantId, `pack_${suffix}`);
  }

  async function listIfSeen(reader: KnowledgeReader, pack: Pack): Promise<ListedPack[]> {
    const { packId, name, description, servedVersion: version } = pack;
    if (version === null) return [];
    const isSeen = await content.seesPack(reader.tenantId, { ...viewerOf(reader), packId });
    return isSeen ? [{ packId, name, description, version }] : [];
  }

  return {
    search: async (reader, { text, packIds: named, limit }, signal) => {
      const entered = inFlight.enter(reader.tenantId);
      const endsAtMs = performance.now() + limits.deadlineMs;
      try {
        const packIds = named === null ? null : await Promise.all(named.map((id) => findPack(reader, id)));
        if (packIds?.includes(null) === true)
          throw new AppError('not_found', { detail: 'There is no such content pack.' });
        const { groups, nowMs } = viewerOf(reader);
        const guard = await guards.inForce(reader.tenantId);
        const lookedUp = await redactQuestion(guard, text, signal);
        const { documents, curated } = await steps.retrieve(
          {
            ...{ tenantId: reader.tenantId, text: lookedUp, groups, nowMs, language: null },
            packIds: packIds?.flatMap((pack) => pack?.packId ?? []) ?? null,
          },
          { leftMs: () => Math.max(0, endsAtMs - performance.now()) },
        );
        signal.throwIfAborted();
        const found: FoundPassage[] = [];
        for (const hit of alternate(documents, curated)) {
          if (found.length >= limit) break;
          const passage = await readPassage(parts, reader, hit);
          if (passage !== null && !found.some((one) => isSamePlace(one, passage))) found.push(passage);
        }
        return await guardPassages(guard, found, signal);
      } finally {
        entered.leave();
      }
    },
    read: async (reader, { documentId: id, start, length }, signal) => {
      const document = await findDocument(parts, reader, id);
      if (document === null) return null;
      const { whole, ...source } = document;
      const end = Math.min(start + length, whole);
      const part = { start: Math.min(start, end), end };
      // Checked with what is around it: where the caller cuts must not hide anything from the checks.
      const around = {
        start: Math.max(0, part.start - marginCodePoints),
        end: Math.min(whole, end + marginCodePoints),
      };
      const { documentId } = source;
      const text = await content.readQuote(reader.tenantId, { ...viewerOf(reader), documentId, ...around });
      if (text === null) return null;
      const guard = await guards.inForce(reader.tenantId);
      if ((await filterTexts(guard, [text], signal)).size > 0) return 'withheld';
      const { blocked, redactions } = await guard.check('citation', { text, quotes: [] }, signal);
      if (blocked !== null) return 'withheld';
      const { sources } = await guardCitations(guard, [source], signal);
      const shown = cutRedacted(text, redactions, {
        start: part.start - around.start,
        end: part.end - around.start,
      });
      return { ...source, ...sources[0], ...part, ...shown, length: whole };
    },
    listPacks: async (reader, { after, limit }) => {
      const found: ListedPack[] = [];
      let last = after;
      for (let looked = 0; looked < packsMax && found.length < limit; looked += limit) {
        const packs = await content.listPacks(reader.tenantId, { after: last, limit });
        for (const pack of packs) found.push(...(await listIfSeen(reader, pack)));
        last = packs.at(-1)?.packId ?? last;
        if (packs.length < limit) break;
      }
      return found.slice(0, limit);
    },
    getPack: async (reader, id) => {
      const pack = await findPack(reader, id);
      return pack === null ? null : ((await listIfSeen(reader, pack))[0] ?? null);
    },
    listDocuments: async (reader, { packId, after, limit }) => {
      const wanted = { ...viewerOf(reader), packId, after, limit };
      const documents = await content.listServedDocuments(reader.tenantId, wanted);
      const guard = await guards.inForce(reader.tenantId);
      const { sources } = await guardCitations(guard, documents, AbortSignal.timeout(limits.deadlineMs));
      return documents.map(({ documentId, codePoints, updatedAtMs }, at) => ({
        ...{ documentId, packId, length: codePoints, updatedAtMs },
        ...(sources[at] ?? { title: '', source: '', url: null }),
      }));
    },
  };
}

/** Documents first, since curated pairs have an order of their own. */
function* alternate(one: readonly PassageHit[], other: readonly PassageHit[]): Generator<PassageHit> {
  for (let at = 0; at < Math.max(one.length, other.length); at += 1)
    for (const hit of [one[at], other[at]]) if (hit !== undefined) yield hit;
}

const isSamePlace = (one: FoundPassage, other: FoundPassage) =>
  one.documentId === other.documentId && one.start === other.start;

/** Read from the store: the index may lag behind what is served, and to whom. */
async function readPassage(
  { content, clock }: KnowledgeDependencies,
  { tenantId, groups }: KnowledgeReader,
  { documentId, headings, start, end, kind }: PassageHit,
): Promise<FoundPassage | null> {
  const viewer = { groups, nowMs: clock.nowMs() };
  if (kind === 'curated') {
    const match = await content.getCurated(tenantId, documentId as CuratedId, viewer);
    if (match === null) return null;
    const { question, answer, source, url } = match.pair;
    return {
      ...{ kind, documentId, packId: match.pack.packId, title: question, source, url, headings: '' },
      ...{ text: answer, start: 0, end: [...answer].length },
    };
  }
  const document = await content.getDocument(tenantId, documentId as DocumentId, viewer);
  const text = await content.readQuote(tenantId, { ...viewer, documentId, start, end });
  if (document === null || text === null) return null;
  const { title, source, url, pack } = document;
  return { kind, documentId, packId: pack.packId, title, source, url, headings, text, start, end };
}

/** Without passages that a guardrail objects to, and without what it redacts. */
async function guardPassages(
  guard: Guard,
  passages: readonly FoundPassage[],
  deadline: AbortSignal,
): Promise<FoundPassage[]> {
  if (passages.length === 0) return [];
  const texts = passages.map(({ headings, text }) => (headings === '' ? text : `${headings}\n${text}`));
  const leftOut = await filterTexts(guard, texts, deadline);
  const kept = passages.filter((_, at) => !leftOut.has(at));
  const { sources } = await guardCitations(guard, kept, deadline);
  const shown = await Promise.all(
    kept.map(async (passage, at) => {
      const [text, headings] = await Promise.all(
        [passage.text, passage.headings].map((one) =>
          guard.check('citation', { text: one, quotes: [] }, deadline),
        ),
      );
      if (text === undefined || headings === undefined) return [];
      if (text.blocked !== null || headings.blocked !== null) return [];
      const place = text.redacted ? { start: null, end: null } : {};
      return [{ ...passage, ...sources[at], text: text.text, headings: headings.text, ...place }];
    }),
  );
  return shown.flat();
}

/** The part of a text, in code points, with the placeholders of what is redacted in it. */
function cutRedacted(
  text: string,
  redactions: StageOutcome['redactions'],
  part: { readonly start: number; readonly end: number },
): { readonly text: string; readonly isRedacted: boolean } {
  const offsets = indexCodePoints(text);
  const [start, end] = [offsets.toUtf16(part.start), offsets.toUtf16(part.end)];
  const within = redactions.filter((one) => one.start < end && one.end > start);
  const pieces: string[] = [];
  let position = start;
  for (const { placeholder, ...range } of within) {
    pieces.push(text.slice(position, Math.max(position, range.start)), placeholder);
    position = range.end;
  }
  if (position < end) pieces.push(text.slice(position, end));
  return { text: pieces.join(''), isRedacted: within.length > 0 };
}

interface FoundDocument {
  readonly documentId: DocumentId | CuratedId;
  readonly packId: PackId;
  readonly title: string;
  readonly source: string;
  readonly url: string | null;
  /** In code points. */
  readonly whole: number;
}

/** A document, or the answer of a curated pair. */
async function findDocument(
  { content, clock }: KnowledgeDependencies,
  { tenantId, groups }: KnowledgeReader,
  id: string,
): Promise<FoundDocument | null> {
  const viewer = { groups, nowMs: clock.nowMs() };
  const suffix = suffixOf(id, ['doc', 'qna']);
  if (suffix === null) return null;
  if (id.startsWith('qna_')) {
    const match = await content.getCurated(tenantId, `qna_${suffix}`, viewer);
    if (match === null) return null;
    const { curatedId, question, source, url, answer } = match.pair;
    const { packId } = match.pack;
    return { documentId: curatedId, packId, title: question, source, url, whole: [...answer].length };
  }
  const document = await content.getDocument(tenantId, `doc_${suffix}`, viewer);
  if (document === null) return null;
  const { documentId, title, source, url, pack, codePoints: whole } = document;
  return { documentId, packId: pack.packId, title, source, url, whole };
}
