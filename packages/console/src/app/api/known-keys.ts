export type KeyComparison = 'first' | 'same' | 'other';

const nameOf = (tenantId: string) => `avow-log-key ${tenantId}`;

/**
 * Compares the key of a log with the one that this browser saw first: a proof is worth as much as the key it is checked
 * with. The first key stays the one to compare with.
 */
export function compareWithKnownKey(tenantId: string, key: string): KeyComparison {
  try {
    const known = localStorage.getItem(nameOf(tenantId));
    if (known !== null) return known === key ? 'same' : 'other';
    localStorage.setItem(nameOf(tenantId), key);
  } catch {
    // Storage may be forbidden: then every check is a first one.
  }
  return 'first';
}
