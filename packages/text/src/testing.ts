/** What tests of other packages do with text. */

// Positions.

export { codePointSlicer } from './test-support/code-point-slicer.ts';
