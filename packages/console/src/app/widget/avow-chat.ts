import type { WidgetSettings } from '@avow/client';
import { type AskClient, createAskClient } from '@avow/client/ask';
import { chooseTexts } from './choose-texts.ts';
import { colorStyles } from './color-styles.ts';
import { createConversation, type VisitorConversation } from './conversation.ts';
import { drawLogo } from './draw-logo.ts';
import { button, element } from './elements.ts';
import { automaticLine, openingOf, openingStyles, privacyLink } from './opening.ts';
import { speak } from './speak.ts';
import { styles } from './styles.ts';
import { openVisitorMemory, type VisitorMemory } from './visitor-memory.ts';
import { widgetTexts } from './widget-texts.ts';

/** Where the script came from is where the questions go. */
const script = document.currentScript as HTMLScriptElement | null;
const home = script === null ? '' : new URL('.', script.src).href.replace(/\/+$/, '');

/** Where a visitor sees the newest. */
const nearEndPx = 80;

/** Longer than that, a page does not wait for the settings of its widget. */
const settingsMs = 5000;

/** Whom a chat asks, and what it remembers of its visitor. */
export interface ChatConnection {
  readonly client: AskClient;
  readonly memory: VisitorMemory;
}

type Texts = NonNullable<ReturnType<typeof chooseTexts>>;

/**
 * `<avow-chat api-key="avw_pub_…">`: asks an Avow service. Everything is inside a shadow root. It sets no cookie; unless the page
 * says `storage="none"`, the browser keeps a secret of the visitor and the id of their thread.
 */
