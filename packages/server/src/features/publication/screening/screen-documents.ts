import type { DocumentParser } from '@avow/documents';
import type { PackId, TenantId } from '@avow/foundation';
import type { PassageScreening } from '@avow/guardrails';
import type { RevisionName } from '@avow/search';
import type { ContentStore } from '../../content/content-store.ts';
import { type BackgroundLoop, startBackgroundLoop, yieldToQueries } from '../indexing/background-loop.ts';
import { passagesOf, SplitFault } from '../indexing/stage-version.ts';
import type { ScreeningStore } from '../screening-store.ts';
import { checkedText } from './checked-text.ts';

export interface ScreeningDependencies {
  readonly content: Pick<ContentStore, 'getRevision'>;
  readonly parser: Pick<DocumentParser, 'forOwner'>;
  readonly screening: PassageScreening;
  readonly screenings: ScreeningStore;
  readonly nowMs: () => number;
}

export interface ScreenOptions {
  readonly signal: AbortSignal;
  /** Resolves when the processor is free for the next texts. */
  readonly waitUntilIdle: () => Promise<void>;
  /** Called after each document. */
  readonly onDocument: () => void;
}

const documentsPerListing = 64;
/** Few, since a question may come at any time. What was screened is kept, and is not screened again after an interruption. */
const textsPerBatch = 8;

/**
 * Screens all documents of the draft and of the served version that this screening has not finished, newest first. False if
 * it was stopped before the end.
 */
export async function screenDocuments(
  parts: ScreeningDependencies,
  tenantId: TenantId,
  packId: PackId,
  options: ScreenOptions,
): Promise<boolean> {
  const { screenings, screening } = parts;
  for (;;) {
    const wanted = { packId, screening: screening.name, limit: documentsPerListing };
    const waiting = await screenings.listWaiting(tenantId, wanted);
    if (waiting.length === 0) return true;
    for (const of of waiting) {
      const texts = await textsOf(parts, tenantId, { packId, of });
      if (!(await screenTexts(parts, tenantId, { of, texts }, options))) return false;
      await screenings.finish(tenantId, { screening: screening.name, of, nowMs: parts.nowMs() });
      options.onDocument();
    }
  }
}

/** The title, which a language model is given with a passage, and all passages. Empty if the document is gone, or never searched. */
async function textsOf(
  { content, parser }: ScreeningDependencies,
  tenantId: TenantId,
  { packId, of }: { readonly packId: PackId; readonly of: RevisionName },
): Promise<string[]> {
  const revision = await content.getRevision(tenantId, packId, of);
  if (revision?.kind !== 'document') return [];
  try {
    const passages = await passagesOf(parser.forOwner(tenantId), revision);
    return [...new Set([revision.document.title, ...[...passages].map(checkedText)])];
  } catch (error) {
    // It cannot be published either.
    if (error instanceof SplitFault) return [];
    throw error;
  }
}

async function screenTexts(
  { screening, screenings }: ScreeningDependencies,
  tenantId: TenantId,
  { of, texts }: { readonly of: RevisionName; readonly texts: readonly string[] },
  { signal, waitUntilIdle }: ScreenOptions,
): Promise<boolean> {
  for (let at = 0; at < texts.length; at += textsPerBatch) {
    await waitUntilIdle();
    if (signal.aborted) return false;
    const batch = texts.slice(at, at + textsPerBatch);
    try {
      const screened = await screening.screenAhead(batch, { signal, owner: tenantId });
      await screenings.add(tenantId, { screening: screening.name, of, screened });
    } catch (error) {
      if (signal.aborted) return false;
      throw error;
    }
  }
  return !signal.aborted;
}

/** A pack in a state in which it may have documents that are not screened. */
export interface ScreenedPack {
  readonly tenantId: TenantId;
  readonly packId: PackId;
  readonly servedVersion: number | null;
  readonly draftRevision: number;
  readonly updatedAtMs: number;
}

export interface ScreeningWork extends ScreeningDependencies {
  readonly listPacks: () => Promise<readonly ScreenedPack[]>;
  readonly hasQuestions: () => boolean;
  /** One node at a time screens a pack. The signal ends it when another may have taken it over. False: another does it. */
  readonly inTurn: (packId: PackId, screenHere: (lost: AbortSignal) => Promise<boolean>) => Promise<boolean>;
  /** Called with the pack that could not be screened, or without one if packs could not be listed. */
  readonly onFailure: (error: unknown, pack?: ScreenedPack) => void;
}

export type ScreeningLoop = Pick<BackgroundLoop<ScreenedPack>, 'wake' | 'stop'>;

/** Screens what arrives, and all content again after a change of the models or rules, in the background until it is stopped. */
export function startScreening(parts: ScreeningWork): ScreeningLoop {
  return startBackgroundLoop<ScreenedPack>({
    listItems: parts.listPacks,
    nameOf: ({ tenantId, packId, servedVersion, draftRevision }) =>
      `${tenantId} ${packId} ${servedVersion} ${draftRevision}`,
    newAtMs: async ({ updatedAtMs }) => updatedAtMs,
    work: ({ tenantId, packId }, stopped) =>
      parts.inTurn(packId, (lost) =>
        screenDocuments(parts, tenantId, packId, {
          signal: AbortSignal.any([stopped, lost]),
          waitUntilIdle: () => yieldToQueries(parts.hasQuestions),
          onDocument: () => undefined,
        }),
      ),
    isShared: true,
    onFailure: parts.onFailure,
  });
}
