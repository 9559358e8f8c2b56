import { readdirSync } from 'node:fs';
import { z } from 'zod';
import { type Match, matchTexts } from '../../bench/capture/shingles';
import { parsePage } from '../../src/dom';
import { readProjectFile } from './project';

const FOLDER = 'tests/pages/marked';

const Truth = z.strictObject({
  url: z.url(),
  /** `none`: the page has no article. */
  kind: z.enum([
    'article',
    'docs',
    'recipe',
    'forum',
    'qa',
    'product',
    'live',
    'video',
    'social',
    'gallery',
    'list',
    'landing',
    'none',
  ]),
  title: z.string(),
  authors: z.array(z.string()),
  published: z.string().nullable(),
  siteName: z.string(),
  lang: z.string(),
  dir: z.enum(['ltr', 'rtl']),
  image: z.url().nullable(),
});

/** A page of `tests/pages/marked` and what a person wants from it. */
export interface MarkedPage {
  readonly name: string;
  /** The page without its marks. */
  readonly html: string;
  /** The wanted text, with a line break around each block. */
  readonly wanted: string;
  readonly truth: z.infer<typeof Truth>;
}

export const markedPageNames = (): readonly string[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.html'))
    .map((name) => name.slice(0, -'.html'.length))
    .toSorted();

/**
 * Reads a page and its marks: `data-wanted` on an element whose text is wanted, `data-unwanted` on
 * an element in it whose text is not, and a script with the metadata.
 */
export function readMarkedPage(name: string): MarkedPage {
  const marked = readProjectFile(`${FOLDER}/${name}.html`);
  const script = /<script type="application\/json" data-truth>(.*?)<\/script>\n/s.exec(marked);
  const document = parsePage(marked, 'http://marked.example/') as unknown as Document;
  const outermost = [...document.querySelectorAll('[data-wanted]')].filter(
    (element) => element.parentElement?.closest('[data-wanted]') === null,
  );
  return {
    name,
    html: marked.replace(script?.[0] ?? '', '').replaceAll(/ data-(?:un)?wanted(?=[\s>])/g, ''),
    wanted: outermost.map(textOf).join('\n'),
    truth: Truth.parse(JSON.parse(script?.[1] ?? 'null')),
  };
}

/** Compares the text of an article with the wanted text of its page. */
export function matchMarked({ wanted }: MarkedPage, articleHtml: string): Match {
  const article = parsePage(`<body>${articleHtml}`, 'http://marked.example/');
  const body = (article as unknown as Document).body;
  return matchTexts(spaced(wanted), spaced(textOf(body)));
}

/** Scripts without spaces between words. Each of their letters counts as a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;
const spaced = (text: string): string => text.replaceAll(UNSPACED, ' $& ');

const INLINE = new Set(
  'a abbr b bdi bdo cite code data dfn em font i ins kbd mark q rb rp rt ruby s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
);
/** Readings of characters are no words of the text. */
const UNREAD = new Set(['script', 'style', 'rp', 'rt']);

/** Returns the text of an element without its unwanted parts. */
function textOf(node: Node): string {
  if (node.nodeType === 3) return node.nodeValue ?? '';
  const name = node.nodeName.toLowerCase();
  if (UNREAD.has(name)) return '';
  if (node.nodeType === 1 && (node as Element).hasAttribute('data-unwanted')) return '';
  const inner = [...node.childNodes].map(textOf).join('');
  return INLINE.has(name) ? inner : `\n${inner}\n`;
}
