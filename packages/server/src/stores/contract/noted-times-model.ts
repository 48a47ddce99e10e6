import type { ForgettingStore } from '../../interfaces/forgetting-store.ts';

type NotedTimes = Pick<ForgettingStore, 'noteTime' | 'findNotedTime'>;

/** What a store has to come to that notes when the service ran, as simply as it can be said. */
export class NotedTimesModel implements NotedTimes {
  #timesMs: readonly number[] = [];

  noteTime: NotedTimes['noteTime'] = async ({ atMs, apartMs, timesMax }) => {
    const before = this.#timesMs.filter((timeMs) => timeMs <= atMs);
    const isApart = before.every((timeMs) => atMs - timeMs >= apartMs);
    this.#timesMs = (isApart ? [...before, atMs] : before).slice(-timesMax);
  };

  findNotedTime: NotedTimes['findNotedTime'] = async (untilMs) =>
    this.#timesMs.findLast((timeMs) => timeMs <= untilMs) ?? null;

  get count(): number {
    return this.#timesMs.length;
  }
}
