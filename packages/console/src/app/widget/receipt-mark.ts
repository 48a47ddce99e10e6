import type { QueryResponse, Receipt, ShownWidget } from '@avow/client';
import { checkReceipt } from '../api/check-receipt.ts';
import { saveFile } from '../design/save-text.ts';
import { button, element } from './elements.ts';
import { widgetTexts } from './widget-texts.ts';

/** With the key that the service publishes: one that only the receipt names proves nothing. */
export type ReadReceipt = () => Promise<readonly [Receipt, Pick<ShownWidget, 'log_key'>]>;

/**
 * The mark below an answer: pressed, it takes the receipt, checks it here against the answer that is shown, and says in words
 * what it proves.
 */
export function receiptMark(
  response: Pick<QueryResponse, 'message_id' | 'answer'>,
  readReceipt: ReadReceipt,
): HTMLElement {
  const said = element('span', { role: 'status' });
  const press = async () => {
    mark.disabled = true;
    said.textContent = '…';
    try {
      said.replaceChildren(...(await describe(response, ...(await readReceipt()))));
    } catch {
      said.textContent = widgetTexts.receiptFailed;
    } finally {
      mark.disabled = false;
    }
  };
  const mark = button(widgetTexts.receipt, () => void press());
  return element('div', { class: 'receipt' }, mark, said);
}

async function describe(
  { message_id: id, answer }: Pick<QueryResponse, 'message_id' | 'answer'>,
  receipt: Receipt,
  { log_key: trustedKey }: Pick<ShownWidget, 'log_key'>,
): Promise<(Node | string)[]> {
  const text = JSON.stringify(receipt);
  // Values that were redacted are shown to the person who wrote them, and are not on record.
  const texts = receipt.state === 'redacted' ? {} : { answer };
  const checked = await checkReceipt(text, { trustedKey, texts });
  if (checked.kind === 'unsupported') return [widgetTexts.receiptFailed];
  if (checked.kind === 'broken' || checked.verified.receipt.messageId !== id)
    return [widgetTexts.receiptBroken];
  const since = new Date(checked.verified.receipt.time).toLocaleString();
  const save = button(widgetTexts.receiptSave, () => saveFile(`${id}-receipt.json`, text));
  return [`${widgetTexts.receiptSound} ${since}. `, save];
}
