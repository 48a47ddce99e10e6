import type { Reader, ReaderCall } from '@avow/inference';
import type { WrittenDraft } from '../draft.ts';

const evidenceUnitsMax = 1_600;

/**
 * How likely the main claim of a draft answers its question, 0 to 1. Its source may support a sentence that answers
 * something else. Null if no judge can say.
 */
export async function judgeAddressed(
  judge: Pick<Reader, 'judge'> | null,
  { question, draft }: { readonly question: string; readonly draft: WrittenDraft },
  call: ReaderCall,
): Promise<number | null> {
  const main = draft.units.find(({ claims }) => claims);
  if (judge === null || main === undefined) return null;
  const quotes = main.restsOn.flatMap((position) => draft.support[position] ?? []);
  const evidence = [...new Set(quotes.map(({ title }) => title)), ...quotes.map(({ quote }) => quote)];
  const judged = await judge.judge(
    [
      {
        claim: `${question} ${main.text}`,
        evidence: evidence.join('\n').slice(0, evidenceUnitsMax).toWellFormed(),
      },
    ],
    call,
  );
  return judged?.[0]?.supported ?? null;
}
