import type { ServedContent } from '@avow/answering';
import type { Clock } from '@avow/foundation';
import type { Log } from '@avow/foundation/log';
import type { Guards } from '@avow/guardrails';
import type { DataFolder } from '../../../app/open-data-folder.ts';
import type { Config } from '../../../config/load-config.ts';
import { canSendMail } from '../../mail/mail.ts';
import { createReviewNotices } from '../create-review-notices.ts';
import { createReviewWork } from '../create-review-work.ts';
import type { ReviewNotifier } from '../review-notifier.ts';
import type { ReviewWork } from '../review-work.ts';

interface ReviewSetup {
  readonly config: Pick<Config, 'smtpServer' | 'mailFrom' | 'queryDeadlineMs' | 'reviewOverdueMs'>;
  readonly data: Pick<DataFolder, 'store'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** The work on answers pending review, and who is notified of it. */
export function composeReviews(
  { config, data, clock, log }: ReviewSetup,
  also: {
    readonly guards: Guards;
    readonly content: Pick<ServedContent, 'readQuote'>;
    readonly baseUrl: () => string;
  },
): { readonly reviewNotifier: ReviewNotifier; readonly reviewWork: ReviewWork } {
  const { reviews, people, records, handovers } = data.store;
  const stores = { reviews, people, records, clock };
  const { queryDeadlineMs: deadlineMs, reviewOverdueMs } = config;
  const reviewNotifier = createReviewNotices({
    ...{ ...stores, mailer: { isOn: canSendMail(config) }, overdueAfterMs: reviewOverdueMs },
    pageOf: (messageId) => `${also.baseUrl()}/console/review?message=${messageId}`,
    onFailure: (error, messageId) =>
      log.error({ err: error, message_id: messageId }, 'reviewers could not be notified'),
  });
  const { guards, content } = also;
  const limits = { deadlineMs, reviewOverdueMs };
  return {
    reviewNotifier,
    reviewWork: createReviewWork({ ...stores, handovers, guards, content, notifier: reviewNotifier, limits }),
  };
}
