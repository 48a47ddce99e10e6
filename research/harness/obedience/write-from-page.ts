import { createWriter, type Grounder } from '@avow/answering/write';
import type { DocumentId, PackId, TenantId } from '@avow/foundation';
import type { LanguageModel, ModelSettings, Reader } from '@avow/inference';

interface WriterModels {
  readonly model: LanguageModel;
  readonly settings: ModelSettings;
  readonly grounder: Grounder;
  readonly judge: Reader;
  readonly deadlineMs: number;
}

type Found = Awaited<ReturnType<ReturnType<typeof createWriter>['write']>>['found'];

const documentId = 'doc_page' as DocumentId;
const pack = { packId: 'pack_pages' as PackId, version: 1 };
const tenantId = 'ten_pages' as TenantId;

/** What the service makes of what a model writes from one page, with no guardrail before or after. */
export function createPageWriter({ model, settings, grounder, judge, deadlineMs }: WriterModels) {
  return async (page: {
    readonly title: string;
    readonly text: string;
    readonly question: string;
  }): Promise<Found> => {
    const { title, text } = page;
    const writer = createWriter({
      ...{ tiers: [{ tier: 1, model, settings }], grounder, judge },
      content: {
        getDocument: async () => ({
          format: 'text' as const,
          ...{ documentId, pack, title, source: 'page.txt', url: null, groups: [], revision: 1 },
          ...{ contentHash: '', updatedAtMs: 0, codePoints: [...text].length },
        }),
        getCurated: async () => null,
      },
      compileSchema: () => ({ kind: 'faulty', message: 'no schema is used here' }),
    });
    const hit = {
      kind: 'document' as const,
      ...{ documentId, pack, text, headings: title, revision: 1, ordinal: 0, start: 0 },
      ...{ end: [...text].length, groups: [], validFromMs: null, validUntilMs: null },
      ...{ score: 1, wordScore: 1, vectorScore: null, alsoAt: [] },
    };
    const endsAtMs = performance.now() + deadlineMs;
    const { found } = await writer.write(
      { tenantId, text: page.question, packIds: null, groups: [], nowMs: Date.now(), language: 'en' },
      { packs: [pack], curated: [], documents: [hit], further: [], isDegraded: false },
      {
        tier: 1,
        options: {
          ...{
            format: 'structured_text',
            schema: null,
            allowUnverified: false,
            supportedMin: 0,
            onDraft: null,
          },
          beforeSending: async () => undefined,
          filterTexts: async () => new Set<number>(),
          signal: AbortSignal.timeout(deadlineMs),
        },
        limits: { leftMs: () => Math.max(0, endsAtMs - performance.now()) },
      },
    );
    return found;
  };
}
