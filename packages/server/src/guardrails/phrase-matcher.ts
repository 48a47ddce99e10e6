interface Node {
  readonly next: Map<string, Node>;
  /** Where to go on when no next word fits: the longest other beginning of a phrase that ends here. */
  fallback: Node | null;
  ends: boolean;
}

function createNode(): Node {
  return { next: new Map(), fallback: null, ends: false };
}

function addPhrase(root: Node, words: readonly string[]): void {
  let node = root;
  for (const word of words) {
    const child = node.next.get(word) ?? createNode();
    node.next.set(word, child);
    node = child;
  }
  node.ends = true;
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
      child.ends ||= child.fallback.ends;
      queue.push(child);
    }
  }
}

/**
 * Says whether any of many phrases occurs in a list of words. The automaton of Aho and Corasick, over words: the time
 * it takes grows with the text alone, however many the phrases are and however much they resemble each other.
 */
export function createPhraseMatcher(
  phrases: ReadonlyArray<readonly string[]>,
): (words: readonly string[]) => boolean {
  const root = createNode();
  for (const phrase of phrases) {
    if (phrase.length === 0) throw new RangeError('a phrase has at least one word');
    addPhrase(root, phrase);
  }
  linkFallbacks(root);
  return (words) => {
    let node = root;
    for (const word of words) {
      node = step(node, word) ?? root;
      if (node.ends) return true;
    }
    return false;
  };
}
