import type { StoredEvaluation } from '@avow/evaluation';
import { writePercent } from '@avow/foundation/statistics';
import type { LogEntry } from '@avow/ledger-log/entries';
import type { FigureBook } from './figure-book.ts';

/** Everything about one content pack, oldest first: also from before the period. */
export interface PackHistory {
  readonly packId: string;
  readonly name: string;
  readonly events: readonly LogEntry[];
  readonly gates: readonly LogEntry[];
  readonly evaluations: readonly Omit<StoredEvaluation, 'report'>[];
}

interface Publication {
  readonly time: string;
  readonly pack: string;
  readonly version: string;
  readonly actor: string;
  readonly hasGate: boolean;
  readonly evaluation: PackHistory['evaluations'][number] | null;
}

/** Which publications of the period had a gate, and which had an evaluation. */
export function listPublications(
  book: FigureBook,
  histories: readonly PackHistory[],
  period: { readonly from: string; readonly until: string },
): void {
  const all = histories
    .flatMap(publicationsOf)
    .filter(({ time }) => time >= period.from && time < period.until)
    .sort((one, other) => (one.time < other.time ? 1 : -1));
  const total = all.length;
  book.count(total, {
    key: 'publications.total',
    title: 'Publications',
    definition: 'Versions of content packs that were published in the period.',
  });
  book.share(
    { hits: all.filter(({ hasGate }) => hasGate).length, total },
    {
      key: 'publications.gated',
      title: 'Publications with a gate',
      definition: 'The share of the publications at whose time the pack had a gate according to the log.',
    },
  );
  book.share(
    { hits: all.filter(({ evaluation }) => evaluation !== null).length, total },
    {
      key: 'publications.evaluated',
      title: 'Publications with an evaluation before',
      definition:
        'The share of the publications before which, since the publication before, an evaluation of the pack was run and is still stored.',
    },
  );
  book.table({
    ...{ key: 'publications', title: 'Publications' },
    definition:
      'Newest first, with the newest evaluation that was run between the publication before and this one.',
    columns: ['time', 'pack', 'version', 'by', 'gate', 'evaluation', 'right'],
    rows: all.map(({ time, pack, version, actor, hasGate, evaluation }) => [
      ...[time, pack, version, actor === '' ? 'the service' : actor, hasGate ? 'yes' : 'no'],
      ...(evaluation === null ? ['none', ''] : [evaluation.evaluationId, rightOf(evaluation)]),
    ]),
  });
}

const rightOf = ({ rightCount, questionCount }: PackHistory['evaluations'][number]) =>
  `${rightCount} of ${questionCount}${questionCount === 0 ? '' : ` (${writePercent(rightCount / questionCount)})`}`;

function publicationsOf({ name, events, gates, evaluations }: PackHistory): Publication[] {
  let before = '';
  return events.flatMap(({ state, time, actor, details }) => {
    if (state !== 'published') return [];
    const since = before;
    before = time;
    const gate = gates.filter((one) => one.time <= time).at(-1);
    const ran = evaluations.filter(({ createdAtMs }) => {
      const at = new Date(createdAtMs).toISOString();
      return at > since && at <= time;
    });
    return {
      ...{ time, pack: name, actor, version: details.find(([key]) => key === 'version')?.[1] ?? '' },
      ...{ hasGate: gate?.state === 'gate_set', evaluation: ran.at(-1) ?? null },
    };
  });
}
