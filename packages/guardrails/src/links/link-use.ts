/** A place in a text where something is linked to, loaded or run. */
export interface LinkUse {
  /** The range to replace, as UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
  readonly placeholder: string;
  /**
   * `link`: a person has to click it. `load`: it is fetched when the text is displayed, like an image. `active`: it can
   * run code or change the page that displays it.
   */
  readonly kind: 'link' | 'load' | 'active';
  /** The enclosing tag. If only part of a tag were replaced, the rest could form another tag. */
  readonly within?: { readonly start: number; readonly end: number };
  /** The targets as written; empty for active content. */
  readonly targets: readonly string[];
}

export const linkRemoved = '[link removed]';
export const imageRemoved = '[image removed]';
export const contentRemoved = '[removed]';
