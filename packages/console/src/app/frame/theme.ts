export type Theme = 'light' | 'dark' | 'system';

const name = 'avow-theme';

/** Storage may be forbidden; then the choice lasts as long as the page. */
function stored(): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function applyStoredTheme(): void {
  const theme = stored();
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  try {
    if (theme === 'system') localStorage.removeItem(name);
    else localStorage.setItem(name, theme);
  } catch {
    // The choice lasts as long as the page.
  }
}
