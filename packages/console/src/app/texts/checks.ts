/** What each check of a guardrail is called, and what it does in a line. */
export const checkNames: Readonly<Record<string, string>> = {
  prompt_size: 'Length of the question',
  control_characters: 'Control characters',
  prompt_attack: 'Prompt attack',
  personal_data: 'Personal data',
  secrets: 'Secrets',
  unsafe_content: 'Unsafe content',
  topic: 'Topics',
  words: 'Words',
  profanity: 'Profanity',
  prompt_leak: 'Leaked instructions',
  links: 'Links',
  grounding: 'Grounding',
  relevance: 'Relevance',
  format: 'Format',
  pattern: 'Pattern',
  rule: 'Rule in your own words',
};

export const checkHints: Readonly<Record<string, string>> = {
  prompt_size: 'Stops questions that are longer than you allow.',
  control_characters: 'Stops questions with hidden characters, which people use to smuggle instructions in.',
  prompt_attack: 'Finds texts that try to give Avow orders, such as “ignore your instructions”.',
  personal_data: 'Finds numbers, addresses and names that point to a person.',
  secrets: 'Finds keys, tokens and passwords.',
  unsafe_content: 'Finds hate, harassment, threats, self-harm, weapons and crime, with a score for each.',
  topic:
    'Goes by what a question means: stops questions about topics that you deny, or about anything but those that you allow.',
  words: 'Finds words and phrases of your list, whatever their case, accents or disguise.',
  profanity: 'Finds strong language. It only notes it.',
  prompt_leak: 'Stops answers that repeat instructions or texts that nobody should see.',
  links: 'Takes links, images and markup out of answers that lead to places you have not named.',
  grounding: 'Stops answers that do not rest on the words of your content.',
  relevance: 'Marks answers that may not fit the question.',
  format: 'Checks how long an answer is, its language, or its form.',
  pattern: 'Finds what matches a regular expression, such as an order number.',
  rule: 'Asks a language model whether a text follows a rule that you write in plain words.',
};

/** Names of settings of checks; a setting without one is called as on the wire. */
const settingLabels: Readonly<Record<string, string>> = {
  'prompt_size.code_points_max': 'Most characters',
  'prompt_attack.flag_from': 'Note in the record from a score of',
  'prompt_attack.learn_from_feedback': 'Propose a higher score if people call what it blocked harmless',
  'personal_data.types': 'What to do about each kind of data',
  'unsafe_content.thresholds': 'Scores from which single kinds count',
  'unsafe_content.flag_from': 'Note in the record from a score of',
  'unsafe_content.learn_from_feedback': 'Propose higher scores if people call what it blocked harmless',
  'topic.allowed': 'Allowed topics',
  'topic.denied': 'Denied topics',
  'words.words': 'Words',
  'prompt_leak.canaries': 'Texts that no answer may contain',
  'prompt_leak.instructions': 'Instructions that no answer may repeat',
  'links.allowed_hosts': 'Hosts that answers may link to',
  'grounding.supported_min': 'Least support',
  'grounding.contradicted_max': 'Most contradiction',
  'grounding.sentence_contradicted_max': 'Most contradiction of one sentence',
  'grounding.generated_supported_min': 'Least support of a sentence that a model wrote',
  'grounding.when_judge_unavailable': 'If the model that judges support is not available',
  'format.code_points_max': 'Most characters',
  'format.languages': 'Languages',
  'format.json_schema': 'JSON schema',
  'pattern.pattern': 'Pattern',
  'pattern.ignore_case': 'Capital and small letters are the same',
  'rule.rule': 'Rule',
  'rule.examples': 'Examples',
};

export function labelOfSetting(check: string, name: string): string {
  return (
    settingLabels[`${check}.${name}`] ??
    `${name.slice(0, 1).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`
  );
}

/** What a setting means, where its name does not say it. */
export const settingHints: Readonly<Record<string, string>> = {
  'prompt_attack.flag_from': 'For scores that are too low to count. Empty: they are not noted.',
  'unsafe_content.flag_from': 'For scores that are too low to count. Empty: they are not noted.',
  'unsafe_content.thresholds': 'Empty: as the whole check. 1 switches a kind off.',
  'topic.allowed':
    'Only for a chat that answers nothing else: with any topic here, a question about something else counts as a finding.',
  'topic.denied': 'What should not be asked here: a question about one of these counts as a finding.',
  'words.words': 'Whole words and phrases, one per line.',
  'prompt_leak.canaries':
    'One per line. Put one into a document that nobody should see to learn if it gets out.',
  'links.allowed_hosts':
    'One per line, such as example.com or *.example.com. Cited pages are always allowed.',
  'format.languages': 'Codes such as en or de, one per line. Empty: any language.',
  'format.code_points_max': 'Empty: any length.',
  'format.json_schema': 'Only for answers that programs read. Empty: any form.',
  'pattern.pattern': 'A regular expression in RE2 syntax, such as ORD-[0-9]{6}.',
  'rule.rule': 'Such as “The answer must not promise a refund.” It needs a language model for guardrails.',
  'rule.examples': 'Texts that follow the rule and texts that break it.',
  'grounding.generated_supported_min': 'A sentence with less support is taken out of the answer.',
};

