/**
 * The version of all that decides what a passage scores beside the models: rules, readings of disguised text and how scores are
 * combined. Results that were stored under another version are not used.
 */
export const passageRules = 2;
