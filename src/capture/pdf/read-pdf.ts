import type * as PdfJs from 'pdfjs-dist';
import { err, ok, type Result } from '../../domain/result';
import type { PdfItem, PdfPage, PdfText } from './pdf-text';

type PdfDocument = PdfJs.PDFDocumentProxy;
type Page = PdfJs.PDFPageProxy;

/** Why a PDF has no text for us. */
export type PdfError = 'encrypted' | 'damaged' | 'scan';

/** Pages and letters beyond these are left out. */
const MAX_PDF_PAGES = 3_000;
const MAX_LETTERS = 8_000_000;
const MAX_ITEMS_OF_PAGE = 20_000;
/** In ms. The pages that were read by then are kept. */
const READING_MS = 20_000;

/**
 * Reads the text of a PDF. It runs nothing of the document, and draws nothing.
 * @param maps the folder of pdf.js with the encodings of Chinese, Japanese and Korean fonts
 * @param worker by default the library starts one, or does the work itself where it cannot
 */
export async function readPdf(
  { getDocument, Util }: Pick<typeof PdfJs, 'getDocument' | 'Util'>,
  bytes: Uint8Array,
  maps: string,
  now: () => number,
  worker?: PdfJs.PDFWorker,
): Promise<Result<PdfText, PdfError>> {
  const opening = getDocument({
    // A copy, which the library may take.
    data: new Uint8Array(bytes),
    cMapUrl: maps,
    useSystemFonts: false,
    disableFontFace: true,
    useWorkerFetch: false,
    stopAtErrors: false,
    enableXfa: false,
    verbosity: 0,
    ...(worker && { worker }),
  });
  try {
    const text = await readText(await opening.promise, Util, now);
    return text.pages.every(({ items }) => items.every(({ text }) => text.trim() === ''))
      ? err('scan')
      : ok(text);
  } catch (error) {
    // The library has an exception for each fault of a document.
    return err(
      error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'damaged',
    );
  } finally {
    await opening.destroy();
  }
}

async function readText(
  document: PdfDocument,
  util: typeof PdfJs.Util,
  now: () => number,
): Promise<PdfText> {
  const started = now();
  const { info } = await document.getMetadata();
  const stated = (info ?? {}) as Readonly<Record<string, unknown>>;
  const pages: PdfPage[] = [];
  let letters = 0;
  let isCut = document.numPages > MAX_PDF_PAGES;
  for (let at = 1; at <= Math.min(document.numPages, MAX_PDF_PAGES); at += 1) {
    if (letters > MAX_LETTERS || now() - started > READING_MS) {
      isCut = true;
      break;
    }
    const page = await document.getPage(at);
    const read = await pageOf(page, util);
    page.cleanup();
    for (const { text } of read.items) letters += text.length;
    pages.push(read);
  }
  return {
    pages,
    title: textIn(stated.Title),
    author: textIn(stated.Author),
    created: dateIn(stated.CreationDate),
    lang: textIn(stated.Language),
    isCut,
  };
}

async function pageOf(page: Page, util: typeof PdfJs.Util): Promise<PdfPage> {
  const viewport = page.getViewport({ scale: 1 });
  const { height } = viewport;
  const items: PdfItem[] = [];
  const reader = page.streamTextContent({ includeMarkedContent: false }).getReader();
  // It is read to its end also when there are enough: the library cannot be stopped between two chunks.
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    for (const item of read.value.items) {
      if (!('str' in item) || items.length >= MAX_ITEMS_OF_PAGE) continue;
      const drawn = itemOf(item, util.transform(viewport.transform, item.transform));
      if (drawn !== null) items.push(drawn);
    }
  }
  return { height, items };
}

type TextItem = Extract<
  Awaited<ReturnType<Page['getTextContent']>>['items'][number],
  { readonly str: string }
>;

/** Returns null for an item that is turned, such as a stamp at the side, or that has no place. */
function itemOf(item: TextItem, [a = 0, b = 0, , d = 0, x = 0, y = 0]: number[]): PdfItem | null {
  const size = Math.abs(d);
  if (item.str === '' || a <= 0 || Math.abs(b) > 0.2 * a) return null;
  if (![size, x, y, item.width].every(Number.isFinite)) return null;
  return {
    text: item.str,
    x,
    y,
    width: item.width,
    size,
    font: item.fontName,
    isRightToLeft: item.dir === 'rtl',
  };
}

const MAX_TEXT_LENGTH = 1_000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: it removes them.
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]+/g;
const textIn = (value: unknown): string =>
  typeof value === 'string'
    ? value.slice(0, MAX_TEXT_LENGTH).replace(CONTROL_CHARACTERS, ' ').trim()
    : '';

const PDF_DATE = /^D:(\d{4})(\d\d)?(\d\d)?(?:(\d\d)(\d\d)(\d\d)?)?(?:(Z)|([+-])(\d\d)'?(\d\d)?'?)?/;

/** Returns the date of a PDF (ISO 32000-1, 7.9.4) as RFC 3339; null without one. */
function dateIn(value: unknown): string | null {
  const parts = typeof value === 'string' ? PDF_DATE.exec(value) : null;
  if (parts === null) return null;
  const [, year, month = '01', day = '01', hours, minutes, seconds = '00'] = parts;
  const [zulu, sign, zoneHours, zoneMinutes = '00'] = parts.slice(7);
  const date = `${year}-${month}-${day}`;
  const zone = sign && zoneHours ? `${sign}${zoneHours}:${zoneMinutes}` : zulu ? 'Z' : null;
  const whole = hours && zone !== null ? `${date}T${hours}:${minutes}:${seconds}${zone}` : date;
  return Number.isNaN(Date.parse(whole)) ? null : whole;
}
