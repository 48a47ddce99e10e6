import { Counter, Gauge, type Registry } from 'prom-client';

export interface MailMetrics {
  /** An attempt to send a mail has ended. */
  countMailAttempt(outcome: 'sent' | 'retry' | 'dead'): void;
  noteMailsPending(count: number): void;
}

/** Mail to people, of all tenants. */
export function createMailMetrics(registers: Registry[]): MailMetrics {
  const attempts = new Counter({
    name: 'avow_mail_attempts_total',
    help: 'Attempts to send an e-mail, by outcome: sent, to be tried again, or given up.',
    labelNames: ['outcome'],
    registers,
  });
  const pending = new Gauge({
    name: 'avow_mails_pending',
    help: 'E-mails of all tenants that have neither been sent nor given up, counted every minute.',
    registers,
  });
  return {
    countMailAttempt: (outcome) => attempts.inc({ outcome }),
    noteMailsPending: (count) => pending.set(count),
  };
}
