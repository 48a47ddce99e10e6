export interface CodePiece {
  readonly kind: 'text' | 'string' | 'number' | 'keyword';
  readonly text: string;
}

const tokens =
  /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\]|\\.)*')|\b(import|from|const|await|new|curl|print|open|True|False|None|true|false|null)\b|(?<![\w.])(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)\b/g;

/** Longer texts are shown in one colour: nobody reads them for their syntax. */
const codeUnitsMax = 60_000;

/** Splits code of any of the languages of the reference into what is coloured. The pieces joined are the code. */
export function highlightCode(code: string): readonly CodePiece[] {
  if (code.length > codeUnitsMax) return [{ kind: 'text', text: code }];
  const pieces: CodePiece[] = [];
  let end = 0;
  for (const match of code.matchAll(tokens)) {
    const [text, string, keyword] = match;
    if (match.index > end) pieces.push({ kind: 'text', text: code.slice(end, match.index) });
    const kind = string !== undefined ? 'string' : keyword !== undefined ? 'keyword' : 'number';
    pieces.push({ kind, text });
    end = match.index + text.length;
  }
  if (end < code.length) pieces.push({ kind: 'text', text: code.slice(end) });
  return pieces;
}
