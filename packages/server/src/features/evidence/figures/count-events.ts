import type { LogEntry } from '@avow/ledger-log/entries';
import { createTally, type FigureBook, type Tally } from './figure-book.ts';

/** Counts entries of the log that are not records, as they are read. */
export interface EventCount {
  visit(entry: LogEntry): void;
  write(book: FigureBook): void;
}

/** What changes answers, or who may do what, by the kind of its entries. */
const changeKinds: Readonly<Record<string, string>> = {
  pack: 'content packs',
  policy: 'guardrail policies',
  calibration: 'calibrations and guarantees',
  golden: 'evaluation questions and publish gates',
  models: 'language models',
  settings: 'settings that shape answers',
  software: 'software',
  key: 'API keys',
  user: 'people',
  tenant: 'the tenant',
  webhook: 'webhook endpoints',
  retention: 'retention',
  hold: 'legal holds',
};

const changesListedMax = 10_000;

interface Change {
  readonly time: string;
  readonly kind: string;
  readonly state: string;
  readonly subject: string;
  readonly actor: string;
}

export function countEvents(): EventCount {
  const kinds = createTally();
  const actions = createTally();
  const accesses = createTally();
  const actors = createTally();
  const purposes = createTally();
  const changes: Change[] = [];
  return {
    visit: ({ kind, state, subject, actor, time, details }) => {
      kinds.add(kind);
      actions.add(`${kind} ${state}`);
      if (kind === 'access') {
        const what = details.find(([name]) => name === 'what')?.[1];
        accesses.add(what === undefined ? state : `${state}: ${what}`);
        actors.add(actor === '' ? 'the service' : actor);
        const purpose = details.find(([name]) => name === 'purpose')?.[1];
        if (purpose !== undefined) purposes.add(purpose);
      } else if (kind in changeKinds && changes.length < changesListedMax)
        changes.push({ time, kind, state, subject, actor });
    },
    write: (book) => {
      writeAccess(book, { total: kinds.of('access'), accesses, actors, purposes });
      writeErasure(book, { kinds, actions });
      writeChanges(book, { kinds, changes });
      book.share(
        { hits: actions.of('session sign_in_failed'), total: actionsOf(actions, 'session sign') },
        {
          key: 'access.sign_ins_failed',
          title: 'Failed sign-ins of people',
          definition: 'The share of the sign-ins on the log that failed.',
        },
      );
    },
  };
}

const actionsOf = (actions: Tally, prefix: string) =>
  actions
    .entries()
    .filter(([name]) => name.startsWith(prefix))
    .reduce((sum, [, count]) => sum + count, 0);

interface Accesses {
  readonly total: number;
  readonly accesses: Tally;
  readonly actors: Tally;
  readonly purposes: Tally;
}

function writeAccess(book: FigureBook, { total, accesses, actors, purposes }: Accesses): void {
  book.count(total, {
    key: 'access.total',
    title: 'Accesses to records on the log',
    definition: 'Entries of the kind access in the period: records read, proved, exported or listed.',
  });
  book.count(actors.entries().length, {
    key: 'access.actors',
    title: 'Who accessed records',
    definition: 'Different people, keys and the command line (operator) among these entries.',
  });
  const stated = purposes.entries().reduce((sum, [, count]) => sum + count, 0);
  book.share(
    { hits: stated, total },
    {
      key: 'access.with_purpose',
      title: 'Accesses with a stated purpose',
      definition: 'The share of these entries that name a purpose.',
    },
  );
  const table = (key: string, title: string, first: string, tally: Tally) =>
    book.table({
      ...{ key, title, definition: 'Entries of the kind access, by their number.' },
      columns: [first, 'accesses'],
      rows: tally.entries(),
    });
  table('access_by_actor', 'Accesses by who', 'who', actors);
  table('access_by_kind', 'Accesses by what was done', 'what', accesses);
  if (stated > 0) table('access_by_purpose', 'Accesses by purpose', 'purpose', purposes);
}

function writeErasure(
  book: FigureBook,
  { kinds, actions }: { readonly kinds: Tally; readonly actions: Tally },
): void {
  book.count(kinds.of('erasure'), {
    key: 'erasure.messages',
    title: 'Messages erased',
    definition: 'Entries that say that the content of a message was destroyed on request.',
  });
  book.count(actions.of('expiry content_expired'), {
    key: 'retention.expiries',
    title: 'Expiries of content',
    definition: 'Entries that say that content was destroyed because its time had come; each names many.',
  });
  book.count(actions.of('expiry record_dropped'), {
    key: 'retention.drops',
    title: 'Drops of records',
    definition: 'Entries that say that whole records were dropped because their time had come.',
  });
  book.count(actions.of('hold placed'), {
    key: 'holds.placed',
    title: 'Legal holds placed',
    definition: 'Entries of legal holds that were placed in the period.',
  });
}

function writeChanges(
  book: FigureBook,
  { kinds, changes }: { readonly kinds: Tally; readonly changes: readonly Change[] },
): void {
  for (const [kind, of] of Object.entries(changeKinds))
    book.count(kinds.of(kind), {
      key: `changes.${kind}`,
      title: `Changes of ${of}`,
      definition: `Entries of the log of the kind ${kind} in the period.`,
    });
  const total = Object.keys(changeKinds).reduce((sum, kind) => sum + kinds.of(kind), 0);
  book.count(total, {
    key: 'changes.total',
    title: 'Changes on the log',
    definition: 'All entries that change what answers rest on, or who may do what.',
  });
  book.table({
    ...{ key: 'changes', title: 'Changes' },
    definition: 'Newest first. All of them are in events.csv and in the log.',
    columns: ['time', 'of', 'action', 'subject', 'by'],
    rows: changes.map(({ time, kind, state, subject, actor }) => [
      ...[time, changeKinds[kind] ?? kind, state, subject, actor === '' ? 'the service' : actor],
    ]),
  });
}
