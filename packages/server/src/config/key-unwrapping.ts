import { type KeyUnwrapping, parseKeyUnwrapping } from '@avow/foundation';
import type { Setting } from './settings.ts';

/** Where a wrapped key is unwrapped. */
export function keyUnwrapping(
  named: Pick<Setting<unknown>, 'variable' | 'meaning'>,
): Setting<KeyUnwrapping | null> {
  return {
    ...named,
    defaultText: 'none',
    read: (text) => {
      if (text === undefined) return null;
      const parsed = parseKeyUnwrapping(text);
      if (parsed !== null) return parsed;
      throw new Error(
        'must be age: or command: and an absolute path, or an https address without credentials or a query',
      );
    },
  };
}
