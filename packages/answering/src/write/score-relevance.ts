import type { Reader, ReaderCall } from '@avow/inference';
import type { WrittenDraft } from '../draft.ts';
import { showToModel } from '../read/show-to-model.ts';

const answerUnitsMax = 4_000;
const questionUnitsMax = 2_000;

/**
 * Below this an answer does not answer: it says something true of something else. Of recorded answers of a small model, 5 of 9 that
 * were wrong are below it, and 1 of 9 that were right.
 */
export const relevantMin = -3.5;

/** How relevant an answer is to its question, read as if it were a passage. Null: no reader can say in this time. */
export async function scoreRelevance(
  reader: Pick<Reader, 'read'> | null,
  { question, draft }: { readonly question: string; readonly draft: WrittenDraft },
  call: ReaderCall,
): Promise<number | null> {
  if (reader === null) return null;
  const text = draft.units.map(({ join, text: words }) => `${join}${words}`).join('');
  const shown = showToModel(text.slice(0, answerUnitsMax).toWellFormed()).text;
  const asked = question.slice(-questionUnitsMax).toWellFormed();
  const readings = await reader.read(asked, [{ context: '', text: shown }], call);
  return readings?.[0]?.relevance ?? null;
}
