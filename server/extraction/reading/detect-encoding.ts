// Loaded only for pages that need it, because its models take 60 MB.
import { detectAll } from 'jschardet';

/** The names of the detector. Other encodings are not worth the pages that they would be wrong for. */
const ENCODING_CANDIDATES = [
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'iso8859-2',
  'iso8859-5',
  'iso8859-6',
  'iso8859-7',
  'koi8-r',
  'koi8-u',
  'ibm866',
  'cp874',
  'big5',
  'cp932',
  'cp949',
  'euc-jp',
  'gb18030',
];

/** The standard's names where the detector has others. */
const LABELS: Readonly<Record<string, string>> = {
  CP874: 'windows-874',
  CP932: 'shift_jis',
  CP949: 'euc-kr',
};

/**
 * An encoding has to be so much likelier than windows-1252. A foreign name in six words of English makes
 * another one 1.1 times as likely, a sentence in its language makes it 1.6 times as likely.
 */
const MIN_ADVANTAGE = 1.3;

/** In characters. More adds time and no certainty. */
const MAX_SAMPLE = 100_000;
/** The text before the first letter that is not ASCII. */
const CONTEXT = 1000;

/** Returns the encoding that a page seems to have, by a name for `TextDecoder`; null when unsure. */
export function detectEncoding(bytes: Uint8Array): string | null {
  const text = visibleText(Buffer.from(bytes).toString('latin1'));
  const start = Math.max(0, text.search(/[\x80-\xff]/) - CONTEXT);
  const sample = Buffer.from(text.slice(start, start + MAX_SAMPLE), 'latin1');
  const found = detectAll(sample, { detectEncodings: ENCODING_CANDIDATES, minimumThreshold: 0 });
  const [best] = found;
  const western = found.find(({ encoding }) => encoding === 'Windows-1252')?.confidence ?? 0;
  const letters = sample.toString('latin1');
  // The detector is unsure about them.
  const isOneByte = /^(?:windows|iso)/i.test(best?.encoding ?? 'windows');
  if (isOneByte && isMoreOften(MAC_LETTER, WINDOWS_LETTER, letters)) return 'macintosh';
  if (best?.encoding == null || best.confidence < MIN_ADVANTAGE * western) return null;
  const isMac =
    best.encoding === 'Windows-1251' && isMoreOften(MAC_CYRILLIC, WINDOWS_CYRILLIC, letters);
  return isMac ? 'x-mac-cyrillic' : (LABELS[best.encoding] ?? best.encoding);
}

// Old computers of Apple have letters where Windows has quotes, dashes and signs, which stand in no word.
const MAC_LETTER =
  /[a-z](?:[\x8a\x8c-\x90]|[\x80-\x84\x86-\x91\x93-\x95\x98\x99\x9b\x9d\x9f](?=[a-z]))/g;
const WINDOWS_LETTER = /[a-z][\xe0-\xff]/g;
// Both have the Cyrillic letters in lower case at the same place, except for the last one, which is frequent.
const MAC_CYRILLIC = /[\xe0-\xfe]\xdf/g;
const WINDOWS_CYRILLIC = /[\xe0-\xfe]\xff/g;

const isMoreOften = (one: RegExp, other: RegExp, text: string): boolean =>
  (text.match(one)?.length ?? 0) > (text.match(other)?.length ?? 0);

/** Returns the text between tags, without scripts and styles, which look like English. */
function visibleText(html: string): string {
  const texts: string[] = [];
  let end: string | null = null;
  for (const part of html.split('<')) {
    const name = /^\/?[a-z]{1,10}/i.exec(part)?.[0].toLowerCase();
    if (end !== null && name !== end) continue;
    end = name === 'script' || name === 'style' ? `/${name}` : null;
    if (end === null) texts.push(part.slice(part.indexOf('>') + 1));
  }
  return texts.join(' ');
}
