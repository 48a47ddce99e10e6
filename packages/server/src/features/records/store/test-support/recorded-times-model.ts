import type { RetentionStore } from '../../../retention/retention-store.ts';

type RecordedTimes = Pick<RetentionStore, 'recordTime' | 'findRecordedTime'>;

/** A simple model of the recorded times of a store. */
export class RecordedTimesModel implements RecordedTimes {
  #timesMs: readonly number[] = [];

  recordTime: RecordedTimes['recordTime'] = async ({ atMs, apartMs, timesMax }) => {
    const before = this.#timesMs.filter((timeMs) => timeMs <= atMs);
    const isApart = before.every((timeMs) => atMs - timeMs >= apartMs);
    this.#timesMs = (isApart ? [...before, atMs] : before).slice(-timesMax);
  };

  findRecordedTime: RecordedTimes['findRecordedTime'] = async (untilMs) =>
    this.#timesMs.findLast((timeMs) => timeMs <= untilMs) ?? null;

  get count(): number {
    return this.#timesMs.length;
  }
}
