import type { BuildCheck } from './check-builder.ts';
import { decide } from './decide.ts';

const tab = 0x09;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** C0, delete and C1, except tab, line feed and carriage return. */
function isForbiddenControl(codePoint: number): boolean {
  if (codePoint === tab || codePoint === lineFeed || codePoint === carriageReturn) return false;
  return codePoint < 0x20 || (codePoint >= 0x7f && codePoint <= 0x9f);
}

const tagBase = 0xe0000;

function isTag(codePoint: number): boolean {
  return codePoint >= tagBase && codePoint <= 0xe007f;
}

/** A black flag, the tags of a region and its subdivision (`gbsct`), and the closing tag: a flag, drawn as one. */
const flagPattern =
  /\u{1f3f4}([\u{e0061}-\u{e007a}]{2})[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,4}\u{e007f}/uy;

const alphabet = Array.from({ length: 26 }, (_, index) => index);
const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** The tag letters of each existing region: other letters there could spell anything. */
const regionTags: ReadonlySet<string> = new Set(
  alphabet
    .flatMap((first) => alphabet.map((second) => [first, second] as const))
    .filter(
      (pair) => regionNames.of(String.fromCodePoint(...pair.map((index) => 0x41 + index))) !== undefined,
    )
    .map((pair) => String.fromCodePoint(...pair.map((index) => tagBase + 0x61 + index))),
);

/** The UTF-16 length of the flag that starts at `offset`; 0 if none does. */
function flagLength(text: string, offset: number): number {
  flagPattern.lastIndex = offset;
  const [flag = '', region = ''] = flagPattern.exec(text) ?? [];
  return regionTags.has(region) ? flag.length : 0;
}

const blackFlag = 0x1f3f4;

const overrides: ReadonlySet<number> = new Set([0x202d, 0x202e]);
const embeddings: ReadonlySet<number> = new Set([0x202a, 0x202b]);
const isolates: ReadonlySet<number> = new Set([0x2066, 0x2067, 0x2068]);
const popEmbedding = 0x202c;
const popIsolate = 0x2069;

/**
 * Tracks the direction runs of a text. A closing character with nothing to close has no visible effect and is common in
 * text copied from web pages, so it is ignored.
 */
function createDirectionTracker() {
  const open: Array<'embedding' | 'isolate'> = [];
  let isolatesOpen = 0;
  return {
    /** False if the end of an isolate cuts off an embedding within it. */
    accepts(codePoint: number): boolean {
      if (embeddings.has(codePoint)) open.push('embedding');
      if (isolates.has(codePoint)) {
        open.push('isolate');
        isolatesOpen++;
      }
      if (codePoint === popEmbedding && open.at(-1) === 'embedding') open.pop();
      if (codePoint === popIsolate && isolatesOpen > 0) {
        isolatesOpen--;
        return open.pop() === 'isolate';
      }
      return true;
    },
    isBalanced: () => open.length === 0,
  };
}

type Finding = 'control' | 'tag' | 'direction';

/** The first character that could hide text from a reader, or show it in another order than a machine reads it. */
function findHidden(text: string): Finding | null {
  const directions = createDirectionTracker();
  for (let offset = 0; offset < text.length; ) {
    const codePoint = text.codePointAt(offset) ?? 0;
    if (isForbiddenControl(codePoint)) return 'control';
    if (isTag(codePoint)) return 'tag';
    if (overrides.has(codePoint) || !directions.accepts(codePoint)) return 'direction';
    const width = codePoint > 0xffff ? 2 : 1;
    offset += codePoint === blackFlag ? Math.max(width, flagLength(text, offset)) : width;
  }
  return directions.isBalanced() ? null : 'direction';
}

const reasoningOf: Readonly<Record<Finding, string>> = {
  control: 'The prompt contains control characters that plain text does not need.',
  tag: 'The prompt contains invisible tag characters, which can hide instructions.',
  direction: 'The prompt contains characters that change the direction of text in a misleading way.',
};

/** Finds prompts that hide text. Joiners, variation selectors, direction marks and flags are allowed. */
export const buildControlCharacters: BuildCheck<'control_characters'> = (given) => ({
  kind: 'text',
  check: ({ text }) => {
    const finding = findHidden(text);
    const clear = 'The prompt contains no hidden or misleading control characters.';
    return decide(
      {
        score: finding === null ? 0 : 1,
        reasoning: { found: finding === null ? clear : reasoningOf[finding], clear },
      },
      given,
    );
  },
});
