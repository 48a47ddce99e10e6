/**
 * A real browser on a machine that does four other things loses an event now and then, once in some hundred tests: each gets a
 * second window. The report says which needed it, and what fails twice fails.
 */
export const inBrowser = { retry: 1 } as const;
