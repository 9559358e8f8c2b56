import type { WxtBrowser } from 'wxt/browser';
import {
  type Bookmark,
  err,
  type Highlight,
  type HighlightChanges,
  type HighlightId,
  ok,
  type Result,
  urlKey,
} from '../../domain';
import { highlightRepository, type Library, type LibraryError } from '../../library';
import type { PageSaver } from '../capture/page-saver';
import { findBookmark } from '../capture/save-page';
import type { LibraryAccess } from '../library/libraries';
import { answerMessage, type HandlersOf, refuse } from '../messages/message-table';
import { Envelope } from '../messages/messages';
import type { HandlerFailure } from '../messages/schemas';
import type { AnswerPage } from '../messages/serve-messages';
import { readTab, type TabPage } from '../toolbar/tab-page';
import type { PageHighlights } from './page-client';
import { PAGE_MESSAGES } from './page-messages';

interface Dependencies {
  readonly browser: { readonly scripting: Pick<WxtBrowser['scripting'], 'insertCSS'> };
  readonly openLibrary: LibraryAccess;
  readonly saver: Pick<PageSaver, 'save'>;
  readonly ownOrigin: string;
  /** Called after the highlights of a page have changed. */
  readonly onWritten: () => Promise<void>;
}

export function createPageRequests(dependencies: Dependencies): AnswerPage {
  return async (message, sender) => {
    const envelope = Envelope.safeParse(message);
    if (!envelope.success) return refuse('foreign-sender');
    const { name, request } = envelope.data;
    const page = pageOf(sender, addressIn(request), dependencies.ownOrigin);
    if (page === null || !Object.hasOwn(PAGE_MESSAGES, name)) return refuse('foreign-sender');
    if (page === 'elsewhere') return refuse('malformed');
    const handlers = handlersFor(dependencies, page);
    return answerMessage(PAGE_MESSAGES, handlers, name, request);
  };
}

/** The page in whose main frame a script runs; null for any other sender. */
function pageOf(
  { url, tab, frameId }: Parameters<AnswerPage>[1],
  asked: unknown,
  ownOrigin: string,
): TabPage | 'elsewhere' | null {
  if (url === undefined || tab?.id === undefined || frameId !== 0) return null;
  const content = readTab({ ...tab, url }, ownOrigin);
  if (content.kind !== 'page' || content.page.closed !== null) return null;
  const own = [url, tab.url].find((each) => each !== undefined && isSamePage(each, asked, url));
  return own === undefined ? 'elsewhere' : { ...content.page, url: own };
}

/**
 * Compares the address of a request with one that the browser reports. That of the sender is the
 * address at the start of the document, and that of the tab may already be the next page's, which is
 * not trusted unless it belongs to the same site.
 */
const isSamePage = (reported: string, asked: unknown, sender: string): boolean =>
  typeof asked === 'string' &&
  urlKey(asked) === urlKey(reported) &&
  new URL(reported).origin === new URL(sender).origin;

/** The address that a request is about. */
const addressIn = (request: unknown): unknown =>
  request instanceof Object && 'url' in request ? request.url : null;

