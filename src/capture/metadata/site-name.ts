import { cleanText } from './clean-text';

const MAX_LENGTH = 100;

/**
 * The site's names, best first: no account names, no addresses. `titles` are what the page calls
 * itself: a later claim that is one of them names the page (some put it into `application-name`).
 */
export function cleanSiteNames(claims: readonly string[], titles: readonly string[]): string[] {
  return claims
    .map((claim) => cleanText(claim, MAX_LENGTH))
    .filter((name) => name !== '' && !/^@|:\/\//.test(name))
    .filter((name, index) => index === 0 || !titles.includes(name));
}

/** The first name, without its slogan where another claim is without: `Ferns`, `Ferns - all green`. */
export function chooseSiteName([first = '', ...others]: readonly string[]): string {
  return others.find((name) => first.startsWith(`${name} `)) ?? first;
}
