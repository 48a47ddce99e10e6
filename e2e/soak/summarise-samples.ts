/** What was measured at one moment of a soak. */
export interface Sample {
  /** Seconds of soak so far, pauses excluded. */
  readonly atSeconds: number;
  /** Counts the processes of the service: memory and handles begin anew with each. */
  readonly process: number;
  readonly memoryBytes: number;
  readonly heapBytes: number;
  /** Of the service and the processes of its models. */
  readonly allMemoryBytes: number;
  readonly fileDescriptors: number;
  readonly handles: number;
  readonly dataBytes: number;
  readonly messages: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

type Measure = Exclude<keyof Sample, 'atSeconds' | 'process'>;

/** How a measure changes over time, after warming up. */
export interface Drift {
  readonly first: number;
  readonly last: number;
  /** By least squares within each process of the service, weighted by how long it ran. */
  readonly perHour: number;
}

/** What compilers, caches and pools need before they are as large as they get. */
const warmUpSeconds = 300;

/** Null if no process of the service ran for long enough. */
export function measureDrift(samples: readonly Sample[], measure: Measure): Drift | null {
  const settled = settledRuns(samples);
  const all = settled.flat();
  const [first, last] = [all[0], all.at(-1)];
  if (first === undefined || last === undefined) return null;
  const weights = settled.map((run) => (run.at(-1)?.atSeconds ?? 0) - (run[0]?.atSeconds ?? 0));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const weighted = settled.reduce(
    (sum, run, index) => sum + slopeOf(run, measure) * (weights[index] ?? 0),
    0,
  );
  return { first: first[measure], last: last[measure], perHour: (weighted / total) * 3600 };
}

/** The samples of each process of the service after its warm-up; at least three of each. */
function settledRuns(samples: readonly Sample[]): Sample[][] {
  const byProcess = Map.groupBy(samples, (sample) => sample.process);
  return [...byProcess.values()]
    .map((run) => {
      const startSeconds = run[0]?.atSeconds ?? 0;
      return run.filter(({ atSeconds }) => atSeconds - startSeconds >= warmUpSeconds);
    })
    .filter((run) => run.length >= 3);
}

function slopeOf(run: readonly Sample[], measure: Measure): number {
  const meanOf = (pick: (sample: Sample) => number) =>
    run.reduce((sum, sample) => sum + pick(sample), 0) / run.length;
  const meanX = meanOf(({ atSeconds }) => atSeconds);
  const meanY = meanOf((sample) => sample[measure]);
  const covariance = meanOf((sample) => (sample.atSeconds - meanX) * (sample[measure] - meanY));
  const variance = meanOf(({ atSeconds }) => (atSeconds - meanX) ** 2);
  return variance === 0 ? 0 : covariance / variance;
}
