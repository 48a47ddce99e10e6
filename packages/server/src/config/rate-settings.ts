import { numberSetting } from './settings.ts';

/** How much one key may ask for. */
export const rateSettings = {
  queryRatePerMinute: numberSetting({
    variable: 'AVOW_QUERY_RATE_PER_MINUTE',
    meaning: 'Queries a minute for one key.',
    min: 1,
    max: 10_000_000,
    fallback: 120,
  }),
  queryBurst: numberSetting({
    variable: 'AVOW_QUERY_BURST',
    meaning: 'Burst of queries for one key.',
    min: 1,
    max: 1_000_000,
    fallback: 20,
  }),
  readRatePerMinute: numberSetting({
    variable: 'AVOW_AUDIT_RATE_PER_MINUTE',
    meaning: 'Reads of messages and audit records a minute for one key.',
    min: 1,
    max: 10_000_000,
    fallback: 600,
  }),
  readBurst: numberSetting({
    variable: 'AVOW_AUDIT_BURST',
    meaning: 'Burst of reads for one key.',
    min: 1,
    max: 1_000_000,
    fallback: 100,
  }),
  contentRatePerMinute: numberSetting({
    variable: 'AVOW_CONTENT_RATE_PER_MINUTE',
    meaning: 'Requests on content packs a minute for one key.',
    min: 1,
    max: 10_000_000,
    fallback: 300,
  }),
  contentBurst: numberSetting({
    variable: 'AVOW_CONTENT_BURST',
    meaning: 'Burst of requests on content packs for one key.',
    min: 1,
    max: 1_000_000,
    fallback: 60,
  }),
};
