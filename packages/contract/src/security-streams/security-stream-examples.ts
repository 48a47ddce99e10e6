import type { SecurityStreamList } from './security-stream.ts';

const list: SecurityStreamList = {
  data: [
    {
      ...{ name: 'siem', kind: 'https', destination: 'https://collector.example.org/events' },
      ...{ format: 'ocsf', events: 'both', tenants: null, behind: 0 },
      ...{ started_at: '2026-11-19T08:00:00.000Z', sent_at: '2026-11-19T09:12:44.120Z' },
      ...{ failing_since: null, fault: null },
    },
    {
      ...{ name: 'archive', kind: 'syslog', destination: 'logs.example.org:6514' },
      ...{ format: 'ecs', events: 'administrative', tenants: ['acme'], behind: 41 },
      ...{ started_at: '2026-11-19T08:00:00.000Z', sent_at: '2026-11-19T08:31:10.004Z' },
      ...{ failing_since: '2026-11-19T08:31:12.310Z', fault: 'nothing listens there (ECONNREFUSED)' },
    },
  ],
};

/** The examples of responses, by operation and status. */
export const securityStreamResponseExamples: Readonly<Record<string, Readonly<Record<number, unknown>>>> = {
  listSecurityStreams: { 200: list },
};
