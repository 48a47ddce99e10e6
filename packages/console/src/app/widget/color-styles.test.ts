import { describe, expect, it } from 'vitest';
import { colorStyles } from './color-styles.ts';

const styled = (accent_color: string | null, header_color: string | null = null) =>
  colorStyles({ accent_color, header_color });
const valuesOf = (styles: string, name: string) =>
  [...styles.matchAll(new RegExp(`${name}: ([^;]+);`, 'g'))].map(([, value]) => value);

describe('the colours of a widget', () => {
  it('are used for buttons as they are, with text that can be read on them', () => {
    expect(valuesOf(styled('#ffee00'), '--a')).toContain('rgb(255 238 0)');
    expect(valuesOf(styled('#ffee00'), '--a-text')).toEqual(Array(3).fill('rgb(0 0 0)'));
    expect(valuesOf(styled('#1d4ed8'), '--a-text')).toEqual(Array(3).fill('rgb(255 255 255)'));
  });

  it('are darkened on white and lightened on black for links', () => {
    const [onWhite, onDark] = valuesOf(styled('#777777'), '--link');
    expect(onWhite).not.toBe('rgb(119 119 119)');
    expect(Number(/\d+/.exec(onWhite ?? '')?.[0])).toBeLessThan(119);
    expect(Number(/\d+/.exec(onDark ?? '')?.[0])).toBeGreaterThan(118);
    expect(valuesOf(styled('#000080'), '--link')[0]).toBe('rgb(0 0 128)');
  });

  it('give the heading black or white text', () => {
    expect(styled(null, '#ffffff')).toContain('header { background: rgb(255 255 255); color: rgb(0 0 0); }');
    expect(styled(null, '#4a044e')).toContain('color: rgb(255 255 255)');
    expect(styled(null)).not.toContain('header {');
  });

  it('are nothing that is not a colour', () => {
    for (const wrong of ['red', '#fff', '#12345g', '#ffffff} a { color: red'])
      expect(styled(wrong, wrong)).toBe(styled(null));
  });
});
