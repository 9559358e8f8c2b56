import { VOID_ELEMENTS } from '../../../src/dom';
import { escapeMarkup } from '../../../src/domain/markup';

/** The start of a page of XHTML. */
const XHTML_ROOT = /<(?:[\w.-]+:)?html\s[^<>]*["']http:\/\/www\.w3\.org\/1999\/xhtml["']/i;
/** A prefix of elements that a parser of HTML knows. */
const PREFIX =
  /\bxmlns:([\w.-]+)\s*=\s*["']http:\/\/www\.w3\.org\/(?:1999\/xhtml|2000\/svg|1998\/Math\/MathML)["']/g;

/**
 * Rewrites what a parser of HTML reads otherwise than one of XML: empty elements (`<script/>`), CDATA
 * sections, processing instructions, comments, prefixes, and declarations in the doctype. The parser of
 * HTML does the rest, and repairs a page that is not well-formed. A part without an end stays as it is,
 * with all that follows, and so does XML that is not XHTML. Entities that a page declares are not
 * replaced, so a short text never becomes a long one.
 */
export function xhtmlAsHtml(text: string): string {
  if (!XHTML_ROOT.test(text)) return text;
  const prefixes = new Set(Array.from(text.matchAll(PREFIX), ([, prefix = '']) => prefix));
  const parts = ['<!doctype html>'];
  let at = 0;
  for (let next = text.indexOf('<'); next >= 0; next = text.indexOf('<', at)) {
    parts.push(text.slice(at, next));
    at = next;
    const part = partAt(text, at, prefixes);
    if (part === null) break;
    parts.push(part.html);
    at = part.end;
  }
  return [...parts, text.slice(at)].join('');
}

/** A part of a page as HTML. */
interface Part {
  readonly html: string;
  /** The place of what follows it in the page. */
  readonly end: number;
}

const SIMPLE_DOCTYPE = /<![^<>[]*>/y;

/** Returns the part that a `<` starts; null if it has no end. */
function partAt(text: string, at: number, prefixes: ReadonlySet<string>): Part | null {
  if (text.startsWith('<!--', at)) return partUpTo('-->', text, at + 4);
  if (text.startsWith('<?', at)) return partUpTo('?>', text, at + 2);
  if (text.startsWith('<![CDATA[', at)) return partUpTo(']]>', text, at + 9, escapeMarkup);
  if (!text.startsWith('<!', at)) return tagAt(text, at, prefixes);
  SIMPLE_DOCTYPE.lastIndex = at;
  const end = SIMPLE_DOCTYPE.test(text)
    ? SIMPLE_DOCTYPE.lastIndex
    : endOfMarkup(DECLARATION_SIGNS, text, at + 2);
  return end === null ? null : { html: '', end };
}

/** Returns the part up to a mark. Without `write` nothing of it stays. */
function partUpTo(
  mark: string,
  text: string,
  from: number,
  write: (text: string) => string = () => '',
): Part | null {
  const found = text.indexOf(mark, from);
  return found < 0 ? null : { html: write(text.slice(from, found)), end: found + mark.length };
}

const TAG = /<(\/?)(?:([a-z_][\w.-]*):)?([a-z][^\s/<>"'=:]*)/iy;

/** Returns a tag. That of a script or a style comes with its text. */
function tagAt(text: string, at: number, prefixes: ReadonlySet<string>): Part | null {
  TAG.lastIndex = at;
  const [tag, slash, prefix, name = ''] = TAG.exec(text) ?? [];
  // The `<` is text of a page that is not well-formed.
  if (tag === undefined) return { html: '<', end: at + 1 };
  const end = endOfMarkup(TAG_SIGNS, text, at + tag.length);
  if (end === null) return null;
  const named = prefix === undefined || prefixes.has(prefix) ? name : `${prefix}:${name}`;
  const key = named.toLowerCase();
  // In HTML `</br>` is another line break.
  if (slash) return { html: VOID_ELEMENTS.has(key) ? '' : `</${named}>`, end };
  const rest = text.slice(at + tag.length, end - 1);
  if (isEmptyTag(rest) && !VOID_ELEMENTS.has(key)) {
    return { html: `<${named}${rest.slice(0, -1)}></${named}>`, end };
  }
  const html = `<${named}${rest}>`;
  const signs = RAW_TEXT_SIGNS[key];
  if (signs === undefined) return { html, end };
  const textEnd = rawTextEnd(signs, text, end);
  return textEnd === null ? null : { html: html + rawText(text.slice(end, textEnd)), end: textEnd };
}

/** Tells whether what follows a name ends with a slash that is not in a value without quotes. */
function isEmptyTag(rest: string): boolean {
  const quote = Math.max(rest.lastIndexOf('"'), rest.lastIndexOf("'"));
  const [last = ''] = rest
    .slice(quote + 1)
    .split(/\s/)
    .slice(-1);
  return last.endsWith('/') && !last.includes('=');
}

const TAG_SIGNS = /["'>]/g;
const DECLARATION_SIGNS = /<!--|<\?|["'<>]/g;
const CLOSING_MARKS: Readonly<Record<string, string>> = { '<!--': '-->', '<?': '?>' };

/** Returns the place after the `>` of what begins before `from`; null without one. */
function endOfMarkup(signs: RegExp, text: string, from: number): number | null {
  let depth = 1;
  signs.lastIndex = from;
  for (let found = signs.exec(text); found !== null; found = signs.exec(text)) {
    const [sign] = found;
    if (sign === '<') depth += 1;
    else if (sign === '>') depth -= 1;
    else {
      const mark = CLOSING_MARKS[sign] ?? sign;
      const close = text.indexOf(mark, signs.lastIndex);
      if (close < 0) return null;
      signs.lastIndex = close + mark.length;
    }
    if (depth === 0) return signs.lastIndex;
  }
  return null;
}

/** The elements whose text a parser of HTML does not read. */
const RAW_TEXT_SIGNS: Readonly<Record<string, RegExp>> = {
  script: /<!\[CDATA\[|<\/(?:[\w.-]+:)?script\b/gi,
  style: /<!\[CDATA\[|<\/(?:[\w.-]+:)?style\b/gi,
};

/** Returns the place of the end tag; null without one. A CDATA section may have others. */
function rawTextEnd(signs: RegExp, text: string, from: number): number | null {
  signs.lastIndex = from;
  for (let found = signs.exec(text); found !== null; found = signs.exec(text)) {
    if (found[0] !== '<![CDATA[') return found.index;
    const close = text.indexOf(']]>', signs.lastIndex);
    if (close < 0) return null;
    signs.lastIndex = close;
  }
  return null;
}

const XML_CHARACTERS: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/** Writes the text of a script, in which JSON stays the same and no tag ends it. */
const rawText = (text: string): string =>
  text
    .replace(
      /<!\[CDATA\[([\s\S]*?)\]\]>|&(amp|lt|gt|quot|apos);/g,
      (_, section?: string, name = '') => section ?? XML_CHARACTERS[name] ?? '',
    )
    .replaceAll('<', '\\u003c');
