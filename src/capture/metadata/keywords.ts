import { MAX_KEYWORD_LENGTH, MAX_KEYWORDS } from '../capture';
import { hasLetter } from '../normal-text';
import { cleanText } from './claims';

/** In UTF-16 code units, of one claim. */
const MAX_CLAIM_LENGTH = 2000;

/** Marks that `cleanText` keeps, because they are right within a sentence. */
const MARKS_IN_KEYWORD = /[\u200e\u200f\u061c]/g;
const ADDRESS_IN_KEYWORD = /:\/\/|^www\./i;

/**
 * Extracts keywords from claims with one or several in each. Each keyword is returned once, in the
 * spelling of the first. Markup is removed; addresses, sentences and texts without letters are left
 * out.
 */
export function cleanKeywords(claims: Iterable<string>): string[] {
  const byKey = new Map<string, string>();
  for (const claim of claims) {
    const text = claim.slice(0, MAX_CLAIM_LENGTH).replace(/<[^<>]*>|[<>]/g, ' ');
    for (const part of text.split(/[,;|\n，、；،]/)) {
      const keyword = cleanText(part.replace(MARKS_IN_KEYWORD, ''), MAX_KEYWORD_LENGTH + 1)
        .replace(/^#\s*/, '')
        .trim();
      const key = keyword.toLowerCase();
      if (isKeyword(keyword) && !byKey.has(key)) byKey.set(key, keyword);
      if (byKey.size >= MAX_KEYWORDS) return [...byKey.values()];
    }
  }
  return [...byKey.values()];
}

const isKeyword = (text: string): boolean =>
  text.length <= MAX_KEYWORD_LENGTH && hasLetter(text) && !ADDRESS_IN_KEYWORD.test(text);
