export { describePassageSearch } from './contract/passage-search.suite.ts';
