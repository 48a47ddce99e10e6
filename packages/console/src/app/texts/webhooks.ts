const events: Readonly<Record<string, string>> = {
  'message.delivered': 'Answer delivered',
  'message.blocked': 'Message blocked',
  'message.failed': 'Message failed',
  'message.in_review': 'Answer waits for a reviewer',
  'message.review_overdue': 'Answer has waited too long for a reviewer',
  'handover.requested': 'Visitor asks for a person',
  'handover.replied': 'Person replied to a visitor',
  'guardrail.tripped': 'Stopped by a check',
  'audit.erased': 'Content erased',
  'content_pack.published': 'Content pack published',
  'key.created': 'Key created',
  'key.rotated': 'Key rotated',
  'key.revoked': 'Key revoked',
  'key.expiring': 'Key about to expire',
  'content_source.failing': 'Source cannot be read',
  'content_source.waiting': 'Changes of a source wait for somebody',
  'content_source.paused': 'Source paused',
  'service.degraded': 'Service degraded',
  'service.recovered': 'Service recovered',
  'log.checkpoint': 'Checkpoint of the log signed',
  'webhook_endpoint.disabled': 'Webhook switched off',
  'webhook.test': 'Test',
};

/** What an event is about; events that are added later keep the name that programs have for them. */
export const eventName = (type: string): string => events[type] ?? type;

const outcomes: Readonly<Record<string, string>> = {
  ok: 'Accepted',
  status: 'Refused',
  redirect: 'Redirected, which is not followed',
  timeout: 'Took too long',
  unreachable: 'Could not be reached',
  not_allowed: 'Address is not allowed',
  gone: 'Receiver is gone',
  endpoint_disabled: 'Webhook was switched off',
  backlog_full: 'Too many were waiting',
};

export const deliveryOutcome = (outcome: string | null, status: number | null): string =>
  [outcome === null ? null : (outcomes[outcome] ?? outcome), status === null ? null : `(${status})`]
    .filter((part) => part !== null)
    .join(' ');