export class AvowChat extends HTMLElement {
  static readonly observedAttributes = ['heading', 'placeholder', 'intro'];
  #conversation: VisitorConversation | null = null;
  #isBusy = false;
  #texts: Texts | null = null;
  /** What the page says itself, which counts more than the settings. */
  #ofPage = { isFloating: false, theme: null as string | null };
  readonly #colors = new CSSStyleSheet();
  readonly #logo = element('span');
  readonly #foot = element('div');
  readonly #heading = element('h2');
  readonly #intro = element('div', { class: 'opening' });
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
  readonly #restartButton = button(widgetTexts.restart, () => this.#restart());
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
    root.adoptedStyleSheets = [sheet, this.#colors];
    const form = element('form', {}, this.#input, this.#ask);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#submitTyped();
    });
    this.#input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      this.#submitTyped();
    });
    const header = element('header', {}, this.#logo, this.#heading, this.#restartButton);
    this.#panel.append(header, this.#log, form, this.#foot);
    this.#panel.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && this.hasAttribute('floating')) this.#toggle();
    });
  }

  connectedCallback(): void {
    if (this.#conversation !== null) return;
    this.#ofPage = { isFloating: this.hasAttribute('floating'), theme: this.getAttribute('theme') };
    const connected = this.connect();
    const conversation = createConversation({
      ...connected,
      packs: () => (this.getAttribute('packs') ?? '').split(/[\s,]+/).filter((id) => id !== ''),
      show: ({ root }) => {
        this.#intro.remove();
        this.#log.append(root);
        this.#scroll(true);
      },
      showLine: (line) => {
        this.#log.append(line);
        this.#scroll(false);
      },
      onChange: () => this.#scroll(false),
      onNews: () => {
        if (this.#panel.hidden) this.#launcher.textContent = `${widgetTexts.show} (${widgetTexts.news})`;
      },
    });
    this.#conversation = conversation;
    void this.readSettings(connected.client).then((settings) => {
      this.show(settings, navigator.languages);
      return conversation.resume();
    });
  }

  /** Whom it asks, and what it remembers of its visitor. */
  protected connect(): ChatConnection {
    const [baseUrl, apiKey] = [this.getAttribute('service') ?? home, this.getAttribute('api-key') ?? ''];
    const mayStore = this.getAttribute('storage') !== 'none';
    const memory = openVisitorMemory(`avow-chat ${baseUrl} ${apiKey}`, mayStore);
    return { client: createAskClient({ baseUrl, apiKey, visitorToken: memory.token }), memory };
  }

  /** What the service says of the widget of this key; null: nothing, and it looks as usual. */
  protected async readSettings(client: AskClient): Promise<WidgetSettings | null> {
    try {
      return await client.getWidgetSettings({ signal: AbortSignal.timeout(settingsMs) });
    } catch {
      return null;
    }
  }

  /** Whether it is open before anybody opens it, if it floats. */
  protected startsOpen(): boolean {
    return false;
  }

  /** Shows the widget as the settings say, unless the page says otherwise: from now on it can be seen. */
  protected show(settings: WidgetSettings | null, languages: readonly string[]): void {
    const { position = 'in_page', theme = 'auto' } = settings ?? {};
    const isFloating = this.#ofPage.isFloating || position !== 'in_page';
    this.toggleAttribute('floating', isFloating);
    this.setAttribute('mark', settings?.mark ?? 'each_answer');
    this.setAttribute('side', position === 'bottom_left' ? 'left' : 'right');
    const shownTheme = this.#ofPage.theme ?? theme;
    if (shownTheme === 'auto') this.removeAttribute('theme');
    else this.setAttribute('theme', shownTheme);
    this.#texts = chooseTexts(settings?.texts ?? [], languages);
    this.#label(settings);
    this.#colors.replaceSync(`${openingStyles}${settings === null ? '' : colorStyles(settings)}`);
    void this.#showLogo(settings?.logo ?? null);
    this.#panel.hidden = isFloating && !this.startsOpen();
    this.#launcher.hidden = !isFloating;
    this.#launcher.setAttribute('aria-expanded', String(!this.#panel.hidden));
    if (this.#panel.parentNode === null) this.shadowRoot?.append(this.#panel, this.#launcher);
  }

  /** In the language of the texts that were chosen, as far as the widget speaks it. */
  #label(settings: WidgetSettings | null): void {
    if (this.#texts !== null) this.#panel.lang = speak(this.#texts.language);
    this.#restartButton.textContent = widgetTexts.restart;
    this.#ask.textContent = widgetTexts.ask;
    this.#log.setAttribute('aria-label', widgetTexts.conversation);
    this.#launcher.textContent = this.startsOpen() ? widgetTexts.hide : widgetTexts.show;
    const foot = [automaticLine(settings?.mark ?? ''), privacyLink(settings?.privacy_url ?? null)];
    this.#foot.replaceChildren(...foot.filter((each) => each !== null));
    this.attributeChangedCallback();
  }

  async #showLogo(data: string | null): Promise<void> {
    const drawn = data === null ? null : await drawLogo(data);
    this.#logo.replaceChildren(...(drawn === null ? [] : [drawn]));
    this.#logo.hidden = drawn === null;
  }

  attributeChangedCallback(): void {
    const texts = this.#texts;
    const heading = this.getAttribute('heading') ?? texts?.heading ?? widgetTexts.heading;
    const placeholder = this.getAttribute('placeholder') ?? texts?.placeholder ?? widgetTexts.placeholder;
    const language = texts?.language ?? '';
    this.#heading.textContent = heading;
    this.#panel.setAttribute('aria-label', heading);
    this.#input.placeholder = placeholder;
    this.#input.setAttribute('aria-label', placeholder);
    for (const each of [this.#heading, this.#input, this.#intro]) each.lang = language;
    const opening = openingOf({
      greeting: this.getAttribute('intro') ?? texts?.greeting ?? '',
      sampleQuestions: texts?.sample_questions ?? [],
      onAsk: (question) => void this.#submit(question),
    });
    this.#intro.replaceChildren(...opening);
    if (this.#log.childElementCount === 0 && opening.length > 0) this.#log.append(this.#intro);
  }

  async #submit(question: string): Promise<void> {
    if (question === '' || this.#isBusy) return;
    this.#setBusy(true);
    this.#input.focus();
    await this.#conversation?.ask(question);
    this.#setBusy(false);
  }

  #submitTyped(): void {
    const question = this.#input.value.trim();
    if (this.#isBusy) return;
    this.#input.value = '';
    void this.#submit(question);
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
    // What came while it was closed is at the end.
    if (isOpen) this.#scroll(true);
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
