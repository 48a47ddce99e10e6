/** What `npm run GROUP -- NAME` starts. */
export interface Command {
  /** From the root of the repository. */
  readonly file: string;
  /** Before the words that are given. */
  readonly words?: readonly string[];
  readonly about: string;
}

type Commands = Readonly<Record<string, Command>>;

const bench: Commands = {
  queries: {
    file: 'bench/run.ts',
    about: 'queries and records a second, beside a bare route and plain SQLite',
  },
  growth: { file: 'bench/growth.ts', about: 'time of parsers, guardrails and limits for larger inputs' },
  search: { file: 'bench/search/run.ts', about: 'the search engine beside others' },
  ingest: { file: 'bench/ingest/run.ts', about: 'loading and embedding of a folder of pages' },
  models: { file: 'bench/models/run.ts', about: 'time and memory of the embedded models' },
  audit: { file: 'bench/audit/run.ts', about: 'durable records, proofs and verification of a large log' },
  evidence: { file: 'bench/evidence/run.ts', about: 'a folder of evidence over many records' },
  rules: {
    file: 'bench/rules/run.ts',
    about: 'what it costs that a record names what it was answered by',
  },
  receipts: { file: 'bench/receipts/run.ts', about: 'size and time of receipts, and what they cost a query' },
  overhead: { file: 'bench/overhead/run.ts', about: 'what a call through the service adds to a provider' },
  nodes: { file: 'bench/nodes/run.ts', about: 'several nodes on one PostgreSQL' },
  overload: { file: 'bench/overload/run.ts', about: 'more questions than can be answered' },
  busy: { file: 'bench/busy/run.ts', about: 'many clients that ask about passages just loaded' },
  attack: { file: 'bench/attack/run.ts', about: 'hostile clients, pages and models' },
};

const harness = 'research/harness';
const evaluations: Commands = {
  retrieval: { file: `${harness}/retrieval/run.ts`, about: 'ranking of passages by keywords and vectors' },
  rerank: { file: `${harness}/rerank/run.ts`, about: 'ranking of candidates by the reading model' },
  reader: { file: `${harness}/reader/run.ts`, about: 'spans that the reading model finds' },
  judge: { file: `${harness}/judge/run.ts`, about: 'claims that the reading model judges' },
  writing: { file: `${harness}/writing/run.ts`, about: 'sentences that sources support, and changed ones' },
  injection: {
    file: `${harness}/guardrails/run.ts`,
    words: ['--only', 'prompt_attack,disguises,indirect_injection'],
    about: 'guardrails against prompt injection alone',
  },
  guardrails: {
    file: `${harness}/guardrails/run.ts`,
    about: 'what guardrails find, and what they block wrongly',
  },
  views: { file: `${harness}/guardrails/views.ts`, about: 'what each view of a text finds' },
  rules: { file: `${harness}/guardrails/rules.ts`, about: 'what each rule finds' },
  answers: { file: `${harness}/answers/run.ts`, about: 'whole answers about real documentation' },
  candidates: {
    file: `${harness}/answers/candidates.ts`,
    about: 'passages of the tuning questions, to train the reader by',
  },
  written: { file: `${harness}/written/run.ts`, about: 'answers that a language model writes' },
  obedience: { file: `${harness}/obedience/run.ts`, about: 'orders in sources that a language model obeys' },
  confidence: { file: `${harness}/confidence/run.ts`, about: 'scores compared with what is right' },
  guarantee: {
    file: `${harness}/guarantee/run.ts`,
    about: 'how often the guarantee on the band "high" holds, simulated',
  },
  qna: { file: `${harness}/curated/run.ts`, about: 'matching of curated pairs' },
  insights: { file: `${harness}/insights/run.ts`, about: 'clusters of unanswered questions' },
  related: { file: `${harness}/related/run.ts`, about: 'passages and questions shown without an answer' },
  'follow-ups': { file: `${harness}/follow-ups/run.ts`, about: 'follow-up questions that are rewritten' },
};

const fits: Commands = {
  qna: { file: `${harness}/curated/fit.ts`, about: 'weights of curated matching' },
  answers: { file: `${harness}/answers/fit.ts`, about: 'weights that choose an answer' },
  confidence: { file: `${harness}/confidence/fit.ts`, about: 'the confidence model' },
  guardrails: { file: `${harness}/guardrails/fit.ts`, about: 'thresholds of guardrails' },
};

const checks: Commands = {
  bundles: { file: 'checks/run.ts', about: 'two checkers on sound and broken bundles' },
  receipts: { file: 'checks/receipts/run.ts', about: 'two checkers on sound and manipulated receipts' },
  pictures: {
    file: 'packages/console/test/check-pictures.ts',
    about: 'pictures of the guide that are older than the page they show',
  },
  dependencies: { file: 'checks/dependencies/run.ts', about: 'vulnerabilities, signatures and licences' },
  ecosystem: { file: 'checks/ecosystem/run.ts', about: 'clients that others wrote' },
  openapi: { file: 'checks/openapi/run.ts', about: 'tools that read the OpenAPI document' },
  patterns: { file: 'checks/patterns/run.ts', about: 'regular expressions that a text can make slow' },
  'search-nodes': { file: 'checks/search-nodes/run.ts', about: 'two nodes that search in PostgreSQL' },
  'time-stamps': { file: 'checks/time-stamps/run.ts', about: 'time stamps of the product and of OpenSSL' },
  python: { file: 'checks/python/run.ts', about: 'the Python client: generation, types and tests' },
  package: {
    file: 'deploy/package/verify.ts',
    about: 'files of a release against their statement of provenance',
  },
  deploy: { file: 'deploy/check.ts', about: 'what deploys and watches Avow' },
  'first-run': { file: 'deploy/first-run.ts', about: 'the first start on a bare machine' },
  hardship: { file: 'e2e/hardship/run.ts', about: 'a full disk, slow syncs, clocks that jump and more' },
};

const campaigns: Commands = {
  crash: { file: 'e2e/run-crash.ts', about: 'kills under load' },
  'hostile-source': { file: 'e2e/run-hostile-source.ts', about: 'kills while a hostile source is read' },
  'power-cut': { file: 'e2e/power-cut/run.ts', about: 'simulated power cuts' },
  mutations: { file: 'e2e/run-mutations.ts', about: 'manipulations of records, log, keys and rights' },
  nodes: { file: 'e2e/run-nodes.ts', about: 'three nodes while everything fails at random' },
  busy: { file: 'e2e/busy/run.ts', about: 'questions with a third of a core' },
  soak: { file: 'e2e/soak/run.ts', about: 'hours of mixed traffic and faults' },
};

const builds: Commands = {
  package: { file: 'deploy/package/run.ts', about: 'the package that users install, for this platform' },
  console: { file: 'packages/console/src/build/run.ts', about: 'the web console' },
  'verify-page': {
    file: 'packages/console/src/build/save-verify-page.ts',
    about: 'the page that checks receipts without a service, as one file',
  },
  screenshots: { file: 'packages/console/test/screenshots.ts', about: 'pictures of the web console' },
  client: { file: 'packages/client/build/run.ts', about: 'the TypeScript client as it is published' },
  'client-sources': {
    file: 'packages/client/generate/run.ts',
    about: 'the parts of that client that come from the contract',
  },
  python: {
    file: 'checks/python/run.ts',
    words: ['--build'],
    about: 'wheel and source package of the Python client',
  },
};

export const groups: ReadonlyMap<string, Commands> = new Map([
  ['bench', bench],
  ['eval', evaluations],
  ['fit', fits],
  ['check', checks],
  ['campaign', campaigns],
  ['build', builds],
]);
