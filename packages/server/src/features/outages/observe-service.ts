import { AppError, type Clock } from '@avow/foundation';
import type { ObservedKind, ObservedTime, OutageStore } from './outage-store.ts';

/** How often a process notes that it is alive: no end is known more exactly. */
export const noteEveryMs = 10_000;
/** Beyond this without a note the process was halted, or its clock was set. */
const haltedMs = 60_000;
/** A write that takes longer is one that could not be made meanwhile. */
const writeMsMax = 10_000;
/** Refusals that are further apart are another overload. */
const overloadApartMs = 60_000;
/** What could not be written yet; of more than that, the oldest are lost. */
const waitingMax = 1000;

interface ObservingParts {
  readonly store: Pick<OutageStore, 'noteTimes'>;
  /** Rejects if records cannot be written. */
  readonly ping: () => Promise<void>;
  readonly clock: Clock;
  /** Of this run of the process. */
  readonly process: string;
  readonly host: string;
  /** How many queries this process has refused for load since its start. */
  readonly refusedForLoad: () => number;
}

/** Notes what this process observes of itself. */
export interface ServiceObserver {
  /** To be called every `noteEveryMs`. What cannot be written now is written later. */
  note(): Promise<void>;
  modelSuspended(model: { readonly name: string; readonly cause: string }): void;
  modelRecovered(name: string): void;
  /** The process ends because it was asked to. */
  stopped(): Promise<void>;
}

type Observed = { -readonly [Field in keyof ObservedTime]: ObservedTime[Field] };

export function observeService(parts: ObservingParts): ServiceObserver {
  const { store, clock, process, host } = parts;
  let position = 0;
  /** Those that go on. */
  const open = new Set<Observed>();
  /** Those that ended since they were last written. */
  const ended: Observed[] = [];

  function begin(kind: ObservedKind, fromMs: number, said: Partial<ObservedTime> = {}): Observed {
    const time = {
      ...{ process, position: position++, host, kind, subject: '', cause: '', fromMs, untilMs: fromMs },
      ...{ state: 'on' as const, refused: 0, ...said },
    };
    open.add(time);
    return time;
  }

  function end(time: Observed, untilMs: number, state: 'over' | 'cut' = 'over'): void {
    open.delete(time);
    time.untilMs = Math.max(time.fromMs, untilMs);
    time.state = state;
    ended.push(time);
    ended.splice(0, ended.length - waitingMax);
  }

  let serving = begin('serving', clock.nowMs());
  let notedAtMs = clock.nowMs();
  /** Records cannot be written; null: they could the last time. */
  let away: Observed | null = null;
  const load = createLoadWatch(parts.refusedForLoad, { open, begin, end });

  /** A process that was halted served nobody meanwhile. */
  function noticeHalt(nowMs: number): void {
    if (away !== null || Math.abs(nowMs - notedAtMs) <= haltedMs) return;
    const cut = [...open];
    for (const time of cut) end(time, notedAtMs, 'cut');
    serving = begin('serving', nowMs);
    for (const { kind, subject, cause } of cut) if (kind === 'model') begin(kind, nowMs, { subject, cause });
    notedAtMs = nowMs;
  }

  async function write(nowMs: number): Promise<void> {
    for (const time of open) if (time.kind !== 'overload') time.untilMs = Math.max(time.fromMs, nowMs);
    const writing = ended.splice(0);
    await store.noteTimes([...open, ...writing].map((time) => ({ ...time }))).catch((error: unknown) => {
      ended.unshift(...writing);
      throw error;
    });
  }

  async function tryToWrite(triedAtMs: number): Promise<void> {
    try {
      await parts.ping();
      const nowMs = clock.nowMs();
      if (away === null && nowMs - triedAtMs > writeMsMax)
        away = begin('records', triedAtMs, { cause: tookTooLong });
      if (away !== null) end(away, nowMs);
      await write(nowMs);
      notedAtMs = nowMs;
      away = null;
    } catch (error) {
      away ??= begin('records', notedAtMs, { cause: causeOf(error) });
      goOn(away);
    }
  }

  /** Although it seemed to be over. */
  function goOn(time: Observed): void {
    const at = ended.indexOf(time);
    if (at !== -1) ended.splice(at, 1);
    time.state = 'on';
    open.add(time);
  }

  return {
    note: async () => {
      const nowMs = clock.nowMs();
      noticeHalt(nowMs);
      load.look(nowMs, notedAtMs);
      await tryToWrite(nowMs);
    },
    modelSuspended: ({ name, cause }) => {
      for (const time of open) if (time.subject === name) return;
      begin('model', clock.nowMs(), { subject: name, cause });
    },
    modelRecovered: (name) => {
      for (const time of [...open]) if (time.subject === name) end(time, clock.nowMs());
    },
    stopped: async () => {
      end(serving, clock.nowMs());
      for (const time of [...open]) end(time, clock.nowMs(), 'cut');
      await tryToWrite(clock.nowMs());
    },
  };
}

const tookTooLong = 'no answer in time';

/** Messages of other errors may quote their input. */
function causeOf(error: unknown): string {
  if (error instanceof AppError) return error.options.detail ?? error.code;
  return error instanceof Error ? error.name : 'unknown';
}

interface Times {
  readonly open: ReadonlySet<Observed>;
  begin(kind: ObservedKind, fromMs: number): Observed;
  end(time: Observed, untilMs: number): void;
}

/** Overload lasts as long as queries are refused again and again. */
function createLoadWatch(refusedForLoad: () => number, { open, begin, end }: Times) {
  let known = refusedForLoad();
  return {
    look(nowMs: number, beforeMs: number): void {
      const refused = refusedForLoad() - known;
      known += refused;
      const current = [...open].find(({ kind }) => kind === 'overload');
      if (refused > 0) {
        const time = current ?? begin('overload', Math.min(beforeMs, nowMs));
        time.untilMs = Math.max(time.fromMs, nowMs);
        time.refused += refused;
      } else if (current !== undefined && nowMs - current.untilMs >= overloadApartMs)
        end(current, current.untilMs);
    },
  };
}
