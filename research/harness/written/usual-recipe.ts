import type { Encoder, WritingTask } from '@avow/inference';
import type { ChosenPages } from '../answers/choose-pages.ts';
import { encodeCached } from '../encode-cached.ts';

const chunkUnits = 1_000;
const overlapUnits = 200;
const nearestCount = 5;
const questionTimeoutMs = 60_000;

/** What a text says that has no answer. */
const declines =
  /\b(?:i (?:do not|don['’]t) know|(?:is|are|was|does|do) not (?:mention|specif|provid|contain|stat|cover|given|answer)\w*|no information|not enough information|cannot (?:answer|be determined))/iu;

/**
 * How most services answer: chunks of equal length, the nearest by the same encoder, and a plain prompt. Nothing is checked.
 */
export async function usualRecipe(
  { files }: ChosenPages,
  { encoder, label }: { readonly encoder: Encoder; readonly label: string },
): Promise<(question: string) => Promise<WritingTask>> {
  const chunks = files.flatMap(({ content }) => cutChunks(content));
  const vectors = await encodeCached(encoder, { label, as: 'passage', texts: chunks });
  return async (question) => {
    const asked = await encoder.encodeQuestion(question, {
      timeoutMs: questionTimeoutMs,
      owner: 'evaluation',
    });
    if (asked === null) throw new Error('The question could not be encoded');
    const nearest = vectors
      .map((vector, at) => ({ at, score: similarity(vector, asked) }))
      .sort((one, other) => other.score - one.score)
      .slice(0, nearestCount);
    const context = nearest.map(({ at }) => chunks[at] ?? '').join('\n\n');
    return {
      instructions:
        "You are an assistant for question-answering tasks. Use the following pieces of retrieved context to answer the question. If you don't know the answer, say that you don't know. Use three sentences maximum and keep the answer concise.",
      prompt: `Question: ${question}\n\nContext:\n${context}\n\nAnswer:`,
      outputTokensMax: 400,
    };
  };
}

export const hasDeclined = (text: string) => text.trim() === '' || declines.test(text);

function cutChunks(text: string): string[] {
  const chunks: string[] = [];
  for (let start = 0; start < text.length; start += chunkUnits - overlapUnits) {
    chunks.push(text.slice(start, start + chunkUnits));
    if (start + chunkUnits >= text.length) break;
  }
  return chunks;
}

function similarity(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}
