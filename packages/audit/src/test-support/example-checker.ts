import { createHash } from 'node:crypto';
import { type BundleChecker, type BundleVerdict, checkBundle } from '../bundle/check-bundle.ts';
import { endLineOf, exampleKeyText } from './build-bundle.ts';
import { verifyInNode } from './ed25519.ts';
import { hmac } from './example-log.ts';
import { sha256 } from './naive-tree.ts';

/** As Node has its functions, and trusting the key of the examples. */
export const exampleChecker: BundleChecker = {
  trustedKey: exampleKeyText,
  sha256,
  hmac,
  verify: verifyInNode,
  createDigest: () => createHash('sha256'),
};

export const checkText = (text: string): Promise<BundleVerdict> =>
  checkBundle([new TextEncoder().encode(text)], exampleChecker);

/** A bundle of these lines with a last line that fits them: what somebody does who covers up a change. */
export const seal = (lines: readonly string[]): string => [...lines, endLineOf(lines)].join('');
