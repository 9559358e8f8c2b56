import type { WxtBrowser } from 'wxt/browser';
import type { Highlight, HighlightChanges } from '../../domain/highlight';
import { err, ok } from '../../domain/result';
import { urlKey } from '../../domain/url-identity';
import { type GroupId, highlightRepository, pageUndo } from '../../library';
import { answerMessage, Envelope, type HandlersOf, refuse } from '../../messages/message-table';
import { PAGE_MESSAGES } from '../../messages/page-messages';
import type { PageSaver } from '../capture/page-saver';
import type { FrameSessions } from '../messages/frame-sessions';
import type { AnswerPage } from '../messages/serve-messages';
import { readTab, type TabPage } from '../toolbar/tab-page';
import {
  acted,
  type HighlightAccess,
  handlerFailureOf,
  highlightsAt,
  NOT_FOUND,
  type OwnHighlights,
} from './own-highlights';
import { createSiteAccess, isToBeAsked } from './site-access';

interface Dependencies extends HighlightAccess {
  readonly browser: {
    readonly scripting: Pick<WxtBrowser['scripting'], 'insertCSS'>;
    readonly tabs: Pick<WxtBrowser['tabs'], 'create'>;
  } & Parameters<typeof createSiteAccess>[0];
  readonly saver: Pick<PageSaver, 'save'>;
  readonly sessions: Pick<FrameSessions<string>, 'open'>;
  readonly ownOrigin: string;
}

export function createPageRequests(dependencies: Dependencies): AnswerPage {
  return async (message, sender) => {
    const envelope = Envelope.safeParse(message);
    if (!envelope.success) return refuse('foreign-sender');
    const { name, request } = envelope.data;
    const page = pageOfRequest(sender, addressOfRequest(request), dependencies.ownOrigin);
    if (page === null || !Object.hasOwn(PAGE_MESSAGES, name)) return refuse('foreign-sender');
    if (page === 'elsewhere') return refuse('malformed');
    const handlers = handlersFor(dependencies, page);
    return answerMessage(PAGE_MESSAGES, handlers, name, request);
  };
}

/** The page in whose main frame a script runs; null for any other sender. */
function pageOfRequest(
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
const addressOfRequest = (request: unknown): unknown =>
  request instanceof Object && 'url' in request ? request.url : null;

type Handlers = HandlersOf<typeof PAGE_MESSAGES>;

/** The dependencies of the handlers, and the page that has sent the request. */
interface Parts extends Dependencies {
  readonly page: TabPage;
  readonly own: OwnHighlights;
}

function handlersFor(dependencies: Dependencies, page: TabPage): Handlers {
  const own = highlightsAt(page.url, dependencies);
  const parts = { ...dependencies, page, own };
  return {
    async openFrame({ token }) {
      await parts.sessions.open(page.tabId, page.url, token);
      return ok(null);
    },
    openReader: (request) => openReader(parts, request),
    async askAboutSite() {
      const { protocol, hostname } = new URL(page.url);
      const isSite = protocol.startsWith('http') && !page.isPrivateWindow;
      return ok(isSite && (await isToBeAsked(parts.browser, hostname)));
    },
    async chooseSite() {
      const { hostname } = new URL(page.url);
      const openOptions = () =>
        parts.browser.tabs.create({
          url: `${parts.ownOrigin}options.html#/highlights/${hostname}`,
          openerTabId: page.tabId,
        });
      // Only in Chromium, a click in a page lets the background ask. The person may take long.
      void createSiteAccess(parts.browser).allow(hostname).catch(openOptions);
      return ok(null);
    },
    async addColors() {
      await paintTab(parts.browser.scripting, page.tabId);
      return ok(null);
    },
    readHighlights: () =>
      own.withBookmark<readonly Highlight[]>(
        async (library, { id }) =>
          ok((await library.part(highlightRepository).ofBookmark(id)).map(inPage)),
        ok([]),
      ),
    addHighlight: (request) => addHighlight(parts, request),
    editHighlight: ({ id, changes }) =>
      own.write([id], async (library) => {
        const highlights = library.part(highlightRepository);
        return acted(await highlights.edit(id, ofArticle(changes)));
      }),
    deleteHighlights: ({ ids }) =>
      own.write(ids, async (library, known) => {
        return acted(await library.part(highlightRepository).delete(known));
      }),
    undoHighlights: ({ group }) =>
      own.withBookmark(async (library, { id }) => {
        const { undo } = library.part(pageUndo);
        // A page only names the act, so that it can change nothing else.
        const undone = await own.settle(await undo(id, group as GroupId));
        return undone.ok ? ok({ group: undone.value?.group ?? null }) : undone;
      }, NOT_FOUND),
    placeHighlights: ({ positions }) =>
      own.withBookmark<null>(async (library, { id }) => {
        const highlights = library.part(highlightRepository);
        const written = await highlights.setPagePositions(id, new Map(positions));
        return written.ok ? ok(null) : err(handlerFailureOf(written.error));
      }, ok(null)),
  };
}

const openReader = (
  { browser, own, ownOrigin }: Parts,
  { id }: Parameters<Handlers['openReader']>[0],
) =>
  own.withBookmark<null>(
    async (_, bookmark) => {
      const path = [bookmark.id, ...(id === null ? [] : [id])].map(encodeURIComponent);
      await browser.tabs.create({ url: `${ownOrigin}library.html#/read/${path.join('/')}` });
      return ok(null);
    },
    err({ kind: 'not-found' }),
  );

async function addHighlight(
  { saver, openLibrary, page, own }: Parts,
  { quote, color, position }: Parameters<Handlers['addHighlight']>[0],
): ReturnType<Handlers['addHighlight']> {
  // The highlight has the selected text.
  const state = await saver.save(page, null, true);
  if (state.kind !== 'saved') {
    const isFull = state.kind === 'failed' && state.failure === 'quota';
    return err(isFull ? { kind: 'quota' } : { kind: 'failed', detail: state.kind });
  }
  const opened = await openLibrary();
  if (!opened.ok) return err(handlerFailureOf(opened.error));
  const added = await opened.value.part(highlightRepository).add({
    bookmarkId: state.bookmarkId,
    quote,
    color,
    position: null,
    ...(position && { pagePosition: position }),
  });
  const settled = await own.settle(added);
  return settled.ok ? ok(inPage(settled.value)) : settled;
}

/** Returns the changes of a script, whose `position` is the one in the text that it shows. */
const ofArticle = ({
  position,
  pagePosition: _,
  ...fields
}: HighlightChanges): HighlightChanges => ({
  ...fields,
  ...(position !== undefined && { pagePosition: position }),
});

/**
 * A highlight as its page gets it, without its note. A position in the article is at least a hint
 * there.
 */
function inPage({ doubt, pagePosition, ...highlight }: Highlight): Highlight {
  return { ...highlight, note: '', position: pagePosition ?? highlight.position };
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
