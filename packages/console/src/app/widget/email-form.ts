import { button, element } from './elements.ts';
import { widgetTexts } from './widget-texts.ts';

/** Asks for an address, and says whether something will be sent to it. */
export function emailForm(keep: (email: string) => Promise<unknown>): HTMLElement {
  const input = element('input', {
    ...{ type: 'email', required: true, maxlength: '254', autocomplete: 'email' },
    'aria-label': widgetTexts.email,
    placeholder: widgetTexts.email,
  });
  const said = element('p', { class: 'note', role: 'status' });
  const send = button(widgetTexts.emailSend, () => undefined, { type: 'submit' });
  const form = element('form', { class: 'inner' }, element('p', {}, widgetTexts.emailAsk), input, send);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    keep(input.value.trim()).then(
      () => {
        form.remove();
        said.textContent = `${widgetTexts.emailKept} ${input.value.trim()}.`;
      },
      () => {
        said.textContent = widgetTexts.emailWrong;
      },
    );
  });
  return element('div', {}, form, said);
}
