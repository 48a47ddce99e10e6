/** Without case and accents, as people type when they look for something. */
const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '')
    .toLowerCase();

const wordsOf = (lookedFor: string) => [
  ...new Set(
    fold(lookedFor)
      .split(/\s+/u)
      .filter((word) => word !== ''),
  ),
];

/** Whether texts have all the words of what is looked for, each in any of them, also as a part of a longer word. */
export function createWordMatch(lookedFor: string): (texts: readonly string[]) => boolean {
  const words = wordsOf(lookedFor);
  return (texts) => {
    const folded = texts.map(fold);
    return words.every((word) => folded.some((text) => text.includes(word)));
  };
}

const excerptUnitsMax = 240;
const unitsBefore = 80;

/** The line of a text with the first of the words that it has, as far as it can be shown; without any, its beginning. */
export function excerptAt(text: string, lookedFor: string): string {
  const words = wordsOf(lookedFor);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const having = lines.filter((each) => words.some((word) => fold(each).includes(word)));
  // A heading or a row of a table says less than a sentence.
  const line = having.find((each) => !/^\s*[#|]/.test(each)) ?? having[0] ?? lines[0] ?? '';
  const folded = fold(line);
  const places = words.map((word) => folded.indexOf(word)).filter((place) => place !== -1);
  const from = Math.max(0, Math.min(...places, line.length) - unitsBefore);
  const start = line.length <= excerptUnitsMax || places.length === 0 ? 0 : from;
  const shown = line.slice(start, start + excerptUnitsMax).toWellFormed();
  return `${start > 0 ? '…' : ''}${shown.trim()}${start + excerptUnitsMax < line.length ? '…' : ''}`;
}
