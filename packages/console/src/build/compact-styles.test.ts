import { expect, it } from 'vitest';
import { compactStyle } from './compact-styles.ts';

it('leaves out white space that means nothing, and no other', () => {
  const style = `
a:hover .b > p:not(.c), [hidden] { display: none !important; color: var(--a); }
@media (prefers-color-scheme: dark) {
  :host(:not([theme='light'])) { margin: 0 auto; width: calc(1em + 2px); }
}
`;
  expect(compactStyle(style).trim()).toBe(
    [
      'a:hover .b > p:not(.c),[hidden]{display:none !important;color:var(--a);}',
      "@media (prefers-color-scheme:dark){:host(:not([theme='light'])){margin:0 auto;width:calc(1em + 2px);}}",
    ].join(''),
  );
});
