/** A place in a text where something is linked to, loaded or run. */
export interface LinkUse {
  /** What would be replaced. UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
  readonly placeholder: string;
  /**
   * `link`: somebody has to follow it. `load`: it is fetched when the text is shown, as images are. `active`: it can run
   * or change the page that it is shown on.
   */
  readonly kind: 'link' | 'load' | 'active';
  /** The tag that it stands in. Were only a part of a tag replaced, the rest could become another one. */
  readonly within?: { readonly start: number; readonly end: number };
  /** Where it leads, as written. None where it is not about where: active content. */
  readonly targets: readonly string[];
}

export const linkRemoved = '[link removed]';
export const imageRemoved = '[image removed]';
export const contentRemoved = '[removed]';
