/** A word or phrase of a family, found in a text. */
export interface FamilyMatch<Family extends string> {
  readonly family: Family;
  /** Indexes of its first word and of its last. */
  readonly first: number;
  readonly last: number;
}

interface Node<Family extends string> {
  readonly next: Map<string, Node<Family>>;
  /** Stems, filed under their first letters. */
  readonly stems: Map<string, Array<readonly [stem: string, node: Node<Family>]>>;
  readonly families: Set<Family>;
}

const stemKeyLength = 3;

function createNode<Family extends string>(): Node<Family> {
  return { next: new Map(), stems: new Map(), families: new Set() };
}

function childFor<Family extends string>(node: Node<Family>, word: string): Node<Family> {
  if (!word.endsWith('*')) {
    const child = node.next.get(word) ?? createNode<Family>();
    node.next.set(word, child);
    return child;
  }
  const stem = word.slice(0, -1);
  if (stem.length < stemKeyLength) throw new RangeError(`the stem ${stem} is too short`);
  const filed = node.stems.get(stem.slice(0, stemKeyLength)) ?? [];
  const known = filed.find(([other]) => other === stem);
  if (known !== undefined) return known[1];
  const child = createNode<Family>();
  node.stems.set(stem.slice(0, stemKeyLength), [...filed, [stem, child]]);
  return child;
}

/** Scripts without spaces are stored as they are read: character by character. */
const unspacedWord = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u;

function wordsOf(phrase: string): readonly string[] {
  return unspacedWord.test(phrase) ? Array.from(phrase) : phrase.split(' ');
}

/**
 * Finds the words and phrases of many families in one pass. From each word on, no more is looked at than the longest
 * phrase has words, so the time grows with the text alone.
 */
export function createFamilyFinder<Family extends string>(
  families: Readonly<Record<Family, string>>,
): (words: readonly string[]) => readonly FamilyMatch<Family>[] {
  const root = createNode<Family>();
  for (const [family, list] of Object.entries<string>(families)) {
    for (const phrase of list.split(',')) {
      let node = root;
      for (const word of wordsOf(phrase.trim().replace(/\s+/g, ' '))) node = childFor(node, word);
      // Object.entries forgets the names of the record that it was given.
      node.families.add(family as Family);
    }
  }
  return (words) => {
    const hits: FamilyMatch<Family>[] = [];
    const enter = (child: Node<Family>, first: number, at: number): void => {
      for (const family of child.families) hits.push({ family, first, last: at });
      if (child.next.size > 0 || child.stems.size > 0) visit(child, first, at + 1);
    };
    const visit = (node: Node<Family>, first: number, at: number): void => {
      const word = words[at];
      if (word === undefined) return;
      const exact = node.next.get(word);
      if (exact !== undefined) enter(exact, first, at);
      if (node.stems.size === 0) return;
      for (const [stem, child] of node.stems.get(word.slice(0, stemKeyLength)) ?? []) {
        if (word.startsWith(stem)) enter(child, first, at);
      }
    };
    for (let first = 0; first < words.length; first++) visit(root, first, first);
    return hits;
  };
}
