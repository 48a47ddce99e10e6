import type { Page } from 'playwright-core';

/**
 * The elements of the page as they are drawn in windows of this width and theme, without texts, ids and repetitions: what is in
 * `#main`, where there is one, and what is around it. What is in frames is not outlined: a page with frames is like no other.
 */
export async function outlinePage(page: Page): Promise<readonly string[]> {
  const parts: readonly string[] = await page.evaluate(`(() => {
    const named = new Set(['class', 'style', 'role', 'type', 'lang', 'alt', 'disabled', 'hidden', 'tabindex', 'scope']);
    const isNamed = (name) => named.has(name) || name.startsWith('aria-') || name.startsWith('data-');
    const isReference = (name) => /^aria-(labelledby|describedby|controls|owns|activedescendant)$|^data-/.test(name);
    const outline = (element, left) => {
      const attributes = [...element.attributes]
        .filter(({ name }) => isNamed(name))
        .map(({ name, value }) => name + (isReference(name) ? '' : '=' + value.replace(/\\p{N}+/gu, '0')));
      const inner = [...(element.shadowRoot?.childNodes ?? []), ...element.childNodes].flatMap((child) => {
        if (child === left) return [];
        if (child.nodeType === Node.TEXT_NODE) return child.textContent.trim() === '' ? [] : ['text'];
        return child.nodeType === Node.ELEMENT_NODE ? [outline(child, left)] : [];
      });
      const distinct = inner.filter((each, index) => each !== inner[index - 1]);
      return element.tagName + '[' + attributes.sort().join(' ') + '](' + distinct.join(',') + ')';
    };
    const main = document.querySelector('#main');
    const drawn = innerWidth + (matchMedia('(prefers-color-scheme: dark)').matches ? ' dark ' : ' light ');
    const theme = document.documentElement.dataset.theme ?? '';
    return [...(main === null ? [] : [main]), document.documentElement].map(
      (part) => drawn + theme + outline(part, main === part ? null : main),
    );
  })()`);
  return page.frames().length === 1 ? parts : [...parts, `frames ${Math.random()}`];
}
