import { signal } from '@preact/signals';
import type * as PdfJs from 'pdfjs-dist';
import type * as Viewer from 'pdfjs-dist/web/pdf_viewer.mjs';
import { loadPdfjs, mapsIn } from '../../capture/pdf/load-pdfjs';
import { readonly } from '../components/signals';

/** The state of a document that is opened. */
export type PdfState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'open' }
  | { readonly kind: 'locked'; readonly isWrong: boolean; unlock(password: string): void }
  | { readonly kind: 'failed'; readonly reason: 'missing' | 'damaged' };

/** An entry of the contents of a document. */
export interface PdfChapter {
  readonly title: string;
  readonly chapters: readonly PdfChapter[];
  open(): void;
}

/** The matches of a search; `current` is 0 before the first one is shown. */
export interface PdfMatches {
  readonly current: number;
  readonly total: number;
}

/** A line of a document: a page, counted from 1, and the part of it that is above, from 0 to 1. */
export interface PdfPlace {
  readonly page: number;
  readonly passed: number;
}

interface PdfDocumentOptions {
  /** The address of the folder with pdf.js. */
  readonly folder: string;
  /** Returns the file; null if it is not here. */
  readonly read: () => Promise<Blob | null>;
  readonly start: PdfPlace | null;
  /** Called when a person has moved. The progress is in per cent. */
  readonly onPlace: (place: PdfPlace, progress: number) => void;
}

/** The parts of pdf.js that show a document. */
interface Shown {
  readonly loading: PdfJs.PDFDocumentLoadingTask;
  readonly viewer: Viewer.PDFViewer;
  readonly links: Viewer.PDFLinkService;
  readonly events: Viewer.EventBus;
}

export type PdfDocument = ReturnType<typeof openPdfDocument>;

/** Links open in a tab of their own. */
const LINK_TARGET_BLANK = 2;
/** Links and pictures of annotations are shown. Forms are only drawn, and nothing in them is run. */
const ANNOTATIONS_SHOWN = 1;
const MAX_CHAPTERS = 2_000;
/** Chapters that are nested deeper are left out. */
const MAX_CHAPTER_DEPTH = 10;
/** A page that takes longer, or has no text, is not waited for. */
const DRAWING_MS = 5_000;

/**
 * Shows the pages of a PDF in `container`, which scrolls. Loads pdf.js first. Its work is done in a worker of its own,
 * which ends with `dispose`.
 */
