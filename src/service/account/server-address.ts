import { isPublicAddress, isThisComputer } from '../../domain/private-address';
import { err, ok, type Result } from '../../domain/result';
import { type Problem, problem } from './problem';

/** First path segments of the service's own pages. The part before them is the path prefix. */
const OWN_SEGMENTS: ReadonlySet<string> = new Set([
  ...['api', '.well-known', 'authorize', 'device', 'login', 'logout', 'onboarding'],
  ...['bookmarks', 'bm', '@b', 'profile', 'admin', 'cookbook', 'opds', 'docs', 'assets'],
]);

const MAX_PREFIXES = 4;

/**
 * The addresses at which the service may be, given what the user typed or pasted: a host name, or
 * an address with or without a path, of the API or of a bookmark. They include the path prefix,
 * without a trailing slash, and are in the order to try. https comes before http, which is only
 * tried if it was typed or the host is on a private network. The most likely path prefix comes
 * first, then its parents.
 */
export function candidatesFor(typed: string): Result<readonly string[], Problem> {
  const text = typed
    .trim()
    .replace(/^[<"'`]+/, '')
    .replace(/(?<![>"'`.,;])[>"'`.,;]+$/, '');
  if (text === '') return err(problem('empty'));
  const url = serverAddressIn(text);
  if (url === null) return err(problem('not-an-address'));
  const prefixes = prefixesOf(url.pathname);
  return ok(originsFor(text, url).flatMap((origin) => prefixes.map((prefix) => origin + prefix)));
}

/** The unique match patterns of the origins of `bases`. */
export const originPatternsOf = (bases: readonly string[]): string[] => [
  ...new Set(bases.map(originPatternOf)),
];

/** The match pattern of the origin of an address. Firefox supports no port in patterns. */
export function originPatternOf(base: string): string {
  const { protocol, hostname } = new URL(base);
  return `${protocol}//${hostname}/*`;
}

const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i;
const BARE_IPV6 = /^[0-9a-f]*:[0-9a-f]*:[0-9a-f:.]*$/i;

function serverAddressIn(text: string): URL | null {
  const rest = BARE_IPV6.test(text) ? `[${text}]` : text.replace(/^\/\//, '');
  const address = SCHEME.test(rest) ? rest : `https://${rest}`;
  // The URL parser would escape white space, which no host name or path contains.
  if (/\s/.test(address) || !URL.canParse(address)) return null;
  const url = new URL(address);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  return isWeb && url.hostname !== '' ? url : null;
}

function originsFor(text: string, { protocol, host, port }: URL): readonly string[] {
  const [secure, plain] = [`https://${host}`, `http://${host}`];
  // A port serves either http or https. The parser drops a default port that was typed.
  if (protocol === 'http:') return port === '' ? [secure, plain] : [plain];
  if (SCHEME.test(text) || isPublicAddress(secure)) return [secure];
  return [secure, plain];
}

function prefixesOf(path: string): readonly string[] {
  const segments = path.split('/').filter(Boolean);
  const own = segments.findIndex((segment) => OWN_SEGMENTS.has(segment));
  const likely = own < 0 ? segments.length : own;
  const lengths = [likely, ...segments.map((_, index) => segments.length - index), 0];
  const prefixes = lengths.map((length) =>
    segments
      .slice(0, length)
      .map((segment) => `/${segment}`)
      .join(''),
  );
  return [...new Set(prefixes)].slice(0, MAX_PREFIXES);
}

/** True if requests to that address leave this computer unencrypted. */
export function isUnencrypted(base: string): boolean {
  return new URL(base).protocol === 'http:' && !isThisComputer(base);
}

/** True if the typed text is such an address, and not only a name that may be one. */
export const isTypedUnencrypted = (typed: string): boolean =>
  URL.canParse(typed.trim()) && isUnencrypted(typed.trim());

/** Headers that only Leafmark or the browser may set. */
const RESERVED_HOST =
  /^(accept|authorization|content-.*|cookie|host|origin|referer|connection|proxy-.*|sec-.*)$/i;
const HEADER_NAME = /^[!#$%&'*+.^`|~\w-]+$/;
const VALUE = /^[\x20-\x7e]*$/;

/**
 * Parses the extra headers that a user typed for a proxy in front of the server, one `Name: value`
 * per line. The problem has the first line that is not a header, or names a reserved one.
 */
export function readExtraHeaders(typed: string): Result<Record<string, string>, Problem> {
  const headers: Record<string, string> = {};
  for (const line of typed.split('\n').map((one) => one.trim())) {
    if (line === '') continue;
    const colon = line.indexOf(':');
    const [name, value] = [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    const isGood = colon > 0 && HEADER_NAME.test(name) && VALUE.test(value) && value !== '';
    if (!isGood || RESERVED_HOST.test(name)) return err(problem('bad-header', line));
    headers[name] = value;
  }
  return ok(headers);
}
