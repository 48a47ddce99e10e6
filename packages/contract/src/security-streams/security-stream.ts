import { z } from 'zod';
import { openEnum } from '../fields/open-enum.ts';
import { timeSchema } from '../fields/time.ts';

const streamKinds = ['https', 'syslog', 'file'] as const;
const streamFormats = ['ocsf', 'ecs'] as const;
const streamedEvents = ['both', 'administrative', 'guardrails'] as const;
const streamsMax = 5;

const securityStreamSchema = z
  .strictObject({
    name: z.string().min(1).max(32),
    kind: openEnum(streamKinds, 'How events reach the collector.'),
    destination: z.string().min(1).meta({
      description:
        'Where they are sent: the address without a query, the host and port, or the path of the file.',
    }),
    format: openEnum(streamFormats, 'The schema of the events.'),
    events: openEnum(streamedEvents, 'What is sent: administrative events, findings of guardrails, or both.'),
    tenants: z.array(z.string().min(1)).nullable().meta({
      description: 'The ids or names of the tenants whose events are sent; null for all.',
    }),
    behind: z.int().min(0).meta({
      description: 'How many entries of logs are still to be read or to be taken by the collector.',
    }),
    started_at: timeSchema
      .nullable()
      .meta({ description: 'When the stream first ran; null if it has not run yet.' }),
    sent_at: timeSchema
      .nullable()
      .meta({ description: 'When the collector last took events; null if it never has.' }),
    failing_since: timeSchema
      .nullable()
      .meta({ description: 'Since when the collector takes nothing; null if the last attempt succeeded.' }),
    fault: z.string().min(1).nullable().meta({
      description: 'Why the last attempt failed, in words for people; null if it succeeded.',
    }),
  })
  .meta({ id: 'SecurityStream' });

export const securityStreamListSchema = z
  .strictObject({ data: z.array(securityStreamSchema).max(streamsMax) })
  .meta({ id: 'SecurityStreamList' });

export type SecurityStreamEntry = z.output<typeof securityStreamSchema>;
export type SecurityStreamList = z.output<typeof securityStreamListSchema>;
