import { createHash } from 'node:crypto';
import {
  BundleError,
  type BundleVerifierOptions,
  type VerifiedBundle,
  verifyBundle,
} from '../bundle/verify-bundle.ts';
import { endLineOf, exampleKeyText } from './build-bundle.ts';
import { verifyInNode } from './ed25519.ts';
import { hmac } from './example-log.ts';
import { sha256 } from './naive-tree.ts';

/** Uses the functions of Node and trusts the example key. */
export const exampleVerifier: BundleVerifierOptions = {
  trustedKey: exampleKeyText,
  sha256,
  hmac,
  verify: verifyInNode,
  createDigest: () => createHash('sha256'),
};

/** The outcome of verification as a value, so that valid and invalid bundles can be compared. */
export type BundleOutcome =
  | ({ readonly kind: 'sound' } & VerifiedBundle)
  | ({ readonly kind: 'broken' } & Pick<BundleError, 'line' | 'leafIndex' | 'subject' | 'code' | 'message'>);

export async function outcomeOf(
  chunks: Parameters<typeof verifyBundle>[0],
  checker = exampleVerifier,
): Promise<BundleOutcome> {
  try {
    return { kind: 'sound', ...(await verifyBundle(chunks, checker)) };
  } catch (error) {
    if (!(error instanceof BundleError)) throw error;
    const { line, leafIndex, subject, code, message } = error;
    return { kind: 'broken', line, leafIndex, subject, code, message };
  }
}

export const verifyText = (text: string): Promise<BundleOutcome> =>
  outcomeOf([new TextEncoder().encode(text)]);

/** A bundle of these lines with a matching last line, as somebody who covers up a change would write it. */
export const seal = (lines: readonly string[]): string => [...lines, endLineOf(lines)].join('');