export function openPdfDocument(container: HTMLDivElement, options: PdfDocumentOptions) {
  // The arrow keys scroll it.
  container.tabIndex = 0;
  const state = signal<PdfState>({ kind: 'loading' });
  const page = signal(1);
  const pages = signal(0);
  const matches = signal<PdfMatches | null>(null);
  const chapters = signal<readonly PdfChapter[]>([]);
  let shown: Shown | null = null;
  let styles: CSSStyleSheet | null = null;
  let isDisposed = false;

  async function open(): Promise<void> {
    const [file, pdfjs] = await Promise.all([options.read(), loadPdfjs(options.folder)]);
    if (file === null) {
      state.value = { kind: 'failed', reason: 'missing' };
      return;
    }
    const [viewer, sheet] = await Promise.all([
      loadViewer(options.folder),
      loadStyles(options.folder),
    ]);
    const data = new Uint8Array(await file.arrayBuffer());
    if (isDisposed) return;
    styles = sheet;
    window.document.adoptedStyleSheets.push(sheet);
    shown = show(pdfjs, viewer, data);
    const document = await shown.loading.promise;
    pages.value = document.numPages;
    shown.viewer.setDocument(document);
    shown.links.setDocument(document, null);
    state.value = { kind: 'open' };
    chapters.value = await chaptersOf(document, shown.links);
  }

  function show(pdfjs: typeof PdfJs, parts: typeof Viewer, data: Uint8Array): Shown {
    const loading = pdfjs.getDocument({
      data,
      cMapUrl: mapsIn(options.folder),
      standardFontDataUrl: `${options.folder}standard_fonts/`,
      wasmUrl: `${options.folder}wasm/`,
      useWasm: false,
      enableXfa: false,
      verbosity: 0,
    });
    loading.onPassword = (unlock: (password: string) => void, reason: number) => {
      const isWrong = reason === pdfjs.PasswordResponses.INCORRECT_PASSWORD;
      state.value = { kind: 'locked', isWrong, unlock };
    };
    const events = new parts.EventBus();
    const links = new parts.PDFLinkService({
      eventBus: events,
      externalLinkTarget: LINK_TARGET_BLANK,
      externalLinkRel: 'noopener noreferrer',
      ignoreDestinationZoom: true,
    });
    const findController = new parts.PDFFindController({ linkService: links, eventBus: events });
    const viewer = new parts.PDFViewer({
      container,
      eventBus: events,
      linkService: links,
      findController,
      annotationMode: ANNOTATIONS_SHOWN,
      removePageBorders: true,
      l10n: NO_TEXTS as unknown as Viewer.PDFViewer['l10n'],
    });
    links.setViewer(viewer);
    events.on('pagesinit', () => {
      viewer.currentScaleValue = 'page-width';
      if (options.start) goTo(options.start);
    });
    events.on('pagechanging', ({ pageNumber }: { readonly pageNumber: number }) => {
      page.value = pageNumber;
    });
    events.on('updatefindmatchescount', (found: { readonly matchesCount: PdfMatches }) => {
      matches.value = found.matchesCount;
    });
    events.on('updatefindcontrolstate', (found: { readonly matchesCount: PdfMatches }) => {
      matches.value = found.matchesCount;
    });
    events.on('updateviewarea', report);
    events.on('textlayerrendered', () => drawn.dispatchEvent(new Event('drawn')));
    return { loading, viewer, links, events };
  }

  const boxOf = (number: number): HTMLElement | null =>
    container.querySelector<HTMLElement>(`.page[data-page-number="${number}"]`);

  /** Scrolls to a line of a page. */
  function goTo({ page: number, passed }: PdfPlace): void {
    shown?.viewer.scrollPageIntoView({ pageNumber: number });
    const box = boxOf(number);
    if (box && passed > 0) container.scrollTop = box.offsetTop + passed * box.offsetHeight;
  }

  function report(): void {
    const box = boxOf(page.value);
    if (box === null) return;
    const passed = (container.scrollTop - box.offsetTop) / Math.max(1, box.offsetHeight);
    const toPass = container.scrollHeight - container.clientHeight;
    const progress = toPass <= 0 ? 100 : Math.round((100 * container.scrollTop) / toPass);
    options.onPlace({ page: page.value, passed: Math.max(0, passed) }, Math.min(100, progress));
  }

  const drawn = new EventTarget();
  let query = '';

  open().catch((error: unknown) => {
    if (isDisposed) return;
    // The library has an exception for each fault of a document.
    console.error(error);
    state.value = { kind: 'failed', reason: 'damaged' };
  });

  return {
    state: readonly(state),
    page: readonly(page),
    pages: readonly(pages),
    /** null: nothing is looked for. */
    matches: readonly(matches),
    chapters: readonly(chapters),
    /** Calls `listener` after the text of a page was drawn, until `signal` aborts. */
    onDrawn(listener: () => void, signal: AbortSignal) {
      drawn.addEventListener('drawn', listener, { signal });
    },
    /** Scrolls to a page, and resolves when its text is drawn. */
    async showPage(number: number): Promise<void> {
      const isDrawn = () => !!boxOf(number)?.querySelector('.textLayer')?.textContent;
      shown?.viewer.scrollPageIntoView({ pageNumber: number });
      if (isDrawn()) return;
      const limit = AbortSignal.timeout(DRAWING_MS);
      await new Promise<void>((resolve) => {
        limit.addEventListener('abort', () => resolve());
        drawn.addEventListener('drawn', () => isDrawn() && resolve(), { signal: limit });
      });
    },
    goToPage(number: number) {
      if (number >= 1 && number <= pages.value) shown?.links.goToPage(number);
    },
    /** Makes the pages larger or smaller by so many steps. */
    zoom(steps: 1 | -1) {
      if (steps > 0) shown?.viewer.increaseScale({ steps });
      else shown?.viewer.decreaseScale({ steps: -steps });
    },
    /** Makes the pages as wide as the window. */
    fit() {
      if (shown) shown.viewer.currentScaleValue = 'page-width';
    },
    /** Looks for words, and shows the next or the previous match if they are those of before. */
    find(words: string, isBack = false) {
      const isAgain = words === query && words !== '';
      query = words;
      if (words === '') matches.value = null;
      shown?.events.dispatch('find', {
        source: container,
        type: isAgain ? 'again' : '',
        query: words,
        caseSensitive: false,
        entireWord: false,
        highlightAll: true,
        findPrevious: isBack,
        matchDiacritics: false,
      });
    },
    dispose() {
      isDisposed = true;
      shown?.viewer.cleanup();
      void shown?.loading.destroy();
      const { document } = window;
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== styles);
      container.firstElementChild?.replaceChildren();
    },
  };
}

/** The parts of the viewer look for the library in a global variable, which the library sets when it is loaded. */
const loadViewer = (folder: string): Promise<typeof Viewer> =>
  import(/* @vite-ignore */ `${folder}pdf_viewer.mjs`);

/** The rules for the parts of a page. The others are for dialogs and bars, and would change ours. */
const PAGE_RULE = /^(?::root|\.(?:pdfViewer|textLayer|annotationLayer|canvasWrapper)\b)/;

/** Reads the styles of the viewer, without those that we do not need. */
async function loadStyles(folder: string): Promise<CSSStyleSheet> {
  const address = `${folder}pdf_viewer.css`;
  const sheet = new CSSStyleSheet({ baseURL: address });
  await sheet.replace(await (await fetch(address)).text());
  for (let at = sheet.cssRules.length - 1; at >= 0; at -= 1) {
    const rule = sheet.cssRules[at];
    const isNeeded = rule instanceof CSSStyleRule && PAGE_RULE.test(rule.selectorText);
    if (!isNeeded) sheet.deleteRule(at);
  }
  return sheet;
}

/** The viewer has names for its parts in its own languages, which we do not show. */
const NO_TEXTS = {
  getLanguage: () => 'en',
  getDirection: () => document.documentElement.dir || 'ltr',
  get: async () => '',
  translate: async () => {},
  translateOnce: async () => {},
  pause: () => {},
  resume: () => {},
  destroy: async () => {},
};

type Outline = Awaited<ReturnType<PdfJs.PDFDocumentProxy['getOutline']>>;

async function chaptersOf(
  document: PdfJs.PDFDocumentProxy,
  links: Viewer.PDFLinkService,
): Promise<readonly PdfChapter[]> {
  let left = MAX_CHAPTERS;
  const convert = (items: Outline, depth: number): readonly PdfChapter[] =>
    (depth > MAX_CHAPTER_DEPTH ? [] : (items ?? [])).flatMap(({ title, dest, items: below }) => {
      left -= 1;
      if (left < 0) return [];
      const open = () => void (dest !== null && links.goToDestination(dest));
      return [{ title, open, chapters: convert(below, depth + 1) }];
    });
  return convert(await document.getOutline().catch(() => []), 1);
}
