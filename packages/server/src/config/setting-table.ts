import { resolve } from 'node:path';
import { accessSettings } from './access-settings.ts';
import { attestationSettings } from './attestation-settings.ts';
import { backupSettings } from './backup-settings.ts';
import { chatSettings } from './chat-settings.ts';
import { databaseSettings } from './database-settings.ts';
import { logSettings } from './log-settings.ts';
import { mailSettings } from './mail-settings.ts';
import { networkSettings } from './network-settings.ts';
import { rateSettings } from './rate-settings.ts';
import { securityStreamSettings } from './security-streams.ts';
import {
  addressList,
  filePath,
  numberSetting,
  oneOf,
  optionalText,
  type Setting,
  secretText,
  textSetting,
  webAddress,
} from './settings.ts';
import { tlsSettings } from './tls-settings.ts';

export const dataDirectory: Setting<string> = {
  variable: 'AVOW_DATA_DIR',
  meaning:
    'The folder with the records, the content packs and the pepper. With AVOW_DATABASE_URL, the keys of this node and what it derives from the database.',
  defaultText: '.avow in the working directory',
  read: (text) => resolve(text ?? '.avow'),
};

/** Every setting there is. The reference page in the documentation is made from this table. */
export const settings = {
  configFile: filePath({
    variable: 'AVOW_CONFIG_FILE',
    meaning:
      'A file in JSON with settings: each field is a variable in small letters without `AVOW_`, such as `data_dir`. A variable that is set takes precedence over the file.',
  }),
  host: textSetting({ variable: 'AVOW_HOST', meaning: 'The address to listen on.', fallback: '127.0.0.1' }),
  port: numberSetting({
    variable: 'AVOW_PORT',
    meaning: 'The port to listen on; 0 takes a free one.',
    min: 0,
    max: 65_535,
    fallback: 8642,
  }),
  ...tlsSettings,
  dataDir: dataDirectory,
  ...databaseSettings,
  baseUrl: webAddress({
    variable: 'AVOW_BASE_URL',
    meaning:
      'The address by which clients reach the service; it appears in problem types, in `Location` headers and in the API description. If it has a path, such as `https://example.org/avow`, the service is served under that path.',
    defaultText: 'http://AVOW_HOST:AVOW_PORT',
  }),
  pepperFile: filePath({
    variable: 'AVOW_PEPPER_FILE',
    meaning:
      'The file with the pepper under which key secrets are hashed. Created at the first start. Without it no key works.',
    inDataDir: 'pepper.key',
  }),
  ...logSettings,
  ...attestationSettings,
  ...securityStreamSettings,
  ...backupSettings,
  ...accessSettings,
  logLevel: oneOf({
    variable: 'AVOW_LOG_LEVEL',
    meaning: 'How much is logged.',
    choices: ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
    fallback: 'info',
  }),
  otlpEndpoint: webAddress({
    variable: 'AVOW_OTLP_ENDPOINT',
    meaning:
      'Where OpenTelemetry spans, metrics and logs are sent (OTLP over HTTP), for example http://127.0.0.1:4318.',
  }),
  trustedProxies: addressList({
    variable: 'AVOW_TRUSTED_PROXIES',
    meaning: 'Proxies whose X-Forwarded-For is believed.',
  }),
  demo: oneOf({
    variable: 'AVOW_DEMO',
    meaning: 'Whether an empty data folder gets a demonstration tenant.',
    choices: ['on', 'off'],
    fallback: 'on',
  }),

  ...rateSettings,
  packVersionsKept: numberSetting({
    variable: 'AVOW_PACK_VERSIONS_KEPT',
    meaning:
      'How many published versions of a content pack are kept, so that they can be served again. The served version is always kept.',
    min: 1,
    max: 1_000,
    fallback: 10,
  }),
  searchByMeaning: oneOf({
    variable: 'AVOW_SEARCH_BY_MEANING',
    meaning:
      'Whether semantic search is used in addition to keyword search, with a model that runs on this machine.',
    choices: ['on', 'off'],
    fallback: 'on',
  }),
  embeddedReader: oneOf({
    variable: 'AVOW_EMBEDDED_READER',
    meaning:
      'Whether a model that runs on this machine reads: finds the words that answer a question, and judges whether the sources support an answer. Without it, answers from documents are chosen by the words that question and passage have in common.',
    choices: ['on', 'off'],
    fallback: 'on',
  }),
  embeddedScreener: oneOf({
    variable: 'AVOW_EMBEDDED_SCREENER',
    meaning:
      'Whether a model that runs on this machine screens: says whether a text is a prompt injection or unsafe, and finds the names of people, places and organisations in it. Without it, guardrails find these by rules alone.',
    choices: ['on', 'off'],
    fallback: 'on',
  }),
  modelProcessesMax: numberSetting({
    variable: 'AVOW_MODEL_PROCESSES',
    meaning:
      'How many processes may run each of the embedded models: the one that reads, the one that screens, and the encoder for passages. There are never more than the cores and the memory allow that the service may use, also in a container.',
    min: 1,
    max: 256,
    fallback: 256,
  }),
  ...networkSettings,
  ...mailSettings,
  failedKeysPerMinute: numberSetting({
    variable: 'AVOW_FAILED_KEYS_PER_MINUTE',
    meaning: 'Failed authentications a minute for one address.',
    min: 1,
    max: 1_000_000,
    fallback: 20,
  }),
  tenantQueriesAtOnceMax: numberSetting({
    variable: 'AVOW_TENANT_QUERIES_AT_ONCE',
    meaning: 'Concurrent queries of one tenant.',
    min: 1,
    max: 100_000,
    fallback: 16,
  }),
  queriesAtOnceMax: numberSetting({
    variable: 'AVOW_QUERIES_AT_ONCE',
    meaning: 'Concurrent queries of all tenants; beyond this, new ones are rejected immediately.',
    min: 1,
    max: 100_000,
    fallback: 128,
  }),
  queuedMax: numberSetting({
    variable: 'AVOW_QUEUED_MAX',
    meaning: 'Messages accepted for later and not yet begun.',
    min: 1,
    max: 100_000,
    fallback: 1000,
  }),
  queryDeadlineMs: numberSetting({
    variable: 'AVOW_QUERY_DEADLINE_MS',
    meaning:
      'How long a query may take, unless its client asks for another time with `Prefer: wait` (120 s at most).',
    min: 10,
    max: 120_000,
    fallback: 60_000,
  }),
  shutdownGraceMs: numberSetting({
    variable: 'AVOW_SHUTDOWN_GRACE_MS',
    meaning: 'How long a shutdown waits for queries in progress.',
    min: 0,
    max: 600_000,
    fallback: 30_000,
  }),
  answerCacheMs: numberSetting({
    variable: 'AVOW_ANSWER_CACHE_MS',
    meaning:
      'How long an answer is cached in memory for the same question on the same content; it is checked again each time. 0: no cache.',
    min: 0,
    max: 86_400_000,
    fallback: 600_000,
  }),
  reviewWaitMs: numberSetting({
    variable: 'AVOW_REVIEW_WAIT_MS',
    meaning:
      'How long after its question an answer may wait for a reviewer; then the message ends as blocked.',
    min: 1000,
    max: 90 * 86_400_000,
    fallback: 7 * 86_400_000,
  }),
  reviewOverdueMs: numberSetting({
    variable: 'AVOW_REVIEW_OVERDUE_MS',
    meaning:
      'How long an answer may be pending review before it is overdue, which is notified and shown; it can still be decided.',
    min: 1000,
    max: 90 * 86_400_000,
    fallback: 4 * 3_600_000,
  }),
  reviewsMax: numberSetting({
    variable: 'AVOW_REVIEWS_MAX',
    meaning:
      'Answers of one tenant that may be pending review; beyond this, a question whose answer needs a review is rejected.',
    min: 1,
    max: 100_000,
    fallback: 10_000,
  }),
  idempotencyKeepMs: numberSetting({
    variable: 'AVOW_IDEMPOTENCY_KEEP_MS',
    meaning: 'How long an idempotency key is remembered.',
    min: 1000,
    max: 30 * 86_400_000,
    fallback: 86_400_000,
  }),

  promptCodePointsMax: numberSetting({
    variable: 'AVOW_PROMPT_CODE_POINTS_MAX',
    meaning: 'Longest prompt that the guardrails accept.',
    min: 1,
    max: 32_000,
    fallback: 8000,
  }),
  deniedWordsFile: filePath({
    variable: 'AVOW_DENIED_WORDS_FILE',
    meaning: 'A text file with one denied word or phrase a line; # begins a comment.',
  }),
  modelsFile: filePath({
    variable: 'AVOW_MODELS_FILE',
    meaning:
      'The file in JSON that names the language models which write answers, refine questions and give guardrails a second opinion. It is then in charge of the models. Without it, operators may set models in the console; until they do, no language model is asked and no text leaves this machine for one. `avow models example` prints such a file, and `avow models check` tries it.',
  }),

  tenant: optionalText({
    variable: 'AVOW_TENANT',
    meaning:
      'For the command line: the tenant, by id or name, that commands work on if `--tenant` does not name one.',
  }),
  clientUrl: webAddress({
    variable: 'AVOW_URL',
    meaning: 'For the command line: the service that commands such as `avow ask` and `avow review` call.',
    defaultText: 'http://AVOW_HOST:AVOW_PORT',
  }),
  clientKey: secretText({
    variable: 'AVOW_API_KEY',
    meaning: 'For the command line: the key that such commands send.',
  }),
  ...chatSettings,
};
