import type { Store } from '../../../storage/store.ts';
import { createHandovers, type Handovers } from '../handovers.ts';
import { createVisitors, type VisitorParts, type Visitors } from '../visitors.ts';

interface VisitorSetup extends Pick<VisitorParts, 'mailer' | 'clock'> {
  readonly store: Pick<Store, 'records' | 'mails' | 'handovers' | 'widgets'>;
}

/** What those who ask have beside an answer. */
export function composeVisitors({ store, mailer, clock }: VisitorSetup): {
  readonly visitors: Visitors;
  readonly handovers: Handovers;
} {
  const { records, mails, handovers, widgets } = store;
  return {
    visitors: createVisitors({ records, mails, handovers, mailer, clock }),
    handovers: createHandovers({ store: handovers, records, widgets, mailer, clock }),
  };
}
