import { randomBytes } from 'node:crypto';
import { type JudgementRequest, type SampleRequest, sampleLimits } from '@avow/contract/auditing';
import { AppError, type CallerId, type Clock, type MessageId, newId, type TenantId } from '@avow/foundation';
import type { RecordStore } from '../records/record-store.ts';
import { coversGroups, type ReaderGroups } from '../records/records.ts';
import { startDrawing } from './draw-sample.ts';
import type {
  DrawnFrom,
  Sample,
  SampleFilters,
  SampleId,
  SampleStore,
  SampleSummary,
} from './sample-store.ts';

/** Who draws, judges and reads samples. */
interface Auditor {
  readonly callerId: CallerId;
  readonly groups: ReaderGroups;
}

/** Samples of records. Refusals are thrown as an `AppError`: `not_found`, `invalid_state`, `validation_failed`, … */
export interface Samples {
  draw(tenantId: TenantId, given: SampleRequest, by: Auditor): Promise<Sample>;
  get(tenantId: TenantId, sampleId: SampleId, reader: ReaderGroups): Promise<Sample>;
  /** Newest first. */
  list(
    tenantId: TenantId,
    page: { readonly before: SampleId | null; readonly limit: number },
    reader: ReaderGroups,
  ): Promise<readonly SampleSummary[]>;
  judge(
    tenantId: TenantId,
    place: { readonly sampleId: SampleId; readonly messageId: MessageId },
    given: { readonly judgement: JudgementRequest; readonly by: Auditor },
  ): Promise<Sample>;
  signOff(
    tenantId: TenantId,
    sampleId: SampleId,
    given: { readonly statement: string; readonly by: Auditor },
  ): Promise<Sample>;
}

interface SampleParts {
  readonly store: SampleStore;
  readonly records: Pick<RecordStore, 'getRecord'>;
  readonly clock: Clock;
  /** Omitted: the limits of the contract. */
  readonly limits?: Readonly<Record<'populationMax' | 'samplesMax' | 'judgementsMax', number>>;
}

const pageLength = 500;
const seedBytes = 32;

export function createSamples({ store, records, clock, limits = sampleLimits }: SampleParts): Samples {
  const drawing = new Set<TenantId>();

  async function get(tenantId: TenantId, sampleId: SampleId, reader: ReaderGroups): Promise<Sample> {
    const sample = await store.getSample(tenantId, sampleId);
    if (sample === null || !coversGroups(reader, sample.readableBy)) throw new AppError('not_found');
    return sample;
  }

  async function draw(tenantId: TenantId, given: SampleRequest, by: Auditor): Promise<SampleId> {
    const { method, size, from, until, ...filters } = given;
    const nowMs = clock.nowMs();
    const [fromMs, untilMs] = [Date.parse(from), until === undefined ? nowMs : Date.parse(until)];
    const seed = randomBytes(seedBytes).toString('hex');
    const drawn = startDrawing({ method, size, seed });
    const filter = {
      ...{ ...filterOf(filters), readableBy: by.groups },
      ...{ createdFromMs: fromMs, createdBeforeMs: untilMs },
    };
    for (let before: MessageId | null = null; ; ) {
      const page = await store.listDrawable(tenantId, filter, { before, limit: pageLength });
      drawn.add(page);
      if (drawn.population() > limits.populationMax) throw tooManyRecords(limits.populationMax);
      before = page.at(-1)?.messageId ?? null;
      if (page.length < pageLength) break;
    }
    const sampleId = newId('smp', nowMs);
    const kept = await store.putSample(
      tenantId,
      {
        ...{ sampleId, method, size, fromMs, untilMs, filters, seed, population: drawn.population() },
        ...{ readableBy: by.groups, drawnAtMs: nowMs, drawnBy: by.callerId },
      },
      { items: drawn.finish(), samplesMax: limits.samplesMax },
    );
    if (kept === 'kept') return sampleId;
    throw new AppError('invalid_state', { detail: `A tenant can have ${limits.samplesMax} samples.` });
  }

  return {
    get,
    draw: async (tenantId, given, by) => {
      if (drawing.has(tenantId))
        throw new AppError('concurrency_limited', {
          ...{ detail: 'A tenant can draw one sample at a time.', retryAfterSeconds: 2 },
        });
      drawing.add(tenantId);
      try {
        return await get(tenantId, await draw(tenantId, given, by), by.groups);
      } finally {
        drawing.delete(tenantId);
      }
    },
    list: async (tenantId, { before, limit }, reader) => {
      const shown: SampleSummary[] = [];
      for (let next = before; shown.length < limit; ) {
        const page = await store.listSamples(tenantId, { before: next, limit });
        shown.push(...page.filter(({ readableBy }) => coversGroups(reader, readableBy)));
        next = page.at(-1)?.sampleId ?? null;
        if (page.length < limit) break;
      }
      return shown.slice(0, limit);
    },
    judge: async (tenantId, place, { judgement: { finding, note = '' }, by }) => {
      const { items } = await get(tenantId, place.sampleId, by.groups);
      if (!items.some(({ messageId }) => messageId === place.messageId)) throw new AppError('not_found');
      const record = await records.getRecord(tenantId, place.messageId);
      if ((record?.kind === 'whole') === (finding === 'unreadable'))
        throw new AppError('invalid_state', {
          detail:
            finding === 'unreadable'
              ? 'The content of the record can be read: say what was found of it.'
              : 'The content of the record was erased or has expired: its finding is unreadable.',
        });
      const outcome = await store.judgeItem(tenantId, place, {
        ...{ atMs: clock.nowMs(), by: by.callerId, finding, note },
        judgementsMax: limits.judgementsMax,
      });
      refuse(outcome, `A record can be judged ${limits.judgementsMax} times.`);
      return await get(tenantId, place.sampleId, by.groups);
    },
    signOff: async (tenantId, sampleId, { statement, by }) => {
      await get(tenantId, sampleId, by.groups);
      const signed = { atMs: clock.nowMs(), by: by.callerId, statement };
      refuse(
        await store.signOff(tenantId, sampleId, signed),
        'Some records of the sample have no finding yet.',
      );
      return await get(tenantId, sampleId, by.groups);
    },
  };
}

function refuse(outcome: string, otherwise: string): void {
  switch (outcome) {
    case 'judged':
    case 'signed':
      return;
    case 'unknown':
      throw new AppError('not_found');
    case 'signed_off':
      throw new AppError('invalid_state', {
        detail: 'The sample is signed off, and does not change any more.',
      });
    default:
      throw new AppError('invalid_state', { detail: otherwise });
  }
}

const tooManyRecords = (max: number) =>
  new AppError('invalid_state', {
    detail: `A sample is drawn from at most ${max} records: choose a shorter period or more filters.`,
  });

function filterOf(given: SampleFilters): Omit<DrawnFrom, 'readableBy'> {
  const { status, band, channel_type: channelType, tripwire_triggered: tripwireTriggered } = given;
  const { guardrail_id: guardrailId } = given;
  return {
    ...(status === undefined ? {} : { status }),
    ...(band === undefined ? {} : { band }),
    ...(channelType === undefined ? {} : { channelType }),
    ...(tripwireTriggered === undefined ? {} : { tripwireTriggered }),
    ...(guardrailId === undefined ? {} : { found: { guardrailId } }),
  };
}
