/** What an attack on a prompt tries to do. */
export type AttackKind =
  | 'override'
  | 'extraction'
  | 'role'
  | 'fake_message'
  | 'refusal_suppression'
  | 'output_hijack'
  | 'exfiltration'
  | 'smuggling'
  | 'reader_orders'
  | 'hidden_text';

/** One sentence for the record, which quotes nothing of the text. */
export const attackReasonings: Readonly<Record<AttackKind, string>> = {
  override: 'The text asks to set aside the instructions that govern the answer.',
  extraction: 'The text asks for the instructions or secrets that govern the answer.',
  role: 'The text asks the service to play a role without rules.',
  fake_message: 'The text imitates messages of the system or of its operator.',
  refusal_suppression: 'The text forbids refusals, warnings or doubts.',
  output_hijack: 'The text dictates the answer to any question.',
  exfiltration: 'The text asks for data to be sent to an outside address.',
  smuggling: 'The text asks for an encoded message to be decoded and obeyed.',
  reader_orders: 'The text gives instructions to language models that read it.',
  hidden_text: 'The text contains a message that people cannot see.',
};
