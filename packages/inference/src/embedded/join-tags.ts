import { tagCount } from './screening-rules.ts';
import type { TextWindow } from './split-windows.ts';

/** What the tags of one window say. */
export interface TaggedWindow {
  readonly window: TextWindow;
  /** As many logits as there are tags for each of its tokens. */
  readonly tags: Float32Array;
}

/**
 * The logits of each token of a text. Of a token that two windows have, those of the window in which it stands further from
 * the edge: there the model saw more of what is around it.
 */
export function joinTags(windows: readonly TaggedWindow[]): readonly Float32Array[] {
  const joined: Float32Array[] = [];
  const depths: number[] = [];
  for (const { window, tags } of windows) {
    const { firstToken, textAt } = window;
    const count = window.ids.length - 1 - textAt;
    for (let at = 0; at < count; at += 1) {
      const depth = Math.min(at, count - 1 - at);
      if (depth <= (depths[firstToken + at] ?? -1)) continue;
      depths[firstToken + at] = depth;
      joined[firstToken + at] = tags.subarray((textAt + at) * tagCount, (textAt + at + 1) * tagCount);
    }
  }
  return joined;
}
