import type { OutageList } from './outage.ts';

const list: OutageList = {
  known_since: '2026-11-01T06:00:00.000Z',
  data: [
    {
      ...{ kind: 'model', from: '2026-11-19T09:12:44.120Z', until: null, host: 'avow-1' },
      ...{ model: 'anthropic/claude-sonnet', cause: 'tier 1, unreachable', refused: 0 },
    },
    {
      ...{ kind: 'lost', from: '2026-11-18T22:40:10.004Z', until: '2026-11-18T22:41:02.310Z' },
      ...{ host: 'avow-1', model: null, cause: null, refused: 0 },
    },
  ],
  omitted: 0,
};

/** The examples of responses, by operation and status. */
export const outageResponseExamples: Readonly<Record<string, Readonly<Record<number, unknown>>>> = {
  listOutages: { 200: list },
};
