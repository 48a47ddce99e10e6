interface Node {
  readonly next: Map<string, Node>;
  /** Where to continue if no next word fits: the longest other phrase prefix that ends here. */
  fallback: Node | null;
  /** The number of words of the longest phrase that ends here; 0 if none does. */
  length: number;
}

/** Indexes of the first and last word of a phrase. */
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

/** Breadth first, since a node's fallback follows from its parent's. */
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
 * Finds many phrases in a list of words: for each word, the longest phrase that ends there. An Aho–Corasick automaton over
 * words: the time depends on the length of the text only, not on the number of phrases or their similarity.
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
