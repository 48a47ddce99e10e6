/** What a question such as “Is this about “A” or “B”?” names, each once. */
export const choicesOf = (question: string): string[] => [
  ...new Set([...question.matchAll(/“([^“”]+)”/g)].map(([, choice = '']) => choice)),
];
