/** How texts are put to the screening model, and what its numbers mean: as it was trained. All of it decides the scores. */
export const screeningRules = {
  /** Tokens that two windows on one text have in common. */
  overlapTokens: 64,
  /** In the order of the model's outputs. */
  unsafeKinds: ['hate', 'harassment', 'self_harm', 'sexual', 'violence', 'weapons', 'crime'],
  /** For each a tag of its first word and one of those that follow, after the tag of no name at all. */
  nameKinds: ['person', 'address', 'organisation'],
  /** A word is part of a name where it is at least so probable that it is of one of these kinds. */
  nameLine: 0.5,
} as const;

export const tagCount = 1 + 2 * screeningRules.nameKinds.length;
