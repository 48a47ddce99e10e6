import type { NearestKnowledge, UnansweredAction, UnansweredCause } from '@avow/contract';

/** What would close a gap, in one word and in one sentence. */
export function chooseAction(about: {
  /** That of most questions. */
  readonly cause: UnansweredCause;
  readonly nearest: NearestKnowledge | null;
}): { readonly action: UnansweredAction; readonly words: string } {
  const { cause, nearest } = about;
  if (cause === 'access_restricted')
    return {
      action: 'check_access',
      words: 'An answer is there for others: see whether those who ask should be in its groups.',
    };
  if (cause === 'ambiguous')
    return {
      action: 'write_pair',
      words: 'Several things answer it: write a curated pair that says which, or asks back.',
    };
  if (nearest === null || nearest.title === null)
    return {
      action: 'add_knowledge',
      words: 'Nothing near it was found: write a curated pair, or load a page that says it.',
    };
  if (nearest.document_id.startsWith('qna_')) {
    const pair = `The curated pair “${nearest.title}”`;
    const words =
      cause === 'called_wrong'
        ? `${pair} is near: check what it says, or write another.`
        : `${pair} is near: add this phrasing to it, or write another.`;
    return { action: 'extend_pair', words };
  }
  const source = nearest.source === null ? '' : ` (${nearest.source})`;
  const isTold = nearest.headings === '' || nearest.headings === nearest.title;
  const place = isTold ? '' : `, under “${nearest.headings}”`;
  const verb = cause === 'called_wrong' ? 'Check what is said' : 'Say it';
  return {
    action: 'extend_page',
    words: `${verb} in “${nearest.title}”${source}${place}, or write a curated pair.`,
  };
}
