import { scores } from '../personal-data/data-types.ts';
import { entropyOf, isExample, isSlot } from './example-values.ts';
import type { FoundSecret } from './secret-types.ts';

const webToken = /(?<![\w-])eyJ[\w-]{6,4000}\.[\w-]{2,8000}\.[\w-]{0,2000}(?![\w-])/g;

function hasTokenHeader(token: string): boolean {
  try {
    const header: unknown = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString('utf8'));
    return (
      typeof header === 'object' && header !== null && ('alg' in header || 'typ' in header || 'enc' in header)
    );
  } catch {
    return false;
  }
}

/** The subject of the example token in tutorials. */
const tutorialSubject = /"sub":"(?:1234567890|0123456789)"|John Doe|example/i;

function isTutorialToken(token: string): boolean {
  return tutorialSubject.test(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
}

function findWebTokens(text: string): readonly FoundSecret[] {
  if (!text.includes('eyJ')) return [];
  return Array.from(text.matchAll(webToken))
    .filter(([token]) => hasTokenHeader(token))
    .map(({ 0: token, index: start }) => ({
      type: 'json_web_token',
      start,
      end: start + token.length,
      score: isTutorialToken(token) ? scores.hinted : scores.sure,
    }));
}

const bearer = /(?<![\w-])bearer[ \t]{1,4}["']?([\w.~+/-]{16,2000}={0,2})(?![\w~+/-])/gi;
const basic = /(?<![\w-])basic[ \t]{1,4}["']?([A-Za-z0-9+/]{8,400}={0,2})(?![\w+/-])/gi;
const bearerEntropyMin = 3.3;

function findBearerTokens(text: string): readonly FoundSecret[] {
  const found: FoundSecret[] = [];
  for (const { 0: whole, 1: token = '', index } of text.matchAll(bearer)) {
    if (isSlot(token) || !/\d/.test(token) || entropyOf(token) < bearerEntropyMin) continue;
    const end = index + whole.length;
    found.push({
      type: 'bearer_token',
      start: end - token.length,
      end,
      score: isExample(token) ? scores.hinted : scores.shaped,
    });
  }
  return found;
}

/** User name and password of HTTP Basic authentication, in Base64. */
function findBasicCredentials(text: string): readonly FoundSecret[] {
  const found: FoundSecret[] = [];
  for (const { 0: whole, 1: token = '', index } of text.matchAll(basic)) {
    const plain = Buffer.from(token, 'base64').toString('utf8');
    if (!/^[\x21-\x7e]{1,100}:[\x20-\x7e]{1,200}$/.test(plain)) continue;
    const end = index + whole.length;
    const isKnown = isExample(plain) || /^(?:aladdin|user|username|test|admin:admin)/i.test(plain);
    found.push({
      type: 'basic_credentials',
      start: end - token.length,
      end,
      score: isKnown ? scores.hinted : scores.sure,
    });
  }
  return found;
}

/** Finds authentication tokens: JSON Web Tokens, and the credentials after `Bearer` and `Basic`. */
export function findTokens(text: string): readonly FoundSecret[] {
  return [...findWebTokens(text), ...findBearerTokens(text), ...findBasicCredentials(text)];
}
