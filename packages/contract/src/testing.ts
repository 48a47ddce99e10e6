export { queryResponseExample } from './examples.ts';
