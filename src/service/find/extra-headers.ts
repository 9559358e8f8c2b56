import { err, ok, type Result } from '../../domain';

/** Headers that are ours to set, or the browser's. */
const RESERVED =
  /^(accept|authorization|content-.*|cookie|host|origin|referer|connection|proxy-.*|sec-.*)$/i;
const NAME = /^[!#$%&'*+.^`|~\w-]+$/;
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
    const isGood = colon > 0 && NAME.test(name) && VALUE.test(value) && value !== '';
    if (!isGood || RESERVED.test(name)) return err({ line });
    headers[name] = value;
  }
  return ok(headers);
}
