import type { Installation } from '../installation.ts';

/** Language models that serve, with what tenants may spend on them. */
export type ServedModels = Required<
  Pick<Installation, 'tiers' | 'refinement' | 'verification' | 'guardModel' | 'budgets'>
>;

/**
 * The same parts, with language models that may be replaced while questions are answered. They are read from these
 * parts at each question.
 */
export function makeReplaceable<Parts extends ServedModels>(
  parts: Parts,
): { readonly parts: Parts; replace(next: ServedModels): ServedModels } {
  let current: ServedModels = parts;
  const live: Parts = {
    ...parts,
    get tiers() {
      return current.tiers;
    },
    get refinement() {
      return current.refinement;
    },
    get verification() {
      return current.verification;
    },
    get guardModel() {
      return current.guardModel;
    },
    get budgets() {
      return current.budgets;
    },
  };
  return {
    parts: live,
    replace: (next) => {
      current = next;
      return next;
    },
  };
}
