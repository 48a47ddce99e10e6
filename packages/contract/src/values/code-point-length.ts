/** Length in Unicode code points; a JavaScript string counts a character beyond the basic plane twice. */
export function codePointLength(text: string): number {
  let surrogatePairs = 0;
  for (let index = 0; index < text.length - 1; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0xd800 || unit > 0xdbff) continue;
    const next = text.charCodeAt(index + 1);
    if (next < 0xdc00 || next > 0xdfff) continue;
    surrogatePairs++;
    index++;
  }
  return text.length - surrogatePairs;
}
