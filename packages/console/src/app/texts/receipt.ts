/** The page that checks receipts, wherever it is opened, and where the console and the widget speak of them. */
export const receiptTexts = {
  title: 'Check a receipt',
  explain:
    'A receipt proves that an answer is on record, unchanged. This page checks it here, in your browser: nothing is sent anywhere.',
  receipt: 'The receipt',
  receiptHint: 'Paste it, or choose the file.',
  file: 'Choose a file',
  key: 'The key of the log',
  keyHint:
    'It begins with “avow/”. Ask the operator for it in another way than by the receipt, and keep it. Without it, the receipt is checked only against itself.',
  question: 'The question (optional)',
  answer: 'The answer (optional)',
  response: 'The whole response, as it came (optional)',
  textsHint: 'Exactly as they were: a different space is a different text.',
  check: 'Check',
  none: 'Paste a receipt, or choose its file, first.',
  sound: 'This is on record, unchanged.',
  broken: 'This does not verify.',
  unsupported: 'This browser cannot verify Ed25519 signatures. Use a newer one, or npx avow verify.',
  facts: {
    message: 'Message',
    asked: 'Asked',
    status: 'Status',
    state: 'Content',
    place: 'Place in the log',
    root: 'Root hash',
    compared: 'Compared, and the same',
    sources: 'Cited',
    key: 'Key of the log',
  },
  states: {
    present: 'stored',
    redacted: 'stored, with something redacted',
    erased: 'erased since, which the log says too',
    expired: 'expired since, which the log says too',
    dropped: 'dropped since, which the log says too',
  },
  nothingCompared: 'nothing: give the question, the answer or the response to compare them',
  place: (leaf: number, size: number) => `entry ${leaf} of ${size}`,
  version: (number: number, pack: string) => `version ${number} of ${pack}`,
  trusted: 'The signature is by the key that you gave.',
  untrusted:
    'The signature is by the key in the receipt, which the creator of the receipt could have created too. Compare it with the one that the operator published.',
  explainInConsole:
    'A receipt proves this answer to anybody, without access to this service. It is checked here before it is saved.',
  save: 'Save the receipt',
  page: 'Check a receipt',
} as const;
