import { escapeMarkup, legalXml } from '../../domain/markup';
import { cleanAuthors } from '../metadata/authors';
import { type FrontLines, frontLinesOf } from './front-lines';
import { blocksOf, type PdfBlock } from './paragraphs';
import { linesOf, type PdfText, WIDE_GAP } from './pdf-text';
import { withoutRunningLines } from './running-lines';

/** The name of the place where a page begins, counted from 1. */
const pageAnchor = (page: number): string => `page-${page}`;

/** An article that is made of a PDF, and what the PDF says about itself. */
export interface PdfArticle {
  readonly title: string;
  readonly authors: readonly string[];
  /** RFC 3339; null when unknown. */
  readonly published: string | null;
  /** BCP 47; empty when unknown. */
  readonly lang: string;
  /** The HTML of the text, with an anchor where each page begins. */
  readonly html: string;
}

/** Makes an article of a PDF. `name` is the title of one without a title. */
export function pdfArticle(pdf: PdfText, name: string): PdfArticle {
  const pages = pdf.pages.map((page) => ({ page, lines: linesOf(page) }));
  const blocks = blocksOf(withoutRunningLines(pages));
  const { title, published, lines, titleBlock } = frontLinesOf(pdf, blocks);
  const names = [...lines.values()].flat();
  return {
    title: title || name,
    authors:
      names.length > 0 || pdf.author === ''
        ? names
        : cleanAuthors([pdf.author], new Set(), pdf.lang),
    published,
    lang: pdf.lang,
    html: bodyOf(blocks, titleBlock, lines) + (pdf.isCut ? CUT_PDF_NOTE : ''),
  };
}

/**
 * Returns a page of HTML with the text of a PDF in reading order, and with what the PDF says about itself, so that
 * it is captured as any page is. It has an anchor where each page begins. `name` is the title of a PDF without one.
 */
export function pdfAsHtml(pdf: PdfText, name: string): string {
  const { title, published, html } = pdfArticle(pdf, name);
  const head = [`<title>${escaped(title)}</title>`];
  if (pdf.author !== '') head.push(metaOf('name="author"', pdf.author));
  if (published !== null) head.push(metaOf('property="article:published_time"', published));
  const lang = pdf.lang === '' ? '' : ` lang="${escaped(pdf.lang)}"`;
  return `<!doctype html><html${lang}><head>${head.join('')}</head><body><article>${html}</article></body></html>`;
}

/** Stands at the end of a document of which not all is kept. */
const CUT_PDF_NOTE =
  '<p><em>This document is longer than what Leafmark keeps. Its end is missing here.</em></p>';

/** The dots between an entry of the contents and its page. */
const DOT_LEADERS = /(?: ?\.){5,} ?/g;

const escaped = (text: string): string =>
  escapeMarkup(legalXml(text.replaceAll(WIDE_GAP, ' ').replace(DOT_LEADERS, ' … ')));

const metaOf = (key: string, value: string): string => `<meta ${key} content="${escaped(value)}">`;

function bodyOf(
  blocks: readonly PdfBlock[],
  titleBlock: PdfBlock | null,
  lines: FrontLines['lines'],
): string {
  const html: string[] = [];
  let page = 0;
  let isInList = false;
  for (const block of blocks) {
    if (isInList !== (block.kind === 'item')) {
      isInList = !isInList;
      html.push(isInList ? '<ul>' : '</ul>');
    }
    const name = block === titleBlock ? 'h1' : elementOf(block, lines.has(block));
    const direction = block.isRightToLeft ? ' dir="rtl"' : '';
    const [first, ...others] = block.parts;
    // A paragraph that goes on over the end of a page comes before the notes of that page.
    const anchor = first && first.page > page ? ` id="${pageAnchor(first.page)}"` : '';
    const names = lines.get(block) ?? [];
    const text = names.length > 0 ? markedNames(names) : escaped(first?.text ?? '');
    html.push(`<${name}${anchor}${direction}>${text}`);
    for (const { page, text } of others)
      html.push(`<span id="${pageAnchor(page)}">${escaped(text)}</span>`);
    html.push(`</${name}>`);
    page = Math.max(page, block.parts.at(-1)?.page ?? 0);
  }
  if (isInList) html.push('</ul>');
  return html.join('');
}

function elementOf(block: PdfBlock, isFrontLine: boolean): string {
  if (block.kind === 'item') return 'li';
  return block.kind === 'heading' && !isFrontLine ? `h${block.level + 1}` : 'p';
}

/** Marks each as the name of an author. */
const markedNames = (names: readonly string[]): string =>
  names.map((name) => `<span rel="author">${escaped(name)}</span>`).join(', ');
