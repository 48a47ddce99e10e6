/** A piece of text as the PDF library gives it. */
export interface TextItem {
  readonly str: string;
  /** The last two numbers are where it begins; `y` grows upwards. */
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly hasEOL: boolean;
}

/** Words on one baseline without a wide gap between them. */
export interface TextRun {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly y: number;
  readonly height: number;
  /** The items that it consists of: from `first` to before `end`. */
  readonly first: number;
  readonly end: number;
}

/** A wider gap, in line heights, separates two runs. Justified text stays below; table columns are rarely closer. */
const gapMax = 0.9;
/** Superscripts and subscripts stay on the line, in line heights. */
const baselineShiftMax = 0.35;

export function textItemsOf(content: { readonly items: readonly object[] }): TextItem[] {
  return content.items.filter(isTextItem);
}

/** Without soft hyphens and repeated spaces. */
export function tidySpaces(text: string): string {
  return text.replaceAll('\u00ad', '').replace(/\s+/g, ' ').trim();
}

/** In the order of the file. Rotated text is left out, so that it divides what it stands between. */
export function runsOf(items: readonly TextItem[]): TextRun[] {
  const runs: TextRun[] = [];
  let open: { -readonly [Key in keyof TextRun]: TextRun[Key] } | null = null;
  const close = () => {
    if (open !== null) runs.push({ ...open, text: tidySpaces(open.text) });
    open = null;
  };
  for (const [position, item] of items.entries()) {
    const [, slant = 0, , , , y = 0] = item.transform;
    if (item.str.trim() === '') {
      if (open !== null) open.text += ' ';
    } else if (slant !== 0) {
      close();
    } else {
      const { left, right } = extentOf(item);
      if (open !== null && continuesRun(open, { left, y, height: item.height })) {
        open.text += (left - open.right > 0.15 * item.height ? ' ' : '') + item.str;
        open.right = Math.max(open.right, right);
        open.height = Math.max(open.height, item.height);
        open.end = position + 1;
      } else {
        close();
        open = { text: item.str, left, right, y, height: item.height, first: position, end: position + 1 };
      }
    }
    // An item that ends its line may be blank; the blanks at the end of a run do not belong to it.
    if (item.hasEOL) close();
  }
  close();
  return runs;
}

/** Without the spaces at its ends, which may fill the gap to the next cell. */
export function extentOf({ str, transform, width }: TextItem): {
  readonly left: number;
  readonly right: number;
} {
  const start = transform[4] ?? 0;
  const perUnit = width / widthOf(str);
  const before = str.length - str.trimStart().length;
  const after = str.length - str.trimEnd().length;
  return {
    left: start + before * perUnit * widthOf(' '),
    right: start + width - after * perUnit * widthOf(' '),
  };
}

function continuesRun(
  run: Pick<TextRun, 'right' | 'y' | 'height'>,
  next: Pick<TextRun, 'left' | 'y' | 'height'>,
): boolean {
  const height = Math.max(run.height, next.height);
  const gap = next.left - run.right;
  return Math.abs(next.y - run.y) <= baselineShiftMax * height && gap > -height && gap <= gapMax * height;
}

function isTextItem(item: object): item is TextItem {
  return 'str' in item && 'transform' in item;
}

/** Relative to a lower-case letter, in an ordinary typeface. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) {
    if (/[ilj.,:;'|!()[\]ftrI ]/.test(character)) width += 0.5;
    else if (/[mwMW@%]/.test(character)) width += 1.5;
    else width += /\p{Lu}/u.test(character) ? 1.25 : 1;
  }
  return width;
}
