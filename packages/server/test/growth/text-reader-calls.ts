import { createHash } from 'node:crypto';
import { parsingLimits } from '@avow/documents';
import { createAddressPolicy } from '@avow/documents/fetching';
import type { TextReader } from './list-text-readers.ts';

type Callable = (...args: readonly unknown[]) => unknown;

const whole = (text: string) => ({ start: 0, end: text.length });
const hitOf = (text: string) => ({
  ...{ kind: 'document', packId: 'pack_a', version: 1, documentId: 'doc_a', revision: 1, ordinal: 0 },
  ...{ headings: text.slice(0, 2_000), text, start: 0, end: text.length, score: 1, groups: [] },
});
const noLinks = { cited: new Set(), citedHosts: new Set(), isAllowedHost: () => false };
/** Where each run of marks would end. */
const codeEndsIn = (create: Callable, text: string) => {
  const codeEnd = create(text, whole(text)) as (offset: number, length: number) => number | null;
  for (const run of text.matchAll(/`+/g)) codeEnd(run.index, run[0].length);
};
const publicOnly = createAddressPolicy(false);
const digest = (...parts: readonly (string | Uint8Array)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** How to call the functions that need arguments beside the text. A new one gets a line here, or below with a reason. */
const calls: Readonly<Record<string, (read: Callable, text: string) => unknown>> = {
  acceptOffer: (read, text) => read(text, [{ question: 'Which?', offered: ['What?', text.slice(0, 500)] }]),
  agree: (read, text) => read('is', text),
  applyRedactions: (read, text) => read(text, [{ ...whole(text), placeholder: '[A_1]' }]),
  belowBasePath: (read, text) => read(text, text.slice(0, 50)),
  askSentence: (read, text) => read(text, text),
  carry: (read, text) => read(text, { question: text, wasDenied: true }),
  codeIn: (read, text) => read(text, { kind: 'paragraph', ...whole(text) }),
  convertTables: (read, text) => read(text, parsingLimits),
  checkContent: (read, text) => read(text, 'csv'),
  checkUrl: (read, text) => read(text, publicOnly),
  checkWebhookUrl: (read, text) => read(text, { policy: publicOnly, allowsLoopback: false }),
  chooseQuote: (read, text) => read(text.slice(0, 500), { text, start: 0 }),
  cleanLine: (read, text) => read(text, 100),
  csvToMarkdown: (read, text) => read(text, { delimiter: null, limits: parsingLimits }),
  createCodeEnds: (read, text) => codeEndsIn(read, text),
  countable: (read, text) => read('how many', text),
  curatedSimilarity: (read, text) => read(text, text),
  nameAskedDays: (read, text) => read(text, text),
  needsComparison: (read, text) => read(text.slice(0, 500), { pointed: text.slice(0, 50), quotes: [text] }),
  principalNamed: (read, text) => read('group', text),
  showToModel: (read, text) => read(text, { headings: text.slice(0, 1_000), asked: text }),
  showLinks: (read, text) => read(text, { acrossLines: true }),
  segmentText: (read, text) => read(text, [whole(text)]),
  slidingWindows: (read, text) => read(text, null),
  decodeEntryBundle: (read, text) => read(text, 256),
  equalBytes: (read, text) => read(text, Buffer.from(text)),
  excerptAt: (read, text) => read(text, text.slice(0, 200)),
  extractAnswer: (read, text) => read(text.slice(0, 500), [hitOf(text)]),
  fenceAt: (read, text) => read(text, 0),
  findCandidates: (read, text) => read(text, {}),
  findCardNumbers: (read, text) => read(text, [{ region: text, offset: 0, digits: text.length }]),
  findDisguise: (read, text) => read(text, [text]),
  findIbanNumbers: (read, text) => read(text, [{ region: text, offset: 0, digits: text.length }]),
  findMarkup: (read, text) => read(text, []),
  findPhoneNumbers: (read, text) => read(text, [{ region: text, offset: 0, digits: text.length }]),
  findWords: (read, text) => read(text),
  findTable: (read, text) => read(text, whole(text), null),
  firstSentenceEnd: (read, text) => read(text, { isClosed: true, withQuotes: true }),
  formatAnswer: (read, text) => read(text, 'structured_text'),
  hasAtMostCodePoints: (read, text) => read(text, 1e9),
  headingLevelAt: (read, text) => read(text, 0),
  holdsWords: (read, text) => read(text, whole(text), []),
  htmlEndAt: (read, text) => read(text, 0, { interrupts: false }),
  htmlToMarkdown: (read, text) => read(text, parsingLimits),
  inEnglishTerms: (read, text) => read(text, 'de'),
  isConditional: (read, text) => read(text.slice(0, 500), { pointed: text.slice(0, 50), quotes: [text] }),
  isHex: (read, text) => read(text, text.length / 2),
  isRuleAt: (read, text) => read(text, 0),
  isOtherKind: (read, text) => read(text, text),
  itemMarkBefore: (read, text) => read(text, text.length - 1),
  judgeTarget: (read, text) => read(text, { kind: 'link', inQuote: false }, noLinks),
  keepsContent: (read, text) => read(text, text),
  leafHash: (read, text) => read(text, digest),
  linkMarks: (read, text) => [...(read(text, { images: 'drop' }) as Iterable<unknown>)],
  otherLanguage: (read, text) => read(text, ['en']),
  readConnection: (read, text) => read('website', { include: text }),
  toCredentials: (read, text) => read('git', { token: text }),
  wordCoverage: (read, text) => read(text.slice(0, 500), [hitOf(text)]),
  markLabels: (read, text) => read(text, [{ ...whole(text), kind: 'sentence' }]),
  listMarkerAt: (read, text) => read(text, 0),
  normalise: (read, text) => read(text, 'NFKC'),
  openCheckpoint: (read, text) => read(text, { keys: [], verify: async () => true, origin: 'a' }),
  checkpointOf: (read, text) => read(text, 'avow/ten_1'),
  openNote: (read, text) => read(text, { keys: [], verify: async () => true }),
  parseVerifierKey: (read, text) => read(text, digest),
  parseWitnessPolicy: (read, text) => read(text, digest),
  parseFeed: (read, text) => read(text, 'https://news.example/'),
  passBlanks: (read, text) => read(text, { offset: 0, column: 0 }),
  passColumns: (read, text) => read(text, { offset: 0, column: 0 }, 1e9),
  putEllipsis: (read, text) => read(text, text),
  putInParallel: (read, text) => read(text, text),
  putRelation: (read, text) => read(text, text),
  putSubjectIn: (read, text) => read(text, text),
  putThen: (read, text) => read(text, text),
  putVerb: (read, text) => read(text, text),
  questionCoverage: (read, text) => read(text, [text]),
  readCsvRows: (read, text) => read(text, { delimiter: null, onRow: () => undefined }),
  readDefinition: (read, text) => read(text, 0),
  readDestination: (read, text) => read(text, 0),
  readJsonFile: (read, text) => read(text, { file: 'file', depthMax: 10 }, () => null),
  readLabel: (read, text) => read(text, 0, text.length),
  readSetting: (read, text) => read(`a=${text}`, {}),
  readVerdicts: (read, text) => read(text, 2),
  questionFault: (read, text) => read(text, 1e9),
  readWritten: (read, text) => read(text, { withQuotes: true, isAlone: false }),
  endsWithItsLine: (read, text) => read(text, { withQuotes: true }),
  joinBetween: (read, text) => read(text, '', { withQuotes: true }),
  repeats: (read, text) => read(text, text),
  repeatsQuestion: (read, text) => read(text, text),
  replaceCodeSpans: (read, text) => read(text, () => ' '),
  replaceVerbPhrase: (read, text) => read(text, text),
  replaceRanges: (read, text) => read(text, [{ ...whole(text), placeholder: '[A_1]' }]),
  saysTheSame: (read, text) => read(text, text),
  settledPersonalData: (read, text) => read(text, ['phone_number', 'email_address']),
  mergeRedactions: (read, text) => read(text, [{ ...whole(text), placeholder: '[A_1]' }]),
  shiftDecimal: (read, text) => read(text, 3),
  shorten: (read, text) => read(text, 100),
  splitList: (read, text) => read(text, ','),
  stripEnd: (read, text) => read(text, /[.!b]/u),
  tagEnd: (read, text) => read(text, 0),
  trimmedEnd: (read, text) => read(text, whole(text)),
  underlineLevelAt: (read, text) => read(text, 0),
};

/** Functions that are not measured by themselves. */
const exempt = new Set([
  // They read files, in the parsing process, which has a time limit.
  ...['docxToMarkdown', 'pdfToMarkdown', 'pptxToMarkdown', 'xlsxToMarkdown', 'readXlsxSheets'],
  ...['formatText', 'readOfficeParts', 'readZip', 'unpackArchive'],
  // Parts of functions that are measured as a whole: splitMarkdown, findLinks, findPersonalData, viewsOf, readFacts.
  ...['breaksInside', 'createBreaks', 'cutPassages', 'readTag', 'tokeniseTag', 'findIdentifiers'],
  ...['hasContext', 'hasContextBefore', 'replaceParts', 'boundAt', 'writtenAs'],
  // They need a model beside the text, which has its own limits.
  ...['createScreenedText', 'splitWord', 'scoreAttack', 'scoreViewsSync', 'scoreViews', 'readFeatures'],
  ...['rankRead', 'findTextsToScreen'],
  // They need the results of the functions above, and get at most 4,000 characters.
  ...['claimsNothing', 'findSameQuestion', 'judgeNearest', 'findSubject'],
  // They sign or read checkpoints, time stamps and receipts, of at most 64 KiB.
  ...['cosign', 'parseDer', 'verifyTimeStamp', 'verifyReceipt', 'checkReceipt'],
  // Their text is written by this project or by the operator, and is an address, a path or a result.
  ...['toolResult', 'isAuthentic', 'openBackupTarget', 'setAnchorsAside', 'button', 'createScope'],
  ...['labelOfSetting', 'formatPayload', 'mappingOf', 'describeAction', 'readFor', 'parseSecurityStreams'],
  ...['saveUrl', 'keepPrompt', 'choosePurpose', 'newGuardrail'],
  ...['emptyReport', 'createResponseLimiter', 'makeEvent', 'readModelsFile', 'readIdentityFile', 'hashEntry'],
  ...[
    'decodeSegment',
    'moveIntoPlace',
    'numberParameters',
    'findCommit',
    'claimKeys',
    'hasInstallation',
    'inspectDatabase',
    'inspectSearch',
    'migratePostgres',
    'openPostgresKeyChange',
    'reachDatabase',
    'keepAsked',
    'createNodeWatch',
    'openPlain',
  ],
]);

/** The names in the two tables above, each of which must be that of a function. */
export const namesInTables: readonly string[] = [...Object.keys(calls), ...exempt];

export function isMeasured({ name }: TextReader): boolean {
  return !exempt.has(name);
}

export function canCall({ name, needsMore }: TextReader): boolean {
  return !needsMore || calls[name] !== undefined;
}

/** The function, to be called with nothing but a text. */
export async function loadTextReader({ name, path, takes }: TextReader): Promise<(text: string) => unknown> {
  const module: Readonly<Record<string, unknown>> = await import(path);
  const read = module[name];
  if (typeof read !== 'function') throw new Error(`${path} does not export ${name}`);
  const call = calls[name] ?? ((given: Callable, text: string) => given(text));
  const convert = (text: unknown) =>
    takes === 'string' || typeof text !== 'string' ? text : Buffer.from(text);
  return (text) => call((first, ...more) => read(convert(first), ...more), text);
}
