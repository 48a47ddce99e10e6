const nameOf = (userId: string) => `avow.prompt.${userId}`;

/** What somebody asked that the service has not taken yet, so that a page that is loaded again has it; null: it has. */
export function keepPrompt(userId: string, prompt: string | null): void {
  try {
    if (prompt === null) sessionStorage.removeItem(nameOf(userId));
    else sessionStorage.setItem(nameOf(userId), prompt);
  } catch {
    // Browsers may keep nothing; the question is then lost with the page.
  }
}

/** Empty: nothing is left to be asked. */
export function keptPrompt(userId: string): string {
  try {
    return sessionStorage.getItem(nameOf(userId)) ?? '';
  } catch {
    return '';
  }
}
