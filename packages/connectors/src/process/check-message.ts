import { z } from 'zod';
import { crossingLimits as limits } from './process-limits.ts';
import type { SourceMessage } from './source-messages.ts';

const text = (unitsMax: number) => z.string().max(unitsMax);
const key = text(limits.keyUnitsMax);
const path = text(limits.pathUnitsMax);
const reason = text(limits.reasonUnitsMax);

const readers = z
  .array(z.array(text(limits.principalUnitsMax)).max(limits.principalsMax))
  .max(limits.levelsMax)
  .refine((levels) => levels.reduce((sum, level) => sum + level.length, 0) <= limits.principalsMax);

const item = z.discriminatedUnion('kind', [
  z.strictObject({
    ...{ kind: z.literal('file'), key, path, version: text(limits.versionUnitsMax) },
    ...{ notes: text(limits.notesUnitsMax), title: text(limits.titleUnitsMax).nullable() },
    ...{ url: text(limits.urlUnitsMax).nullable(), readers: readers.nullable(), size: z.int().min(0) },
  }),
  z.strictObject({ kind: z.literal('unchanged'), key }),
  z.strictObject({ kind: z.literal('removed'), key }),
  z.strictObject({ kind: z.literal('fault'), key: key.nullable(), path, reason }),
  z.strictObject({ kind: z.literal('skipped'), path, reason }),
]);

const codes = ['unauthorized', 'not_found', 'unreachable', 'not_allowed', 'invalid', 'too_large'] as const;

const message = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ready') }),
  z.strictObject({ kind: z.literal('alive') }),
  z.strictObject({ kind: z.literal('item'), item }),
  z.strictObject({
    kind: z.literal('part'),
    bytes: z.instanceof(Uint8Array).refine(({ length }) => length <= limits.partBytesMax),
  }),
  z.strictObject({
    kind: z.literal('end'),
    end: z.strictObject({
      ...{ mode: z.enum(['full', 'delta']), cursor: text(limits.cursorUnitsMax).nullable() },
    }),
  }),
  z.strictObject({ kind: z.literal('fault'), code: z.enum(codes), message: reason }),
  z.strictObject({ kind: z.literal('failed'), message: reason }),
]);

/** What a process says that may have been taken over by what it reads; null if it may not say so. */
export function checkMessage(said: unknown): SourceMessage | null {
  const checked = message.safeParse(said);
  return checked.success ? checked.data : null;
}
