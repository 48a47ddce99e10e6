import type { TenantId } from '@avow/foundation';
import type { NamedText } from '@avow/ledger-log/entries';

/** What answers were given by, as the log names it. */
export type RuleName =
  /** The publication of this version. */
  | { readonly kind: 'pack'; readonly subject: string; readonly version: number }
  /** A revision, each of which is on the log once. */
  | { readonly kind: 'policy' | 'calibration'; readonly subject: string };

/** What comes with the installation: it is noted on the log of a tenant when its first question is answered by it. */
export interface InstalledRule {
  readonly kind: 'policy' | 'models' | 'settings' | 'software';
  /** Another one for every other content. */
  readonly version: string;
  readonly details: readonly NamedText[];
  /** SHA-256 of the content, in hexadecimal. */
  readonly content: string;
}

/** The entries of the log that say by what rules a tenant's questions are answered. */
export interface RuleStore {
  /** The index of its entry; null: there is none. */
  findRule(tenantId: TenantId, rule: RuleName): Promise<number | null>;
  /** The index of the newest entry of its kind if that has this version, and otherwise of one that says so from now on. */
  noteRule(tenantId: TenantId, rule: InstalledRule, atMs: number): Promise<number>;
}
