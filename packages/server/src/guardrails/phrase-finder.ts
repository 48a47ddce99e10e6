interface Node {
  readonly next: Map<string, Node>;
  /** Where to go on when no next word fits: the longest other beginning of a phrase that ends here. */
  fallback: Node | null;
  /** How many words the longest phrase has that ends here; 0 where none does. */
  length: number;
}

/** Where a phrase stands: positions in the list of words. */
export interface FoundPhrase {
  readonly first: number;
  readonly last: number;
}

function createNode(): Node {
  return { next: new Map(), fallback: null, length: 0 };
}

function addPhrase(root: Node, words: readonly string[]): void {
  let node = root;
  for (const word of words) {
    const child = node.next.get(word) ?? createNode();
    node.next.set(word, child);
    node = child;
  }
  node.length = words.length;
}

function step(from: Node, word: string): Node | null {
  for (let node: Node | null = from; node !== null; node = node.fallback) {
    const next = node.next.get(word);
    if (next !== undefined) return next;
  }
  return null;
}

/** Breadth first, since a node's fallback is found by way of its parent's. */
function linkFallbacks(root: Node): void {
  const queue: Node[] = [root];
  for (const node of queue) {
    for (const [word, child] of node.next) {
      child.fallback = node.fallback === null ? root : (step(node.fallback, word) ?? root);
      if (child.length === 0) child.length = child.fallback.length;
      queue.push(child);
    }
  }
}

/**
 * Finds many phrases in a list of words: of those that end at one word the longest. The automaton of Aho and Corasick,
 * over words: the time it takes grows with the text alone, however many the phrases are and however much they resemble
 * each other.
 */
export function createPhraseFinder(
  phrases: ReadonlyArray<readonly string[]>,
): (words: Iterable<string>) => Generator<FoundPhrase> {
  const root = createNode();
  for (const phrase of phrases) {
    if (phrase.length === 0) throw new RangeError('a phrase has at least one word');
    addPhrase(root, phrase);
  }
  linkFallbacks(root);
  return function* find(words) {
    let node = root;
    let last = 0;
    for (const word of words) {
      node = step(node, word) ?? root;
      if (node.length > 0) yield { first: last - node.length + 1, last };
      last++;
    }
  };
}
