import { availableParallelism } from 'node:os';
import { type Drift, measureDrift, type Sample } from './summarise-samples.ts';

export interface SoakResult {
  readonly rate: number;
  readonly elapsedSeconds: number;
  readonly processes: number;
  /** Messages that were looked up afterwards, and those of persons who were erased. */
  readonly acknowledged: number;
  readonly erased: number;
  /** Requests whose connection broke while the service was being restarted. */
  readonly cutOff: number;
  /** Requests that were refused because the service was at a limit. */
  readonly refused: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly disturbances: Readonly<Record<string, number>>;
  readonly faults: readonly string[];
}

/** What a soak did and found, for people. */
export function writeReport(
  samples: readonly Sample[],
  { rate, acknowledged, erased, ...state }: SoakResult,
): string {
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  const milliseconds = (ms: number) => `${ms.toFixed(1)} ms`;
  const plain = (count: number) => count.toFixed(1);
  const line = (name: string, drift: Drift | null, show: (value: number) => string) =>
    drift === null
      ? `| ${name} | – | – | – |`
      : `| ${name} | ${show(drift.first)} | ${show(drift.last)} | ${drift.perHour < 0 ? '' : '+'}${show(drift.perHour)} |`;
  const listed = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts)
      .map(([name, count]) => `- ${name}: ${count}`)
      .join('\n');
  const [first, last] = [samples[0], samples.at(-1)];
  const perMessage =
    first === undefined || last === undefined || last.messages === first.messages
      ? '–'
      : `${((last.dataBytes - first.dataBytes) / (last.messages - first.messages) / 1000).toFixed(2)} kB`;
  return `# Soak, ${(state.elapsedSeconds / 3600).toFixed(2)} hours at ${rate} requests a second

${availableParallelism()} cores, Node ${process.versions.node}. ${state.processes} processes of the service, one after the other.

| measure | first, warm | last | change an hour |
| --- | --- | --- | --- |
${line('memory of the service', measureDrift(samples, 'memoryBytes'), megabytes)}
${line('of that, heap in use', measureDrift(samples, 'heapBytes'), megabytes)}
${line('memory with the models', measureDrift(samples, 'allMemoryBytes'), megabytes)}
${line('file descriptors', measureDrift(samples, 'fileDescriptors'), plain)}
${line('active handles', measureDrift(samples, 'handles'), plain)}
${line('data folder', measureDrift(samples, 'dataBytes'), megabytes)}
${line('curated answer, p50', measureDrift(samples, 'p50Ms'), milliseconds)}
${line('curated answer, p99', measureDrift(samples, 'p99Ms'), milliseconds)}

Disk for each message, content included: ${perMessage}. Acknowledged messages: ${acknowledged}, all looked up afterwards; ${erased} of them of
persons who were erased. Requests cut off by a restart: ${state.cutOff}; refused at a limit: ${state.refused}. Faults: ${state.faults.length}.

Requests and tasks:

${listed(state.counts)}

Disturbances:

${listed(state.disturbances)}
${state.faults.length === 0 ? '' : `\nFaults:\n\n${state.faults.map((found) => `- ${found}`).join('\n')}\n`}`;
}
