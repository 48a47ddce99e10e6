import type { Handover, VisitorOptions } from '@avow/client';
import type { AskClient } from '@avow/client/ask';
import { button, element } from './elements.ts';
import { readAgain } from './read-again.ts';
import { widgetTexts } from './widget-texts.ts';

interface HandoverParts {
  readonly client: AskClient;
  readonly messageId: string;
  readonly options: VisitorOptions;
  readonly signal: AbortSignal;
  /** A person has replied. */
  readonly onNews: () => void;
  readonly onChange: () => void;
  /** Whether somebody still has to reply. */
  readonly onState: (isWaiting: boolean) => void;
}

/** Texts and replies are shown as they were written: what people write is not Markdown. */
interface HandoverView {
  readonly root: HTMLElement;
  /** Shows a handover that was begun on an earlier visit. */
  resume(handover: Handover): void;
}

/** How a visitor reaches a person about one message; null: they do not. */
export function createHandoverView(parts: HandoverParts): HandoverView | null {
  const { chat, link, link_text: linkText } = parts.options.handover;
  if (!chat && link === null) return null;
  const root = element('div', { class: 'handover' });
  const address =
    link === null
      ? []
      : [
          element(
            'a',
            { href: link, target: '_blank', rel: 'noopener noreferrer' },
            linkText ?? widgetTexts.contact,
          ),
        ];
  const open = button(widgetTexts.person, () => {
    root.replaceChildren(requestForm(parts, show));
    root.scrollIntoView({ block: 'nearest' });
  });
  root.append(...(chat ? [open] : []), ...address);

  const said = element('div', { class: 'said' });
  const state = element('p', { class: 'note', role: 'status' });
  /** The newest that is shown, which a slower response does not replace. */
  let shown = '';
  let isFollowed = false;
  function show(handover: Handover): void {
    if (handover.updated_at <= shown) return;
    // What the visitor is writing stays where it is.
    if (shown === '') root.replaceChildren(said, state, furtherForm(parts, show), ...address);
    shown = handover.updated_at;
    said.replaceChildren(...postsOf(handover));
    state.textContent = stateOf(handover);
    parts.onState(handover.state === 'waiting');
    parts.onChange();
    if (!isFollowed && handover.state !== 'closed') void follow();
  }

  /** Until it is closed: a person may reply more than once. */
  async function follow(): Promise<void> {
    isFollowed = true;
    let isOpen = true;
    const read = async () => {
      const handover = await parts.client.getHandover(parts.messageId, { signal: parts.signal });
      if (handover.updated_at <= shown) return false;
      isOpen = handover.state !== 'closed';
      show(handover);
      if (handover.posts.at(-1)?.from !== 'asker') parts.onNews();
      return true;
    };
    while (isOpen && (await readAgain({ read, signal: parts.signal })));
    isFollowed = false;
  }

  return {
    root,
    resume: show,
  };
}

function postsOf({ posts }: Handover): HTMLElement[] {
  return posts
    .filter(({ text }) => text !== '')
    .map(({ from, name, text }) => {
      const isAsker = from === 'asker';
      const who = isAsker ? widgetTexts.youWrote : (name ?? widgetTexts.aPerson);
      const label = element('span', { class: isAsker ? 'hidden-label' : 'who' }, isAsker ? `${who}: ` : who);
      return element('p', { class: isAsker ? 'question post' : 'reply post' }, label, text);
    });
}

function stateOf({ state, email }: Handover): string {
  if (state !== 'waiting') return '';
  return email === null ? widgetTexts.waiting : `${widgetTexts.waiting} ${widgetTexts.alsoTo} ${email}.`;
}

type Show = (handover: Handover) => void;

/** Begins the handover. */
function requestForm(parts: HandoverParts, show: Show): HTMLElement {
  const email = element('input', {
    ...{ type: 'email', maxlength: '254', autocomplete: 'email' },
    'aria-label': widgetTexts.emailOptional,
    placeholder: widgetTexts.emailOptional,
  });
  const fields = parts.options.email_answers ? [email] : [];
  return textForm(parts, { label: widgetTexts.tell, isRequired: false, fields, show }, (text) => ({
    ...(text === '' ? {} : { text }),
    ...(email.value.trim() === '' ? {} : { email: email.value.trim() }),
  }));
}

const furtherForm = (parts: HandoverParts, show: Show) =>
  textForm(parts, { label: widgetTexts.writeMore, isRequired: true, fields: [], show }, (text) => ({ text }));

interface FormShape {
  readonly label: string;
  readonly isRequired: boolean;
  readonly fields: readonly HTMLElement[];
  readonly show: Show;
}

function textForm(
  { client, messageId }: HandoverParts,
  { label, isRequired, fields, show }: FormShape,
  toBody: (text: string) => { readonly text?: string; readonly email?: string },
): HTMLElement {
  const input = element('textarea', {
    ...{ rows: '2', maxlength: '2000', required: isRequired },
    'aria-label': label,
    placeholder: label,
  });
  const problem = element('p', { class: 'problem', role: 'alert' });
  const send = button(widgetTexts.emailSend, () => undefined, { type: 'submit' });
  const form = element('form', { class: 'inner' }, input, ...fields, send, problem);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    send.disabled = true;
    client
      .requestHandover(messageId, toBody(input.value.trim()))
      .then(
        (handover) => {
          input.value = '';
          problem.textContent = '';
          show(handover);
        },
        () => {
          problem.textContent = widgetTexts.notSent;
        },
      )
      .finally(() => {
        send.disabled = false;
      });
  });
  return form;
}
