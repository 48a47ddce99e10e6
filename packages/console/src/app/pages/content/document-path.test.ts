import { sourceSchema } from '@avow/contract/content';
import { describe, expect, it } from 'vitest';
import { suggestPath } from './document-path.ts';

describe('suggestPath', () => {
  it.each([
    ['Opening hours', 'opening-hours.md'],
    ['  Über uns: Café & Bar! ', 'uber-uns-cafe-bar.md'],
    ['../../etc/passwd', 'etc-passwd.md'],
    ['営業時間', '営業時間.md'],
    ['?!', ''],
    ['a'.repeat(500), `${'a'.repeat(80)}.md`],
  ])('makes a path of the title %j', (title, path) => {
    expect(suggestPath(title)).toBe(path);
    if (path !== '') expect(sourceSchema.safeParse(path).success).toBe(true);
  });
});
