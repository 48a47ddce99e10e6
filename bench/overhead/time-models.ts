import type { Installation } from '@avow/server';

type Models = Pick<Installation, 'encoder' | 'reader' | 'screener'>;

/** What embedded models took since it was last asked, in milliseconds. */
export interface ModelTimes {
  readonly encoder: number;
  readonly reader: number;
  readonly judge: number;
  readonly screener: number;
  /** In which at least one of them was at work: what a single query waited for them at most. */
  readonly any: number;
  /** Processor time of the service itself, all its threads; that of the models, which are processes of their own, is not in it. */
  readonly processor: number;
}

type Name = Exclude<keyof ModelTimes, 'any' | 'processor'>;

/** Models that report how long they take. Only questions are timed, because nobody waits for the embedding of passages. */
export function timeModels({ encoder, reader, screener }: Models): {
  readonly models: Models;
  take(): ModelTimes;
} {
  let times: Record<keyof ModelTimes, number>;
  let running = 0;
  let busySinceMs = 0;
  let processor = process.cpuUsage();

  function clear(): void {
    times = { encoder: 0, reader: 0, judge: 0, screener: 0, any: 0, processor: 0 };
    processor = process.cpuUsage();
  }
  clear();

  async function timed<Value>(name: Name, work: () => Promise<Value>): Promise<Value> {
    const startedMs = performance.now();
    if (running === 0) busySinceMs = startedMs;
    running += 1;
    try {
      return await work();
    } finally {
      const endedMs = performance.now();
      running -= 1;
      times[name] += endedMs - startedMs;
      if (running === 0) times.any += endedMs - busySinceMs;
    }
  }

  return {
    models: {
      encoder: encoder && {
        ...encoder,
        encodeQuestion: (...given) => timed('encoder', () => encoder.encodeQuestion(...given)),
      },
      reader: reader && {
        ...reader,
        read: (...given) => timed('reader', () => reader.read(...given)),
        judge: (...given) => timed('judge', () => reader.judge(...given)),
      },
      screener: screener && {
        ...screener,
        screen: (...given) => timed('screener', () => screener.screen(...given)),
      },
    },
    take: () => {
      const { user, system } = process.cpuUsage(processor);
      const taken = { ...times, processor: (user + system) / 1000 };
      clear();
      return taken;
    },
  };
}
