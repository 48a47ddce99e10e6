import { formatTime } from '@avow/contract/values';
import { type FoundOutages, type OutageKind, outagesIn, outageTime } from '../../outages/outages.ts';
import type { EvidencePeriod } from '../evidence-sources.ts';
import type { FigureBook } from './figure-book.ts';

const kinds: Readonly<Record<OutageKind, string>> = {
  lost: 'the service was not there: it had ended without being stopped',
  stopped: 'the service was not there: it had been stopped',
  node_lost: 'a node ended without being stopped, and others served',
  model: 'a language model was suspended, and the next tier answered',
  records: 'records could not be written: nothing was answered',
  overload: 'queries were refused for load',
};

/** When the service or a part of it was away. The times are of the installation, and so the same for all tenants. */
export function describeOutages(
  book: FigureBook,
  { outages: all, knownSinceMs }: FoundOutages,
  { period, nowMs }: { readonly period: EvidencePeriod; readonly nowMs: number },
): void {
  const outages = outagesIn(all, period);
  const fromMs = Math.max(period.fromMs, knownSinceMs ?? Number.POSITIVE_INFINITY);
  const known = { fromMs, untilMs: Math.min(period.untilMs, nowMs) };
  const isKnown = known.fromMs < known.untilMs;
  const of = (kind: OutageKind) => outages.filter((one) => one.kind === kind);
  const count = (kind: OutageKind, key: string, title: string) =>
    book.count(isKnown ? of(kind).length : null, {
      ...{ key: `outages.${key}`, title },
      definition: `In how many cases of the period ${kinds[kind]}. Unknown for periods before processes noted when they served.`,
    });
  const time = (kind: OutageKind, key: string, title: string) =>
    book.measure(isKnown ? outageTime(of(kind), known) : null, 'ms', {
      ...{ key: `outages.${key}`, title },
      definition: `How long in the period ${kinds[kind]}.`,
    });
  book.measure(isKnown ? known.untilMs - known.fromMs : null, 'ms', {
    key: 'outages.known_ms',
    title: 'Time that outages are known of',
    definition: `The part of the period in which processes noted when they served${knownSinceMs === null ? '' : `, which they do since ${formatTime(knownSinceMs)}`}.`,
  });
  count('lost', 'unplanned', 'Outages that nobody had asked for');
  time('lost', 'unplanned_ms', 'Time of these outages');
  time('stopped', 'planned_ms', 'Time in which the service was stopped');
  count('node_lost', 'nodes', 'Nodes that were lost while others served');
  count('model', 'models', 'Suspensions of language models');
  time('model', 'models_ms', 'Time in which a language model was suspended');
  count('records', 'records', 'Times in which records could not be written');
  time('records', 'records_ms', 'How long records could not be written');
  time('overload', 'overload_ms', 'Time in which queries were refused for load');
  book.table({
    ...{ key: 'outages', title: 'Outages' },
    definition:
      'Newest first. A process notes every ten seconds that it is alive: an end that nobody had asked for was at most that much later.',
    columns: ['from', 'until', 'what', 'of', 'cause'],
    // How many queries others were refused is not the business of this tenant.
    rows: outages.map(({ kind, subject, cause, ...one }) => [
      ...[formatTime(one.fromMs), one.untilMs === null ? 'goes on' : formatTime(one.untilMs)],
      ...[kinds[kind], subject, cause],
    ]),
  });
}
