import { splitSentences } from '@avow/text/sentences';

/** What ends otherwise, such as an item of a list, decides nothing without what is said around it. */
const sentenceEnd = /[.!?…]["'”’»)\]*_]{0,5}\s{0,5}(?:<[^<>]{1,20}>\s{0,5}){0,5}$/u;
const sentencesMax = 40;

/** The quoted sentences that hold what is pointed at; all of them where that is not a sentence. */
export function decidingSentences({
  pointed,
  quotes,
}: {
  readonly pointed: string;
  readonly quotes: readonly string[];
}): string[] {
  const sentences = quotes.flatMap((quote) =>
    splitSentences(quote)
      .slice(0, sentencesMax)
      .map(({ start, end }) => quote.slice(start, end)),
  );
  const holding = sentences.filter((sentence) => sentence.includes(pointed) || pointed.includes(sentence));
  return holding.some((sentence) => sentenceEnd.test(sentence)) ? holding : sentences;
}
