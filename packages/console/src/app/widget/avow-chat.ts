import { createAskClient } from '@avow/client/ask';
import { type Conversation, createConversation } from './conversation.ts';
import { button, element } from './elements.ts';
import { styles } from './styles.ts';
import { openVisitorMemory } from './visitor-memory.ts';
import { widgetTexts } from './widget-texts.ts';

/** Where the script came from is where the questions go. */
const script = document.currentScript as HTMLScriptElement | null;
const home = script === null ? '' : new URL('.', script.src).href.replace(/\/+$/, '');

/** Where a visitor sees the newest. */
const nearEndPx = 80;

/**
 * `<avow-chat api-key="avw_pub_…">`: asks an Avow service. Everything is inside a shadow root. It sets no cookie; unless the page
 * says `storage="none"`, the browser keeps a secret of the visitor and the id of their thread.
 */
class AvowChat extends HTMLElement {
  static readonly observedAttributes = ['heading', 'placeholder', 'intro'];
  #conversation: Conversation | null = null;
  #isBusy = false;
  readonly #heading = element('h2');
  readonly #intro = element('p', { class: 'note' });
  readonly #log = element('div', {
    class: 'log',
    role: 'log',
    tabindex: '0',
    'aria-label': widgetTexts.conversation,
  });
  readonly #input = element('textarea', {
    rows: '1',
    maxlength: '8000',
    'aria-label': widgetTexts.placeholder,
  });
  readonly #ask = element('button', { type: 'submit', class: 'primary' }, widgetTexts.ask);
  readonly #panel = element('section', { class: 'panel' });
  readonly #launcher = button(widgetTexts.show, () => this.#toggle(), {
    class: 'launcher primary',
    'aria-expanded': 'false',
  });

  constructor() {
    super();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true });
    root.adoptedStyleSheets = [sheet];
    const form = element('form', {}, this.#input, this.#ask);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#submit();
    });
    this.#input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      void this.#submit();
    });
    const restart = button(widgetTexts.restart, () => this.#restart());
    this.#panel.append(element('header', {}, this.#heading, restart), this.#log, form);
    this.#panel.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && this.hasAttribute('floating')) this.#toggle();
    });
    root.append(this.#panel, this.#launcher);
  }

  connectedCallback(): void {
    const isFloating = this.hasAttribute('floating');
    this.#launcher.hidden = !isFloating;
    this.#panel.hidden = isFloating;
    this.attributeChangedCallback();
    this.#conversation ??= this.#open();
  }

  #open(): Conversation {
    const [baseUrl, apiKey] = [this.getAttribute('service') ?? home, this.getAttribute('api-key') ?? ''];
    const mayStore = this.getAttribute('storage') !== 'none';
    const memory = openVisitorMemory(`avow-chat ${baseUrl} ${apiKey}`, mayStore);
    const conversation = createConversation({
      client: createAskClient({ baseUrl, apiKey, visitorToken: memory.token }),
      memory,
      packs: () => (this.getAttribute('packs') ?? '').split(/[\s,]+/).filter((id) => id !== ''),
      show: ({ root }) => {
        this.#intro.remove();
        this.#log.append(root);
        this.#scroll(true);
      },
      onChange: () => this.#scroll(false),
      onNews: () => {
        if (this.#panel.hidden) this.#launcher.textContent = `${widgetTexts.show} (${widgetTexts.news})`;
      },
    });
    void conversation.resume();
    return conversation;
  }

  attributeChangedCallback(): void {
    const heading = this.getAttribute('heading') ?? widgetTexts.heading;
    const placeholder = this.getAttribute('placeholder') ?? widgetTexts.placeholder;
    this.#heading.textContent = heading;
    this.#panel.setAttribute('aria-label', heading);
    this.#input.placeholder = placeholder;
    this.#input.setAttribute('aria-label', placeholder);
    this.#intro.textContent = this.getAttribute('intro') ?? '';
    if (this.#log.childElementCount === 0 && this.#intro.textContent !== '') this.#log.append(this.#intro);
  }

  async #submit(): Promise<void> {
    const question = this.#input.value.trim();
    if (question === '' || this.#isBusy) return;
    this.#input.value = '';
    this.#setBusy(true);
    await this.#conversation?.ask(question);
    this.#setBusy(false);
  }

  /** The button stays in the order of focus while an answer is written. */
  #setBusy(isBusy: boolean): void {
    this.#isBusy = isBusy;
    this.#log.setAttribute('aria-busy', String(isBusy));
    this.#ask.setAttribute('aria-disabled', String(isBusy));
  }

  #restart(): void {
    this.#conversation?.restart();
    this.#log.replaceChildren();
    this.#setBusy(false);
    this.attributeChangedCallback();
    this.#input.focus();
  }

  #toggle(): void {
    const isOpen = this.#panel.hidden;
    this.#panel.hidden = !isOpen;
    this.#launcher.textContent = isOpen ? widgetTexts.hide : widgetTexts.show;
    this.#launcher.setAttribute('aria-expanded', String(isOpen));
    (isOpen ? this.#input : this.#launcher).focus();
  }

  /** A visitor who has scrolled up to read is left there. */
  #scroll(always: boolean): void {
    const { scrollHeight, scrollTop, clientHeight } = this.#log;
    if (always || scrollHeight - scrollTop - clientHeight < nearEndPx) this.#log.scrollTop = scrollHeight;
  }
}

// A page may name the script twice.
if (customElements.get('avow-chat') === undefined) customElements.define('avow-chat', AvowChat);
