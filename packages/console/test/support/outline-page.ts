import type { Page } from 'playwright-core';

/** The elements of the page in two parts, what is in `#main` and what is around it, without texts, ids and repetitions. */
export async function outlinePage(page: Page): Promise<{ readonly main: string; readonly around: string }> {
  return await page.evaluate(`(() => {
    const named = new Set(['class', 'style', 'role', 'type', 'lang', 'alt', 'disabled', 'hidden', 'tabindex', 'scope']);
    const isNamed = (name) => named.has(name) || name.startsWith('aria-');
    const isReference = (name) => /^aria-(labelledby|describedby|controls|owns|activedescendant)$/.test(name);
    const outline = (element, left) => {
      const attributes = [...element.attributes]
        .filter(({ name }) => isNamed(name))
        .map(({ name, value }) => name + (isReference(name) ? '' : '=' + value.replace(/\\p{N}+/gu, '0')));
      const inner = [...element.childNodes].flatMap((child) => {
        if (child === left) return [];
        if (child.nodeType === Node.TEXT_NODE) return child.textContent.trim() === '' ? [] : ['text'];
        return child.nodeType === Node.ELEMENT_NODE ? [outline(child, left)] : [];
      });
      const distinct = inner.filter((each, index) => each !== inner[index - 1]);
      return element.tagName + '[' + attributes.sort().join(' ') + '](' + distinct.join(',') + ')';
    };
    const main = document.querySelector('#main');
    return { main: outline(main, null), around: outline(document.documentElement, main) };
  })()`);
}
