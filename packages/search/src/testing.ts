/** The suite that each search engine runs. */

// The suite.

export { describePassageSearch } from './contract/passage-search.suite.ts';
