import { InvalidArgumentError } from 'commander';
import type { PackOptions } from '../../content/commands/with-packs.ts';
import { readTier, readVersion, type Tier } from './read-numbers.ts';

/** The options of `avow eval run`. */
export interface RunOptions extends PackOptions {
  readonly draft?: true;
  readonly version?: number;
  readonly tier?: Tier;
  readonly policy?: string;
  readonly compare?: CompareTarget;
  readonly jsonFile?: string;
  readonly junit?: string;
  readonly html?: string;
  readonly atOnce: number;
  readonly resume?: string;
  readonly minAccuracy?: number;
  readonly tolerance?: number;
}

/** What a run is compared with: another subject, or the same under another tier or policy, or a previous run. */
export type CompareTarget =
  | { readonly kind: 'draft' | 'published' }
  | { readonly kind: 'version'; readonly version: number }
  | { readonly kind: 'tier'; readonly tier: Tier }
  | { readonly kind: 'policy'; readonly file: string }
  | { readonly kind: 'report'; readonly file: string };

export function readCompareTarget(text: string): CompareTarget {
  if (text === 'draft' || text === 'published') return { kind: text };
  const [, kind = '', value = ''] = /^([a-z]+):(.+)$/s.exec(text) ?? [];
  switch (kind) {
    case 'version':
      return { kind, version: readVersion(value) };
    case 'tier':
      return { kind, tier: readTier(value) };
    case 'policy':
    case 'report':
      return { kind, file: value };
    default:
      throw new InvalidArgumentError(
        'Expected published, draft, version:NUMBER, tier:NUMBER, policy:FILE or report:FILE.',
      );
  }
}