/** Kinds of personal data, after the groups that stand for several of them. */
export const personalDataGroupNames: Readonly<Record<string, string>> = {
  identifiers: 'Numbers of persons and accounts',
  contact: 'Contact details',
  network: 'Network addresses',
  names: 'Names of people, places and organisations',
};

export const personalDataTypes: Readonly<Record<string, string>> = {
  email: 'E-mail address',
  phone: 'Phone number',
  address: 'Postal address',
  card: 'Payment card',
  iban: 'IBAN',
  bank_account: 'Bank account',
  bank_routing: 'Bank routing number',
  swift_bic: 'BIC',
  wallet: 'Wallet address',
  date_of_birth: 'Date of birth',
  passport: 'Passport',
  driving_licence: 'Driving licence',
  health_record: 'Health record number',
  us_ssn: 'Social security number (US)',
  uk_nino: 'National insurance number (UK)',
  uk_nhs: 'NHS number (UK)',
  de_tax_id: 'Tax number (Germany)',
  de_id_card: 'Identity card (Germany)',
  fr_nir: 'Social security number (France)',
  eu_vat: 'VAT number (EU)',
  ip_address: 'IP address',
  mac_address: 'MAC address',
  person: 'Name of a person',
  place: 'Name of a place',
  organisation: 'Name of an organisation',
};

export const unsafeKindNames: Readonly<Record<string, string>> = {
  hate: 'Hate',
  harassment: 'Harassment',
  self_harm: 'Self-harm',
  sexual: 'Sexual content',
  violence: 'Violence',
  weapons: 'Weapons',
  crime: 'Crime',
};

export const formTexts = {
  addTopic: (list: string) => `Add to: ${list}`,
  readyTopics: 'Or begin with one that is ready, and change it:',
  fewExamples: (count: number) =>
    `${count === 0 ? 'It has no examples' : count === 1 ? 'It has one example' : `It has ${count} examples`}, so it finds little more than questions that are worded like its description. Give three to five.`,
  proposedExamples: 'Questions that you may add as examples:',
  addProposed: (question: string) => `Add “${question}”`,
  findAsked: 'Find some in what was asked',
  findAskedHint: 'Reads the last 100 messages, and the access is on the log.',
  noneAsked: 'Nothing like it was asked in the last 100 messages.',
  closestAsked: 'Asked here, the closest first. Add only those that belong to the topic:',
  topic: (number: number) => `Topic ${number}`,
  topicName: 'Name of the topic',
  topicDescription: 'What it is about',
  topicDescriptionHint: 'A sentence, such as “Questions about lawsuits, contracts and the law.”',
  topicExamples: 'Questions of this kind',
  topicExamplesHint:
    'Three to five, as people ask them, one per line. The more they differ, the more is found.',
  removeTopic: (name: string) => `Remove ${name}`,
  noTopics: 'None yet.',
  addExample: 'Add an example',
  exampleText: (number: number) => `Example ${number}`,
  breaksRule: 'It breaks the rule',
  removeExample: (number: number) => `Remove example ${number}`,
  addType: 'Another kind of data',
  addTypeChoose: 'Choose…',
  itsGroup: 'As its group',
  actionByData: 'What is done on a finding depends on the kind of data, below.',
  sentenceTitle: 'Try a sentence',
  sentenceHint: 'Shows which check does what with it, by the policy as it is edited here. Nothing is stored.',
  sentence: 'Sentence',
  sentencePlaceholder: 'Type what somebody might ask',
  sentenceAs: 'Take it as',
  sentenceRun: 'Check it',
  outcomes: {
    none: 'It passes every check.',
    flag: 'It passes, and is flagged.',
    redact: 'Parts of it are replaced.',
    block: 'It is blocked.',
  } as Record<string, string>,
  dropped: 'The passage is left out.',
  becomes: 'After the checks it reads:',
  faultIn: (name: string, message: string) => `${name}: ${message}.`,
};
