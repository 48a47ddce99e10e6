import type { NearestKnowledge, UnansweredAction, UnansweredCause } from '@avow/contract/insights';

/** The action that would close a gap, and its description in one sentence. */
export function chooseAction(about: {
  /** The most frequent cause. */
  readonly cause: UnansweredCause;
  readonly nearest: NearestKnowledge | null;
}): { readonly action: UnansweredAction; readonly description: string } {
  const { cause, nearest } = about;
  const isReported = cause === 'reported_wrong' || cause === 'reported_wrong_by_visitor';
  if (cause === 'access_restricted')
    return {
      action: 'check_access',
      description: 'An answer exists for other groups: check whether the people asking should be in them.',
    };
  if (cause === 'language_not_served')
    return {
      action: 'add_knowledge',
      description:
        'It was asked in a language that is not served: set up a language model, or write a curated pair in that language.',
    };
  const isNearPair = nearest?.document_id.startsWith('qna_') === true && nearest.title !== null;
  if (cause === 'ambiguous' && !isNearPair)
    return {
      action: 'write_pair',
      description: 'Several documents could answer it: write a curated pair that decides, or asks back.',
    };
  if (nearest === null || nearest.title === null)
    return {
      action: 'add_knowledge',
      description: 'Nothing similar was found: write a curated pair, or load a page that answers it.',
    };
  if (isNearPair) {
    const pair = `The curated pair “${nearest.title}”`;
    const description = isReported
      ? `${pair} is similar: check its answer, or write another pair.`
      : `${pair} is similar: add this phrasing to it, or write another pair.`;
    return { action: 'extend_pair', description };
  }
  const source = nearest.source === null ? '' : ` (${nearest.source})`;
  const isRedundant = nearest.headings === '' || nearest.headings === nearest.title;
  const place = isRedundant ? '' : `, under “${nearest.headings}”`;
  const verb = isReported ? 'Check the answer' : 'Add the answer';
  return {
    action: 'extend_page',
    description: `${verb} in “${nearest.title}”${source}${place}, or write a curated pair.`,
  };
}
