import type { WrittenDraft } from '../interfaces/answering.ts';
import type { Reader } from '../interfaces/reader.ts';

const evidenceUnitsMax = 1_600;

/**
 * How far what a draft claims first is borne out as an answer to its question, 0 to 1. A sentence may be true of its source
 * and answer something else. Null where no judge can say.
 */
export async function judgeAddressed(
  judge: Pick<Reader, 'judge'> | null,
  { question, draft }: { readonly question: string; readonly draft: WrittenDraft },
  limits: { readonly timeoutMs: number },
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
    limits,
  );
  return judged?.[0]?.supported ?? null;
}
