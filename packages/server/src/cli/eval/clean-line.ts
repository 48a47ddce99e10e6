/** A text as one line that a terminal may show: what would move its cursor or colour it is taken out. */
export function cleanLine(text: string, codePointsMax: number): string {
  const all = [
    ...text
      .toWellFormed()
      .replace(/\s+/g, ' ')
      .replace(/[\p{Cc}\p{Bidi_Control}]/gu, '')
      .trim(),
  ];
  return all.length <= codePointsMax ? all.join('') : `${all.slice(0, codePointsMax - 1).join('')}…`;
}
