export const guideTexts = {
  found: (count: number) =>
    count === 0
      ? 'Nothing in the guide has any of these words.'
      : count === 1
        ? '1 section'
        : `${count} sections`,
  unreachable: 'The guide cannot be searched now. Try again.',
};
