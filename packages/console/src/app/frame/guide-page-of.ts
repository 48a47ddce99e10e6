/** The page of the guide that explains a page of the console; the first that the address begins with. */
const pages: readonly (readonly [start: RegExp, page: string])[] = [
  [/^\/ask/, 'asking-questions'],
  [/^\/content\/[^/]+\/sources/, 'sources'],
  [/^\/content\/[^/]+\/pairs/, 'importing-questions'],
  [/^\/content/, 'content-packs'],
  [/^\/unanswered/, 'insights'],
  [/^\/review/, 'review'],
  [/^\/feedback/, 'feedback'],
  [/^\/records/, 'audit-records'],
  [/^\/guardrails/, 'guardrails'],
  [/^\/quality/, 'evaluation'],
  [/^\/operations/, 'operations'],
  [/^\/settings/, 'keys-and-tenants'],
  [/^\/account/, 'people-and-sign-in'],
];

export const guidePageOf = (pathname: string): string =>
  pages.find(([start]) => start.test(pathname))?.[1] ?? 'console';
