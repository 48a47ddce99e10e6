import { z } from 'zod';
import { openEnum } from '../fields/open-enum.ts';
import { timeSchema } from '../fields/time.ts';

const outageKinds = ['lost', 'stopped', 'node_lost', 'model', 'records', 'overload'] as const;
/** Older ones are in the figures of `avow evidence`. */
export const outagesShownMax = 500;

const outageSchema = z
  .strictObject({
    kind: openEnum(
      outageKinds,
      'What was away. `lost`: no process served, after one had ended without being stopped. `stopped`: no process served, after one had been stopped. `node_lost`: a node ended without being stopped, and others served. `model`: a language model was suspended. `records`: records could not be written. `overload`: queries were refused for load.',
    ),
    from: timeSchema.meta({ description: 'Since when; of a process that ended, when it was last alive.' }),
    until: timeSchema.nullable().meta({ description: 'Until when; null while it goes on.' }),
    host: z.string().meta({ description: 'The name of the machine of the process that noted it or ended.' }),
    model: z.string().min(1).nullable().meta({ description: 'The language model; null for other kinds.' }),
    cause: z.string().min(1).nullable().meta({ description: 'Why, as far as that is known.' }),
    refused: z.int().min(0).meta({ description: 'How many queries were refused for load meanwhile.' }),
  })
  .meta({ id: 'Outage' });

export const outageListSchema = z
  .strictObject({
    known_since: timeSchema
      .nullable()
      .meta({ description: 'Since when outages are known; null if they never were.' }),
    data: z.array(outageSchema).max(outagesShownMax).meta({ description: 'Newest first.' }),
    omitted: z.int().min(0).meta({ description: 'How many older ones are known and not listed.' }),
  })
  .meta({ id: 'OutageList' });

export type OutageEntry = z.output<typeof outageSchema>;
export type OutageList = z.output<typeof outageListSchema>;