function handlersFor(dependencies: Dependencies, page: TabPage): HandlersOf<typeof PAGE_MESSAGES> {
  const { browser, openLibrary, saver, onWritten } = dependencies;

  /** Runs `use` with the page's bookmark, or returns `otherwise` if the page is not saved. */
  async function withBookmark<T>(
    use: (library: Library, bookmark: Bookmark) => Promise<Result<T, HandlerFailure>>,
    otherwise: Result<T, HandlerFailure>,
  ): Promise<Result<T, HandlerFailure>> {
    const opened = await openLibrary();
    if (!opened.ok) return err(failureOf(opened.error));
    const bookmark = await findBookmark(opened.value, page);
    const isSaved = bookmark !== null && bookmark.trashedAt === null;
    return isSaved ? use(opened.value, bookmark) : otherwise;
  }

  /** Writes to the highlights of the page. Those of other pages are not found. */
  const write = <T>(
    ids: readonly HighlightId[],
    run: (library: Library, ids: readonly HighlightId[]) => Promise<Result<T, LibraryError>>,
  ) =>
    withBookmark<T>(
      async (library, { id }) => {
        const own = new Set((await highlightsOf(library, id)).map((each) => each.id));
        const known = ids.filter((each) => own.has(each));
        if (known.length === 0) return err({ kind: 'not-found' });
        return settle(await run(library, known));
      },
      err({ kind: 'not-found' }),
    );

  const settle = async <T>(
    written: Result<T, LibraryError>,
  ): Promise<Result<T, HandlerFailure>> => {
    if (!written.ok) return err(failureOf(written.error));
    await onWritten();
    return written;
  };

  return {
    async readHighlights() {
      await paintTab(browser.scripting, page.tabId);
      return withBookmark<PageHighlights>(
        async (library, { id, title }) => {
          const highlights = (await highlightsOf(library, id)).map(inPage);
          const onlyHere = [...(await library.part(highlightRepository).onlyHere(id))];
          return ok({ title, highlights, onlyHere });
        },
        ok({ title: '', highlights: [], onlyHere: [] }),
      );
    },

    async addHighlight({ quote, color, position }) {
      // The highlight has the selected text.
      const state = await saver.save(page, null);
      if (state.kind !== 'saved') {
        const isFull = state.kind === 'failed' && state.failure === 'quota';
        return err(isFull ? { kind: 'quota' } : { kind: 'failed', detail: state.kind });
      }
      const opened = await openLibrary();
      if (!opened.ok) return err(failureOf(opened.error));
      const added = await opened.value.part(highlightRepository).add({
        ...{ bookmarkId: state.bookmarkId, quote, color, position: null },
        ...(position && { pagePosition: position }),
      });
      const settled = await settle(added);
      return settled.ok ? ok(inPage(settled.value)) : settled;
    },

    editHighlight: ({ id, changes }) =>
      write([id], async (library) => {
        const edited = await library
          .part(highlightRepository)
          .edit(id, withPositionsExchanged(changes));
        return edited.ok ? ok(withPositionsExchanged(edited.value)) : edited;
      }),

    deleteHighlights: ({ ids }) =>
      write(ids, async (library, own) => {
        const removed = await library.part(highlightRepository).delete(own);
        return removed.ok ? ok(removed.value.map(inPage)) : removed;
      }),

    restoreHighlights: ({ ids }) =>
      withBookmark<null>(
        async (library, { id: bookmarkId }) => {
          const highlights = library.part(highlightRepository);
          // A page only names them, so that it can't restore a highlight that never existed.
          const deleted = await highlights.deleted(ids);
          const own = deleted.filter((each) => each.bookmarkId === bookmarkId);
          if (own.length === 0) return err({ kind: 'not-found' });
          const restored = await settle(await highlights.restore(own));
          return restored.ok ? ok(null) : restored;
        },
        err({ kind: 'not-found' }),
      ),

    placeHighlights: ({ positions }) =>
      withBookmark<null>(async (library, { id }) => {
        const highlights = library.part(highlightRepository);
        const written = await highlights.setPagePositions(id, new Map(positions));
        return written.ok ? ok(null) : err(failureOf(written.error));
      }, ok(null)),
  };
}

const highlightsOf = (library: Library, id: Bookmark['id']) =>
  library.part(highlightRepository).ofBookmark(id);

/**
 * Converts changes between the script of a page and the library. For the script, `position` is the
 * one in the text that it shows, and `pagePosition` the one in the article, which it only returns to
 * undo an edit.
 */
const withPositionsExchanged = ({
  position,
  pagePosition,
  ...fields
}: HighlightChanges): HighlightChanges => ({
  ...fields,
  ...(position !== undefined && { pagePosition: position }),
  ...(pagePosition !== undefined && { position: pagePosition }),
});

/** A highlight as its page gets it. A position in the article is at least a hint there. */
function inPage({ doubt, pagePosition, ...highlight }: Highlight): Highlight {
  return { ...highlight, position: pagePosition ?? highlight.position };
}

/** The style sheet with the colours of highlights. */
const PAINT_STYLES = '/assets/highlight-paint.css';

/**
 * Adds the colours of highlights to a page. No policy of the page applies to them. Chromium paints
 * backgrounds of highlights only by styles of the author, and those of the user apply in shadow roots
 * in Firefox. Adding them again changes nothing.
 */
async function paintTab(
  scripting: Pick<WxtBrowser['scripting'], 'insertCSS'>,
  tabId: number,
): Promise<void> {
  const target = { tabId, allFrames: true };
  try {
    for (const origin of ['AUTHOR', 'USER'] as const) {
      await scripting.insertCSS({ target, files: [PAINT_STYLES], origin });
    }
  } catch {
    // The tab has gone to another page, whose script asks again.
  }
}

function failureOf(error: LibraryError): HandlerFailure {
  if (error.kind === 'quota' || error.kind === 'not-found') return { kind: error.kind };
  return { kind: 'failed', detail: error.kind };
}
