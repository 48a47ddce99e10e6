const stemLengthMax = 80;

/** The path that a document with this title gets unless somebody gives it another. */
export function suggestPath(title: string): string {
  const stem = title
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join('-')
    .slice(0, stemLengthMax);
  return stem === '' ? '' : `${stem}.md`;
}
