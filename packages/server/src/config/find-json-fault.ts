/** What is wrong with a text that is to be JSON. It names a place and no word of the text, which may hold a secret. */
export interface JsonFault {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

const depthMax = 16;
const whitespace = /[ \t\n\r]*/y;
// Of several escapes the one that stands first decides: no part can be read in two ways, so that nothing is tried twice.
const quoted = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const plain = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;

/**
 * The first fault of a text as JSON (RFC 8259), with a name that stands twice in one object and deep nesting among them; null
 * where there is none, and `JSON.parse` will read it. `JSON.parse` itself takes the last of two, and quotes the text in its
 * errors.
 */
export function findJsonFault(text: string): JsonFault | null {
  try {
    walkJson(text);
    return null;
  } catch (error) {
    if (!(error instanceof FaultAt)) throw error;
    const before = text.slice(0, error.index).split('\n');
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, message: error.message };
  }
}

class FaultAt extends Error {
  readonly index: number;

  constructor(index: number, message: string) {
    super(message);
    this.index = index;
  }
}

function walkJson(text: string): void {
  let index = 0;

  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = index;
    const [found] = pattern.exec(text) ?? [];
    index += found?.length ?? 0;
    return found ?? null;
  };
  const takeMark = (mark: string): boolean => {
    take(whitespace);
    if (text[index] !== mark) return false;
    index += 1;
    return true;
  };
  const expectMark = (mark: string, expected: string): void => {
    if (!takeMark(mark)) throw new FaultAt(index, `${expected} was expected`);
  };

  const walkMembers = (depth: number): void => {
    const names = new Set<string>();
    if (takeMark('}')) return;
    do {
      take(whitespace);
      const start = index;
      const found = take(quoted);
      if (found === null) throw new FaultAt(start, 'a name in double quotes was expected');
      const name: string = JSON.parse(found);
      if (names.has(name)) throw new FaultAt(start, 'this name stands twice in one object');
      names.add(name);
      expectMark(':', 'a colon');
      walkValue(depth);
    } while (takeMark(','));
    expectMark('}', 'a comma or a closing brace');
  };
  const walkItems = (depth: number): void => {
    if (takeMark(']')) return;
    do walkValue(depth);
    while (takeMark(','));
    expectMark(']', 'a comma or a closing bracket');
  };
  const walkValue = (depth: number): void => {
    if (depth > depthMax) throw new FaultAt(index, `it is nested deeper than ${depthMax} levels`);
    if (takeMark('{')) walkMembers(depth + 1);
    else if (takeMark('[')) walkItems(depth + 1);
    else if (take(quoted) === null && take(plain) === null) throw new FaultAt(index, 'a value was expected');
  };

  walkValue(0);
  take(whitespace);
  if (index < text.length) throw new FaultAt(index, 'the end was expected');
}
