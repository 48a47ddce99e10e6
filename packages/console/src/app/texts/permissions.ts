/** What a person or a key may do, in words that follow "It needs the permission to". */
const permissionTexts: Readonly<Record<string, string>> = {
  'query:write': 'ask questions',
  'messages:read': 'read answers',
  'audit:read': 'read records',
  'audit:export': 'export records',
  'audit:sample': 'draw and judge samples of records',
  'audit:erase': 'erase records and place holds',
  'content:manage': 'manage content',
  'guardrails:manage': 'manage guardrails',
  'webhooks:manage': 'manage webhooks',
  'keys:manage': 'manage keys and people',
  'log:read': 'read the log',
  'review:decide': 'decide reviews',
  'tenants:manage': 'manage tenants',
};

export const permissionOf = (scope: string): string => permissionTexts[scope] ?? scope;

/** As the name of something to choose. */
export function permissionName(scope: string): string {
  const text = permissionOf(scope);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
