import { composeReceipt } from '@avow/ledger-log/receipts';
import { exampleReceipt, exampleSigner, receiptKeyText, receiptPartsIn } from '@avow/ledger-log/testing';

/** A receipt, and what both checkers must say of it. */
export interface ReceiptCase {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Whether its texts are compared; they are gone with the content. */
  readonly hasTexts: boolean;
  readonly expected: 'sound' | 'broken';
}

const caseOf = (
  name: string,
  text: string,
  rest: Pick<ReceiptCase, 'hasTexts' | 'expected'>,
): ReceiptCase => ({
  ...{ name, bytes: new TextEncoder().encode(text) },
  ...rest,
});

/** Receipts of every state, from small and large logs. */
export async function listSoundReceipts(): Promise<readonly ReceiptCase[]> {
  const sound = { hasTexts: true, expected: 'sound' } as const;
  const cases: ReceiptCase[] = [];
  for (const state of ['present', 'redacted', 'erased', 'expired', 'dropped'] as const) {
    const hasTexts = state === 'present' || state === 'redacted';
    cases.push(
      caseOf(`a receipt of ${state} content`, await exampleReceipt({ state }), { ...sound, hasTexts }),
    );
  }
  for (const cited of [0, 6])
    cases.push(caseOf(`a receipt that cites ${cited}`, await exampleReceipt({ cited }), sound));
  for (const bits of [0, 1, 16, 24, 40]) {
    const place = { index: 2 ** bits - 1, size: 2 ** bits };
    const further = [['metadata', '{"a":"b"}']] as const;
    const text = composeReceipt(await receiptPartsIn(place, { cited: 3, further }));
    cases.push(caseOf(`the last leaf of 2^${bits}`, text, sound));
  }
  const [first] = cases;
  const indented = JSON.stringify(JSON.parse(new TextDecoder().decode(first?.bytes)), null, '\t');
  return [...cases, caseOf('an indented receipt', `${indented}\r\n`, sound)];
}

/** Whole receipts that prove nothing: consistent in themselves, and signed by a stranger, or of another question. */
export async function listForgedReceipts(): Promise<readonly ReceiptCase[]> {
  const broken = { hasTexts: true, expected: 'broken' } as const;
  const stranger = await exampleSigner(7, receiptKeyText.split('+')[0]);
  return [
    caseOf('a receipt that a stranger signed', await exampleReceipt({ signer: stranger }), broken),
    caseOf('the receipt of another answer', await exampleReceipt({ number: 2 }), broken),
    caseOf('texts for a receipt of erased content', await exampleReceipt({ state: 'erased' }), broken),
  ];
}
