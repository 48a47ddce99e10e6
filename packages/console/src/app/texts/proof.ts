/** What a leaf commits to. */
const fieldNames: Readonly<Record<string, string>> = {
  question: 'the question',
  refined_question: 'what was searched for',
  answer: 'the answer',
  response: 'the whole response',
  metadata: 'the metadata',
  end_user_id: 'who asked',
  content_state: 'whether the content is stored',
  facts: 'the facts of the record',
  sources: 'what the answer cites',
};

export const proofTexts = {
  check: 'Check the proof in this browser',
  again: 'Check again',
  explain:
    'The service delivers the record, its leaf, an inclusion proof and a signed checkpoint. This page recomputes every hash and verifies the signature itself.',
  steps: {
    key: 'The key of the log is well formed',
    signature: 'The checkpoint is signed with this key',
    leaf: 'The leaf has the hash that the record names',
    inclusion: 'The signed tree contains the leaf at its position',
    subject: 'The leaf belongs to this message',
    content: 'The texts shown are those that the leaf commits to',
  },
  holds: 'The record is in the log, unchanged.',
  broken: 'The proof does not hold. Do not rely on this record, and report it to the operator.',
  waiting: 'The message has not ended, so it has no leaf yet.',
  position: 'Position in the log',
  treeSize: 'Leaves in the signed tree',
  root: 'Root hash',
  leafHash: 'Leaf hash',
  signedAt: 'Signed',
  key: 'Key of the log',
  sameKey: 'The same key as at the first check in this browser.',
  newKey: 'The first check in this browser: compare the key with one that you obtained separately.',
  followedKey: 'The key of earlier checks in this browser has signed that this one replaces it.',
  otherKey:
    'This is not the key of earlier checks in this browser, and it is not proved that it replaces that one in the same log. Compare it with the key that the operator published.',
  unknownKey:
    'This is not the key of earlier checks in this browser. It could not be compared with that one, because the statements about changes of the key could not be read. Check again, or compare it with the key that the operator published.',
  fields: (names: readonly string[]) =>
    `Compared: ${names.map((name) => fieldNames[name] ?? name).join(', ')}.`,
  note: 'Signed checkpoint',
  unsupported: 'This browser cannot verify Ed25519 signatures. Use a newer one, or npx avow audit check.',
};
