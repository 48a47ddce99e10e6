import { hash } from 'node:crypto';
import { newId, type TenantId } from '@avow/foundation';
import { parseEntry } from '@avow/ledger-log/entries';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenedStore, OpenStore } from '../../../storage/contract/opened-store.ts';
import {
  newTenant,
  nothingElse,
  sampleEvent,
  sampleFeedback,
  sampleMessage,
  sampleTimeMs,
} from '../../../storage/contract/samples.ts';
import type { DrawnSample } from '../sample-store.ts';

const atMs = sampleTimeMs + 1_000;
const by = newId('usr', atMs);

function drawnSample(changes: Partial<DrawnSample> = {}): DrawnSample {
  return {
    ...{
      sampleId: newId('smp', changes.drawnAtMs ?? atMs),
      method: 'random',
      size: 2,
      filters: { band: 'low' },
    },
    ...{ fromMs: sampleTimeMs, untilMs: atMs, seed: 'ab'.repeat(32), population: 9, readableBy: null },
    ...{ drawnAtMs: atMs, drawnBy: by },
    ...changes,
  };
}

/** What every store of samples must do, on any database. */
export function describeSampleStore(name: string, open: OpenStore): void {
  describe(`${name} as a store of samples`, () => {
    let store: OpenedStore;
    let tenantId: TenantId;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());

    async function finish(changes: Parameters<typeof sampleMessage>[0] = {}) {
      const message = sampleMessage(changes);
      await store.records.finishMessage(tenantId, message, nothingElse);
      return message.messageId;
    }

    async function drawTwo() {
      tenantId = await newTenant(store.access);
      const items = [await finish(), await finish()].map((messageId) => ({ messageId, reason: 'random' }));
      const sample = drawnSample();
      expect(await store.samples.putSample(tenantId, sample, { items, samplesMax: 9 })).toBe('kept');
      const [one, other] = items;
      if (one === undefined || other === undefined) throw new Error('there are two');
      return { sample, items, one: one.messageId, other: other.messageId };
    }
    const judge = (
      sampleId: DrawnSample['sampleId'],
      messageId: `msg_${string}`,
      finding: 'none' | 'minor',
      note = '',
    ) =>
      store.samples.judgeItem(
        tenantId,
        { sampleId, messageId },
        { ...{ atMs, by, finding, note }, judgementsMax: 2 },
      );
    const events = async () => {
      const listed = await store.log.listLogEvents(tenantId, { kind: 'sample' }, { before: null, limit: 50 });
      return listed.map(({ text }) => parseEntry(text));
    };

    it('lists what can be drawn: records that have ended and have content', async () => {
      tenantId = await newTenant(store.access);
      const grd = (guardrailId: string, isShadow: boolean) =>
        ({ guardrailId, name: 'Words', did: 'flag', isShadow }) as const;
      const found = await finish({
        findings: [grd('grd_1', false), grd('grd_2', true)],
        confidenceScore: 0.25,
      });
      const wrong = await finish({ createdAtMs: sampleTimeMs + 10 });
      await store.feedback.putFeedback(tenantId, sampleFeedback(wrong, { verdict: 'wrong' }), {
        label: null,
        perMessageMax: 9,
      });
      const erased = await finish({ createdAtMs: sampleTimeMs + 20 });
      await store.retention.eraseMessage(tenantId, erased, {
        atMs,
        actor: 'operator',
        event: sampleEvent('audit.erased'),
      });
      await store.records.admitMessage(
        tenantId,
        sampleMessage({ status: 'queued', createdAtMs: sampleTimeMs + 30 }),
      );
      const list = (filter = {}, limit = 10, before: `msg_${string}` | null = null) =>
        store.samples.listDrawable(tenantId, { readableBy: null, ...filter }, { before, limit });
      const leafHash = expect.stringMatching(/^[0-9a-f]{64}$/);
      const both = [
        { messageId: wrong, leafHash, confidenceScore: 0.8125, guardrailIds: [], isContradicted: true },
        { messageId: found, leafHash, confidenceScore: 0.25, guardrailIds: ['grd_1'], isContradicted: false },
      ];
      expect(await list()).toEqual(both);
      expect(await list({}, 1, wrong)).toEqual(both.slice(1));
      expect(await list({ createdFromMs: sampleTimeMs + 5 })).toEqual(both.slice(0, 1));
      expect(await list({ found: { guardrailId: 'grd_1' } })).toEqual(both.slice(1));
    });

    it('keeps what was drawn, for its tenant alone, with an entry on the log', async () => {
      const { sample, items } = await drawTwo();
      const kept = await store.samples.getSample(tenantId, sample.sampleId);
      expect(kept).toMatchObject({ ...sample, drawn: 2, signedOff: null, statement: null });
      expect(kept?.items).toEqual(items.map((item) => ({ ...item, judgement: null })));
      const later = drawnSample({ drawnAtMs: atMs + 1 });
      expect(await store.samples.putSample(tenantId, later, { items: [], samplesMax: 1 })).toBe('too_many');
      expect(await store.samples.putSample(tenantId, later, { items: [], samplesMax: 2 })).toBe('kept');
      const list = (before: DrawnSample['sampleId'] | null) =>
        store.samples.listSamples(tenantId, { before, limit: 5 });
      expect((await list(null)).map(({ sampleId }) => sampleId)).toEqual([later.sampleId, sample.sampleId]);
      expect((await list(later.sampleId)).map(({ sampleId }) => sampleId)).toEqual([sample.sampleId]);
      const other = await newTenant(store.access);
      expect(await store.samples.getSample(other, sample.sampleId)).toBeNull();
      expect(await store.samples.listSamples(other, { before: null, limit: 5 })).toEqual([]);
      const entry = (await events()).at(-1);
      expect(Object.fromEntries(entry?.details ?? [])).toMatchObject({
        ...{ method: 'random', seed: sample.seed, size: '2', band: 'low', population: '9', drawn: '2' },
      });
      const ids = items.map(({ messageId }) => `${messageId}\n`).join('');
      const reasons = items.map(({ reason }) => `${reason}\n`).join('');
      expect(entry?.commitments).toEqual([
        ['records', hash('sha256', ids, 'hex')],
        ['reasons', hash('sha256', reasons, 'hex')],
        ['content', expect.stringMatching(/^[0-9a-f]{64}$/)],
      ]);
    });

    it('keeps the last finding of each record, until it is signed off', async () => {
      const { sample, one, other } = await drawTwo();
      const { sampleId } = sample;
      const { samples } = store;
      const signOff = () => samples.signOff(tenantId, sampleId, { atMs, by, statement: 'Sound.' });
      expect(await judge(sampleId, one, 'none')).toBe('judged');
      expect(await signOff()).toBe('incomplete');
      expect(await judge(sampleId, one, 'minor', 'Too short')).toBe('judged');
      expect(await judge(sampleId, one, 'none')).toBe('too_many');
      expect(await judge(sampleId, newId('msg', atMs), 'none')).toBe('unknown');
      expect(await judge(newId('smp', atMs), one, 'none')).toBe('unknown');
      expect(await judge(sampleId, other, 'none')).toBe('judged');
      expect(await signOff()).toBe('signed');
      expect([await signOff(), await judge(sampleId, other, 'minor')]).toEqual(['signed_off', 'signed_off']);
      const kept = await samples.getSample(tenantId, sampleId);
      expect(kept).toMatchObject({ statement: 'Sound.', signedOff: { atMs, by } });
      expect(kept?.findings).toEqual({ none: 1, minor: 1, major: 0, unreadable: 0 });
      expect(kept?.items.map(({ judgement }) => [judgement?.finding, judgement?.note])).toEqual([
        ['minor', 'Too short'],
        ['none', null],
      ]);
      expect(
        (await events()).map(({ state, commitments }) => [state, commitments.map(([field]) => field)]),
      ).toEqual([
        ['signed_off', ['reason']],
        ['judged', []],
        ['judged', ['reason']],
        ['judged', []],
        ['drawn', ['records', 'reasons', 'content']],
      ]);
    });

    it('erases the notes on a record with its content, and keeps what was found', async () => {
      const { sample, one, other } = await drawTwo();
      await judge(sample.sampleId, one, 'minor', 'First');
      await judge(sample.sampleId, one, 'minor', 'Second');
      await judge(sample.sampleId, other, 'minor', 'Of the other');
      const noted = async () => {
        const kept = await store.samples.getSample(tenantId, sample.sampleId);
        return kept?.items.map(({ judgement }) => [judgement?.finding, judgement?.note]);
      };
      expect(await noted()).toEqual([
        ['minor', 'Second'],
        ['minor', 'Of the other'],
      ]);
      await store.retention.eraseMessage(tenantId, one, {
        atMs,
        actor: 'operator',
        event: sampleEvent('audit.erased'),
      });
      expect(await noted()).toEqual([
        ['minor', null],
        ['minor', 'Of the other'],
      ]);
      const places = await store.log.listLogEvents(tenantId, { kind: 'sample' }, { before: null, limit: 50 });
      const words = await store.reasons.readReasons(
        tenantId,
        places.map(({ leafIndex }) => leafIndex),
      );
      expect(words.map(([, text]) => text)).toEqual(['Of the other']);
    });
  });
}
