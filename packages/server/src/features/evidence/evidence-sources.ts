import type { GoldenStore } from '@avow/evaluation';
import type { PolicyStore } from '@avow/guardrails/policies';
import type { LogPlace, LogStore } from '@avow/ledger';
import type { LogEntry } from '@avow/ledger-log/entries';
import type { ContentStore } from '../content/content-store.ts';
import type { FeedbackStore } from '../feedback/feedback-store.ts';
import type { InsightStore } from '../insights/insight-store.ts';
import type { OutageStore } from '../outages/outage-store.ts';
import type { RetentionStore } from '../retention/retention-store.ts';
import type { ReviewStore } from '../review/review-store.ts';
import type { WidgetStore } from '../widgets/widget-store.ts';

/** Where the figures come from. */
export interface EvidenceSources {
  readonly insights: Pick<InsightStore, 'listFacts'>;
  readonly log: Pick<LogStore, 'listLogEvents' | 'readHead'>;
  readonly feedback: Pick<
    FeedbackStore,
    'listLabels' | 'listFeedback' | 'currentGuarantee' | 'currentCalibration'
  >;
  readonly reviews: Pick<ReviewStore, 'listDecisions'>;
  readonly retention: Pick<RetentionStore, 'getRetention' | 'listHolds'>;
  readonly golden: Pick<GoldenStore, 'listEvaluations'>;
  readonly content: Pick<ContentStore, 'listPacks'>;
  readonly policies: Pick<PolicyStore, 'currentPolicy'>;
  readonly outages: Pick<OutageStore, 'listTimes'>;
  readonly widgets: Pick<WidgetStore, 'listWidgets'>;
}

/** An entry with its place. */
export interface ReadEvent extends LogPlace {
  readonly entry: LogEntry;
}

export interface EvidencePeriod {
  /** Inclusive. */
  readonly fromMs: number;
  /** Exclusive. */
  readonly untilMs: number;
}
