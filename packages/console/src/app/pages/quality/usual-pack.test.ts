import { expect, it } from 'vitest';
import { usualPack } from './usual-pack.ts';

const pack = (id: `pack_${string}`, name: string, version: number | null, day: number) => ({
  ...{ id, name, published_version: version },
  updated_at: `2026-03-0${day}T10:00:00.000Z`,
});

it('shows one’s own served pack that was published last, and the demonstration only if nothing else is served', () => {
  const demonstration = pack('pack_demo', 'avow-documentation', null, 1);
  const packs = [
    demonstration,
    pack('pack_old', 'Prices', 3, 2),
    pack('pack_new', 'Opening hours', 1, 5),
    pack('pack_draft', 'Draft', null, 9),
  ];
  expect(usualPack(packs)).toBe('pack_new');
  expect(usualPack([demonstration, pack('pack_draft', 'Draft', null, 9)])).toBe('pack_draft');
  const served = pack('pack_demo', 'avow-documentation', 1, 1);
  expect(usualPack([pack('pack_draft', 'Draft', null, 9), served])).toBe('pack_demo');
  expect(usualPack([served, pack('pack_old', 'Prices', 3, 1)])).toBe('pack_old');
  expect(usualPack([])).toBeUndefined();
});
