/** The page of the guide that explains a page of the console, or a tab of it; the first that matches counts. */
const pages: readonly (readonly [start: RegExp, page: string])[] = [
  [/^\/content\/[^/]+\?tab=sources/, 'sources'],
  [/^\/content\/[^/]+\?tab=pairs/, 'importing-questions'],
  [/^\/audit/, 'auditing'],
  [/^\/records\?tab=(retention|holds)/, 'erasure-and-retention'],
  [/^\/quality\?tab=scores|^\/quality$/, 'confidence'],
  [/^\/settings\?tab=people/, 'people-and-sign-in'],
  [/^\/settings\?tab=webhooks/, 'webhooks'],
  [/^\/settings\?tab=widget/, 'widget'],
  [/^\/settings\?tab=models/, 'language-models'],
  [/^\/ask/, 'asking-questions'],
  [/^\/content\/[^/]+\/sources/, 'sources'],
  [/^\/content\/[^/]+\/pairs/, 'importing-questions'],
  [/^\/content/, 'content-packs'],
  [/^\/unanswered/, 'insights'],
  [/^\/review/, 'review'],
  [/^\/handovers/, 'handover'],
  [/^\/feedback/, 'feedback'],
  [/^\/records/, 'audit-records'],
  [/^\/guardrails/, 'guardrails'],
  [/^\/quality/, 'evaluation'],
  [/^\/operations/, 'operations'],
  [/^\/settings\/widgets/, 'widget'],
  [/^\/settings/, 'keys-and-tenants'],
  [/^\/account/, 'people-and-sign-in'],
];

export function guidePageOf(pathname: string, tab?: string): string {
  const address = tab === undefined ? pathname : `${pathname}?tab=${tab}`;
  return pages.find(([start]) => start.test(address))?.[1] ?? 'console';
}
