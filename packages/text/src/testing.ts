export { codePointSlicer } from './test-support/code-point-slicer.ts';
