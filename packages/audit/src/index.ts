export { commit, type Hmac, saltBytes } from './commitment.ts';
export { type Leaf, leafBytes, leafHash, type Sha256 } from './leaf.ts';
