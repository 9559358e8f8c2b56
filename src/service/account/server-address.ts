import { err, isPublicAddress, ok, type Result } from '../../domain';

/** A place where the service may be. */
export interface Candidate {
  /** With the path prefix, without a slash at the end. */
  readonly base: string;
  /** Plain http: whoever is on the way can read what goes there, the token too. */
  readonly isPlain: boolean;
}

export type AddressError = 'empty' | 'not-an-address';

/** First segments of the service's own addresses: what stands before them is its path prefix. */
const OWN_SEGMENTS: ReadonlySet<string> = new Set([
  ...['api', '.well-known', 'authorize', 'device', 'login', 'logout', 'onboarding'],
  ...['bookmarks', 'bm', '@b', 'profile', 'admin', 'cookbook', 'opds', 'docs', 'assets'],
]);

const MAX_PREFIXES = 4;

/**
 * Where the service may be that somebody means with what they typed or pasted: a host name alone,
 * an address with or without a path, of the API, of a bookmark. In the order to try: https before
 * http, which is only there when it was typed or the host is of a home network; the likeliest path
 * prefix first, then what is above it.
 */
export function candidatesFor(typed: string): Result<readonly Candidate[], AddressError> {
  const text = typed
    .trim()
    .replace(/^[<"'`]+/, '')
    .replace(/(?<![>"'`.,;])[>"'`.,;]+$/, '');
  if (text === '') return err('empty');
  const url = addressIn(text);
  if (url === null) return err('not-an-address');
  const prefixes = prefixesOf(url.pathname);
  return ok(
    originsFor(text, url).flatMap((origin) =>
      prefixes.map((prefix) => ({
        base: `${origin}${prefix}`,
        isPlain: origin.startsWith('http:'),
      })),
    ),
  );
}

/**
 * The match patterns of the origins that have to be asked for before `candidates` can be tried,
 * each once. Without the port, which Firefox's patterns can't have.
 */
export const originPatternsOf = (candidates: readonly Candidate[]): readonly string[] => [
  ...new Set(candidates.map(({ base }) => originPatternOf(base))),
];

/** The match pattern of the origin of an address. */
export function originPatternOf(base: string): string {
  const { protocol, hostname } = new URL(base);
  return `${protocol}//${hostname}/*`;
}

const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i;
const BARE_IPV6 = /^[0-9a-f]*:[0-9a-f]*:[0-9a-f:.]*$/i;

function addressIn(text: string): URL | null {
  const rest = BARE_IPV6.test(text) ? `[${text}]` : text.replace(/^\/\//, '');
  const address = SCHEME.test(rest) ? rest : `https://${rest}`;
  // The parser would escape blanks; nobody's host name or path has one.
  if (/\s/.test(address) || !URL.canParse(address)) return null;
  const url = new URL(address);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  return isWeb && url.hostname !== '' ? url : null;
}

function originsFor(text: string, { protocol, host, port }: URL): readonly string[] {
  const [secure, plain] = [`https://${host}`, `http://${host}`];
  // A port answers either or: a default port that was typed is none to the parser.
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

const THIS_COMPUTER = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;

/** Whether what is sent to that address can be read on its way to another computer. */
export function isUnencrypted(base: string): boolean {
  const { protocol, hostname } = new URL(base);
  return protocol === 'http:' && !THIS_COMPUTER.test(hostname);
}

/** Headers that are ours to set, or the browser's. */
const RESERVED =
  /^(accept|authorization|content-.*|cookie|host|origin|referer|connection|proxy-.*|sec-.*)$/i;
const HEADER_NAME = /^[!#$%&'*+.^`|~\w-]+$/;
const VALUE = /^[\x20-\x7e]*$/;

/** A line that is no header, or one that can't be sent. */
export interface BadHeaderLine {
  readonly line: string;
}

/**
 * The headers that somebody typed for what stands in front of their server, one `Name: value` a
 * line; the first bad line as the error.
 */
export function readExtraHeaders(
  typed: string,
): Result<Readonly<Record<string, string>>, BadHeaderLine> {
  const headers: Record<string, string> = {};
  for (const line of typed.split('\n').map((one) => one.trim())) {
    if (line === '') continue;
    const colon = line.indexOf(':');
    const [name, value] = [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    const isGood = colon > 0 && HEADER_NAME.test(name) && VALUE.test(value) && value !== '';
    if (!isGood || RESERVED.test(name)) return err({ line });
    headers[name] = value;
  }
  return ok(headers);
}
