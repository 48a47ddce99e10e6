import type { JournalEvent } from '../../record-store.ts';

interface Entry {
  readonly events: JournalEvent[];
  /** Null: the message goes on. */
  endedAtMs: number | null;
}

/** What journals do, as plain arrays: the stores are compared with it. Places are messages, each of its tenant. */
export class JournalModel {
  readonly #entries = new Map<string, Entry>();

  /** Undefined: no such message. */
  hasEnded(place: string): boolean | undefined {
    const entry = this.#entries.get(place);
    return entry === undefined ? undefined : entry.endedAtMs !== null;
  }

  lastSeq(place: string): number {
    return this.#entries.get(place)?.events.at(-1)?.seq ?? 0;
  }

  admit(place: string, events: readonly JournalEvent[]): 'admitted' | 'rejected' {
    if (this.#entries.has(place) || !this.#goesOn(place, events)) return 'rejected';
    this.#entries.set(place, { events: [...events], endedAtMs: null });
    return 'admitted';
  }

  append(place: string, events: readonly JournalEvent[]): boolean | 'rejected' {
    const entry = this.#entries.get(place);
    if (entry === undefined || entry.endedAtMs !== null) return false;
    if (!this.#goesOn(place, events)) return 'rejected';
    entry.events.push(...events);
    return true;
  }

  finish(
    place: string,
    events: readonly JournalEvent[],
    nowMs: number,
  ): 'ended' | 'already_ended' | 'rejected' {
    const entry = this.#entries.get(place) ?? { events: [], endedAtMs: null };
    if (entry.endedAtMs !== null) return 'already_ended';
    if (!this.#goesOn(place, events)) return 'rejected';
    entry.events.push(...events);
    entry.endedAtMs = nowMs;
    this.#entries.set(place, entry);
    return 'ended';
  }

  read(place: string, page: { readonly after: number; readonly limit: number }): JournalEvent[] {
    const events = this.#entries.get(place)?.events ?? [];
    return events.filter(({ seq }) => seq > page.after).slice(0, page.limit);
  }

  sweep(beforeMs: number): void {
    for (const { events, endedAtMs } of this.#entries.values()) {
      if (endedAtMs !== null && endedAtMs < beforeMs) events.length = 0;
    }
  }

  #goesOn(place: string, events: readonly JournalEvent[]): boolean {
    const last = this.lastSeq(place);
    return events.every(({ seq }, index) => seq === last + 1 + index);
  }
}
