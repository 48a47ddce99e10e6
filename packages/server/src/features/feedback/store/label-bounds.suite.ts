import type { TenantId } from '@avow/foundation';
import { endUserAuthor, newId } from '@avow/foundation';
import { expect, it } from 'vitest';
import type { OpenedStore } from '../../../storage/contract/opened-store.ts';
import {
  newTenant,
  nothingElse,
  sampleFeedback,
  sampleLabel,
  sampleMessage,
  sampleTimeMs,
} from '../../../storage/contract/samples.ts';
import type { Label } from '../../records/record-store.ts';
import type { Feedback } from '../feedback-store.ts';
import { labelBounds } from '../label-bounds.ts';

const firstPage = { before: null, limit: 50 } as const;

/** Whose labels count, and how many of a day. */
export function describeLabelBounds(get: () => OpenedStore): void {
  const dayMs = 86_400_000;
  const dayStartMs = Math.floor(sampleTimeMs / dayMs) * dayMs;

  /** Labels one new message for each; returns how many count. */
  async function give(tenantId: TenantId, count: number, made: (at: number) => Partial<Feedback & Label>) {
    const { records, feedback } = get();
    for (let at = 0; at < count; at += 1) {
      const message = sampleMessage();
      await records.finishMessage(tenantId, message, nothingElse);
      const given = {
        callerId: 'key_1',
        isFromVisitor: false,
        labelledAtMs: dayStartMs + at,
        ...made(at),
      } as const;
      const { author = 'key_1', endUserId = null, callerId, isFromVisitor } = given;
      const said = { author, endUserId, callerId, isFromVisitor };
      await feedback.putFeedback(
        tenantId,
        sampleFeedback(message.messageId, { feedbackId: newId('fbk', sampleTimeMs), ...said }),
        {
          label: sampleLabel(message.messageId, { ...said, labelledAtMs: given.labelledAtMs }),
          perMessageMax: 50,
        },
      );
    }
    return (await feedback.listLabels(tenantId, { selection: 'counted' }, 500)).length;
  }
  const endUser = (name: string) => ({ author: endUserAuthor(name), endUserId: name });

  it('stores all labels, of which those of visitors never count', async () => {
    const { feedback, access } = get();
    const tenantId = await newTenant(access);
    expect(await give(tenantId, 3, (at) => ({ ...endUser(`v${at}`), isFromVisitor: true }))).toBe(0);
    expect(await give(tenantId, 2, () => ({}))).toBe(2);
    expect(await feedback.countLabels(tenantId, 0)).toEqual({ all: 5, visitors: 3, since: 2 });
    const listed = async (selection: 'visitors' | 'others') =>
      (await feedback.listLabels(tenantId, { selection }, 9)).map(({ isFromVisitor }) => isFromVisitor);
    expect([await listed('visitors'), await listed('others')]).toEqual([
      [true, true, true],
      [false, false],
    ]);
    const all = await feedback.listFeedback(tenantId, { readableBy: null }, firstPage);
    expect(all.filter(({ isFromVisitor }) => isFromVisitor)).toHaveLength(3);
  });

  it('counts the first of an end user and of a key on each day', async () => {
    const tenantId = await newTenant(get().access);
    const { perEndUserAndDay, perCallerAndDay } = labelBounds;
    expect(await give(tenantId, perEndUserAndDay + 3, () => endUser('ann'))).toBe(perEndUserAndDay);
    // Whomever the key names, and also in its own name.
    expect(await give(tenantId, perCallerAndDay, (at) => endUser(`u${at}`))).toBe(perCallerAndDay);
    expect(await give(tenantId, 2, () => ({}))).toBe(perCallerAndDay);
    // Another key, and another day.
    expect(await give(tenantId, 1, () => ({ callerId: 'key_2', author: 'key_2' }))).toBe(perCallerAndDay + 1);
    expect(await give(tenantId, 1, () => ({ labelledAtMs: dayStartMs + dayMs }))).toBe(perCallerAndDay + 2);
    expect(await give(tenantId, 1, () => ({ labelledAtMs: dayStartMs - 1 }))).toBe(perCallerAndDay + 3);
  });

  it('counts a label that replaces another of the same author once', async () => {
    const { records, feedback, access } = get();
    const tenantId = await newTenant(access);
    await give(tenantId, labelBounds.perCallerAndDay - 1, () => ({}));
    const { messageId } = await (async () => {
      const message = sampleMessage();
      await records.finishMessage(tenantId, message, nothingElse);
      return message;
    })();
    for (const isRight of [true, false, true]) {
      const label = sampleLabel(messageId, { author: 'key_1', isRight, labelledAtMs: dayStartMs + 900 });
      await feedback.putFeedback(tenantId, sampleFeedback(messageId, { author: 'key_1', endUserId: null }), {
        ...{ label, perMessageMax: 50 },
      });
    }
    const counted = await feedback.listLabels(tenantId, { selection: 'counted' }, 500);
    expect(counted).toHaveLength(labelBounds.perCallerAndDay);
    expect(counted[0]).toMatchObject({ messageId, isRight: true });
  });
}
