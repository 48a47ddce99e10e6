/** What follows `](` in Markdown. */
export interface LinkDestination {
  readonly target: string;
  /** Behind the closing bracket. */
  readonly end: number;
}

/** As CommonMark has it; this also keeps the time in proportion to the text. */
const bracketsDeepMax = 32;

const blanks = /[ \t\r\n]*/y;
const angled = /<((?:\\.|[^<>\\\r\n])*)>/y;
const title = /"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|\((?:\\[\s\S]|[^()\\])*\)/y;

function matchAt(pattern: RegExp, text: string, offset: number): RegExpExecArray | null {
  pattern.lastIndex = offset;
  return pattern.exec(text);
}

function passBlanks(text: string, offset: number): number {
  return offset + (matchAt(blanks, text, offset)?.[0].length ?? 0);
}

/** A target at this place and where it ends; null where none stands here. */
function readTargetAt(text: string, offset: number): LinkDestination | null {
  const inAngles = text[offset] === '<' ? matchAt(angled, text, offset) : null;
  if (inAngles !== null) return { target: inAngles[1] ?? '', end: offset + inAngles[0].length };
  let depth = 0;
  let end = offset;
  for (; end < text.length; end++) {
    const unit = text.charCodeAt(end);
    if (unit <= 0x20 || unit === 0x7f) break;
    const sign = text[end];
    if (sign === '\\' && /[!-/:-@[-`{-~]/.test(text[end + 1] ?? '')) end++;
    else if (sign === '(' && ++depth > bracketsDeepMax) return null;
    else if (sign === ')' && --depth < 0) break;
  }
  return depth > 0 || end === offset ? null : { target: text.slice(offset, end), end };
}

/** Reads the target and title of a link after its opening parenthesis; null if it is not a link. */
export function readDestination(text: string, offset: number): LinkDestination | null {
  const start = passBlanks(text, offset);
  const found = readTargetAt(text, start);
  if (found === null) return null;
  let end = passBlanks(text, found.end);
  const ended = end > found.end ? matchAt(title, text, end) : null;
  if (ended !== null) end = passBlanks(text, end + ended[0].length);
  return text[end] === ')' ? { target: found.target, end: end + 1 } : null;
}

/** Of a definition: `[name]: target "title"`, from behind the colon. */
export function readDefinition(text: string, offset: number): LinkDestination | null {
  const found = readTargetAt(text, passBlanks(text, offset));
  if (found === null) return null;
  const behind = passBlanks(text, found.end);
  const ended = behind > found.end ? matchAt(title, text, behind) : null;
  return ended === null ? found : { target: found.target, end: behind + ended[0].length };
}
