import { SECOND_MS } from '../../domain/time';
import type { RobotRules } from '../../library';

/** In characters. The rest of a longer file is not read. */
const MAX_ROBOTS_LENGTH = 512 * 1024;
const MAX_PATH_LENGTH = 300;
/** A host may ask for more, but then a person would wait for days. */
const MAX_DELAY_MS = 30 * SECOND_MS;

export const NO_RULES: RobotRules = { rules: [], delayMs: 0 };

/** Reads the rules of an answer, and keeps those that arrived when it breaks off. */
export async function readRobots({ body }: Pick<Response, 'body'>): Promise<RobotRules> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) return parseRobots(text);
      text += decoder.decode(value, { stream: true });
      if (text.length > MAX_ROBOTS_LENGTH) break;
    }
    await reader?.cancel();
  } catch {
    // The part that arrived counts.
  }
  // Half a path would be another rule.
  const end = text.lastIndexOf('\n', MAX_ROBOTS_LENGTH);
  return parseRobots(text.slice(0, end + 1));
}

/**
 * Reads the groups for `*` of a robots.txt.
 * @see https://www.rfc-editor.org/rfc/rfc9309
 */
export function parseRobots(text: string): RobotRules {
  const rules: { allows: boolean; path: string }[] = [];
  let delayMs = 0;
  let isForAll = false;
  let isInAgents = false;
  for (const line of text.split(/\r\n?|\n/)) {
    const [, name = '', value = ''] = /^\s*([\w-]+)\s*:\s*([^#]*)/.exec(line) ?? [];
    const field = name.toLowerCase();
    const given = value.trim();
    if (field === 'user-agent') {
      isForAll = (isInAgents && isForAll) || given === '*';
      isInAgents = true;
      continue;
    }
    if (field === '') continue;
    isInAgents = false;
    if (!isForAll) continue;
    if (field === 'crawl-delay') delayMs = Math.min(Number(given) * SECOND_MS || 0, MAX_DELAY_MS);
    const isRule = field === 'allow' || field === 'disallow';
    if (isRule && given !== '' && given.length <= MAX_PATH_LENGTH) {
      rules.push({ allows: field === 'allow', path: given });
    }
  }
  return { rules, delayMs: Math.max(0, delayMs) };
}

/** True if programs may read a page. The longest rule that fits counts, and of equal ones *Allow*. */
export function isPermitted({ rules }: RobotRules, url: string): boolean {
  const { pathname, search } = new URL(url);
  const place = pathname + search;
  let longest = -1;
  let isAllowed = true;
  for (const { allows, path } of rules) {
    if (path.length < longest || !fits(path, place)) continue;
    isAllowed = path.length === longest ? isAllowed || allows : allows;
    longest = path.length;
  }
  return isAllowed;
}

/** Compares piece by piece, because a regular expression with many `*` would take for ever. */
function fits(path: string, place: string): boolean {
  const isWhole = path.endsWith('$');
  const [first = '', ...pieces] = (isWhole ? path.slice(0, -1) : path).split('*');
  if (!place.startsWith(first)) return false;
  let at = first.length;
  for (const [number, piece] of pieces.entries()) {
    const isLast = isWhole && number === pieces.length - 1;
    const found = isLast ? place.length - piece.length : place.indexOf(piece, at);
    if (found < at || (isLast && !place.endsWith(piece))) return false;
    at = found + piece.length;
  }
  return !isWhole || pieces.length > 0 || at === place.length;
}
