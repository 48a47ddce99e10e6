import type { CalibrationParameters } from '@avow/answering';
import { calibrate, largestChange, probabilityOf } from '@avow/answering';
import type { TenantId } from '@avow/foundation';
import { endUserAuthor } from '@avow/foundation';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { labelBounds, unattendedBounds } from '../label-bounds.ts';
import { type Labels, openLabels, plainModel, spread } from '../test-support/open-labels.ts';
import { acceptCalibration, applyDueProposal } from './change-calibration.ts';
import { parametersOf } from './find-applies-at.ts';
import { type RefitDependencies, refit } from './refit.ts';
import { createRefitWhenDue } from './refit-when-due.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
let labels: Labels;
let parts: RefitDependencies;
let upkeep: (signal: AbortSignal) => Promise<void>;

beforeAll(async () => {
  labels = await openLabels();
  parts = { store: labels.store.feedback, model: plainModel, nowMs: labels.nowMs };
  upkeep = createRefitWhenDue({
    ...{ ...parts, access: labels.store.access },
    refit: (tenantId, by) => refit(parts, tenantId, by),
    applyDueProposal: (tenantId) => applyDueProposal(parts, tenantId),
    onFailure: (error) => {
      throw error;
    },
  });
});

afterAll(() => labels.close());

const inForce = async (tenantId: TenantId) =>
  parametersOf(await parts.store.currentCalibration(tenantId), plainModel);
const runUpkeep = () => upkeep(new AbortController().signal);

/** A tenant with labels of many people and a calibration that somebody accepted. */
async function createCalibrated(): Promise<TenantId> {
  const tenantId = await labels.createTenant();
  await labels.add(tenantId, spread(16, 80));
  const outcome = await refit(parts, tenantId, null);
  if (outcome.kind !== 'proposed') throw new Error('nothing was proposed');
  const by = 'key_01jd7b0s2t4v6w8x0y1z3a5b7c';
  await acceptCalibration(parts, tenantId, { proposalId: outcome.proposed.proposalId, by });
  return tenantId;
}

describe('labels of one author or one key', () => {
  it('move no score by more than a bound in a day, whatever they are', async () => {
    const sequences = fc.record({
      areRight: fc.array(fc.boolean(), { minLength: 1, maxLength: 70 }),
      isOneAuthor: fc.boolean(),
      isCalibrated: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(sequences, async ({ areRight, isOneAuthor, isCalibrated }) => {
        const tenantId = isCalibrated ? await createCalibrated() : await labels.createTenant();
        if (!isCalibrated) await labels.add(tenantId, spread(30, 59));
        const states: Array<{ readonly atMs: number; readonly parameters: CalibrationParameters }> = [];
        const look = async () => {
          await runUpkeep();
          states.push({ atMs: labels.nowMs(), parameters: await inForce(tenantId) });
        };
        await look();
        for (const [at, isRight] of areRight.entries()) {
          const author = endUserAuthor(isOneAuthor ? 'mallory' : `invented ${at}`);
          await labels.add(tenantId, [isRight], { author, callerId: 'key_1', apartMs: 1_000 });
          if (at % 20 === 19) await look();
        }
        for (let hours = 0; hours < 60; hours += 12) {
          labels.pass(12 * hourMs);
          await look();
        }
        for (const one of states)
          for (const other of states)
            if (Math.abs(one.atMs - other.atMs) < dayMs)
              expect(largestChange(one.parameters, other.parameters)).toBeLessThanOrEqual(
                unattendedBounds.perChange,
              );
      }),
      { numRuns: 8 },
    );
  });

  it('begin no calibration in a day, because fewer count than one needs', async () => {
    const tenantId = await labels.createTenant();
    labels.pass(dayMs - (labels.nowMs() % dayMs));
    for (let at = 0; at < 90; at += 1)
      await labels.add(tenantId, [at % 5 === 0], {
        ...{ author: endUserAuthor(`invented ${at}`), callerId: 'key_leaked', apartMs: 1 },
      });
    expect(await refit(parts, tenantId, null)).toMatchObject({
      kind: 'too_few',
      usable: labelBounds.perCallerAndDay,
    });
  });

  it('of visitors do nothing at all', async () => {
    const tenantId = await createCalibrated();
    const before = await parts.store.currentCalibration(tenantId);
    for (let at = 0; at < 90; at += 1)
      await labels.add(tenantId, [false], { author: endUserAuthor(`visitor_${at}`), isFromVisitor: true });
    expect(await refit(parts, tenantId, null)).toEqual({ kind: 'fitted', calibration: before });
  });
});

describe('largestChange', () => {
  const parameters = fc.record({
    offset: fc.double({ min: -3, max: 3, noNaN: true }),
    slope: fc.double({ min: 0, max: 3, noNaN: true }),
    methods: fc.record({ extractive: fc.double({ min: -2, max: 2, noNaN: true }) }),
  });

  it('is reached by no score that two calibrations give to the same answer', () => {
    const logits = fc.double({ min: -4, max: 4, noNaN: true });
    fc.assert(
      fc.property(parameters, parameters, logits, (one, other, logit) => {
        const bound = largestChange(one, other);
        for (const method of ['extractive', 'keyword'] as const) {
          const [was, is] = [one, other].map((by) => probabilityOf(calibrate(by, { method, logit })));
          // It is rounded to four decimals.
          expect(Math.abs((was ?? 0) - (is ?? 0))).toBeLessThanOrEqual(bound + 0.00005);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('is 0 for the same, and little for what is near', () => {
    const one = { offset: -0.3, slope: 0.9, methods: {} };
    expect(largestChange(one, one)).toBe(0);
    expect(largestChange(one, { ...one, offset: -0.26 })).toBeCloseTo(0.01, 2);
  });
});
