import type { ContentPacks } from '../interfaces/content-packs.ts';

/** Near-duplicates and contradictions in a draft. */
export type ReportDraft = ContentPacks['report'];
