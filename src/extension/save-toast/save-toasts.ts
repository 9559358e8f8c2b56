import type { WxtBrowser } from 'wxt/browser';
import * as z from 'zod/mini';
import type { LibraryAccess } from '../../background/library/libraries';
import { readSettings } from '../../background/settings/settings';
import type { PageState } from '../../domain/page-state';
import { err, ok } from '../../domain/result';
import type { Library, Written } from '../../library';
import { answerMessage, type HandlersOf } from '../../messages/message-table';
import { PageStateSchema } from '../../messages/schemas';
import { TOAST_MESSAGES } from '../../messages/toast-messages';
import type { PageSaver } from '../capture/page-saver';
import { inject } from '../capture/run-capture';
import { handlerFailureOf } from '../highlights/own-highlights';
import { answerFrames, createFrameSessions } from '../messages/frame-sessions';
import { readTab, type TabPage } from '../toolbar/tab-page';
import { setToastToken } from './injected-token';

interface Dependencies {
  readonly browser: Pick<WxtBrowser, 'scripting' | 'storage' | 'tabs'>;
  readonly openLibrary: LibraryAccess;
  readonly saver: Pick<PageSaver, 'save' | 'saveAddress'>;
  /** `runtime.getURL('/')` */
  readonly ownOrigin: string;
  /** Called after the bookmark has changed. */
  readonly onWritten: () => Promise<void>;
}

const SAVE_TOAST_SCRIPT = '/save-toast.js';

/** More would be a long message, and a toast shows a few. */
const MAX_KNOWN_LABELS = 1000;

const OwnMessage = z.object({ name: z.enum(Object.keys(TOAST_MESSAGES)) });

/** Shows in a page what a key or a menu has saved there, and answers the frame that shows it. */
export function createSaveToasts(dependencies: Dependencies) {
  const { browser } = dependencies;
  const sessions = createFrameSessions(browser.storage.session, 'saveToast', PageStateSchema);

  return {
    /** Shows the result of a save in its tab, unless the person wants quiet; never throws. */
    async show({ tabId, isPrivateWindow, closed }: TabPage, state: PageState): Promise<void> {
      if (isPrivateWindow || closed !== null) return;
      if (!(await readSettings(browser.storage.local)).showsToast) return;
      const token = crypto.randomUUID();
      await sessions.open(tabId, state, token);
      const target = { tabId };
      const { scripting } = browser;
      // A page that takes no script shows the result by the badge alone.
      await inject(
        async () => {
          await scripting.executeScript({ target, func: setToastToken, args: [token] });
          await scripting.executeScript({ target, files: [SAVE_TOAST_SCRIPT] });
        },
        async () => null,
      );
    },
    /** True for a message that only a toast sends. */
    isAsked: (message: unknown): boolean => OwnMessage.safeParse(message).success,
    /** Answers the toasts in pages. */
    answer: answerFrames(sessions, ({ tabId, token, shown, name, request }) => {
      const onChange = (next: PageState) => sessions.change(tabId, next, token);
      const handlers = handlersFor({ ...dependencies, tabId, onChange }, shown);
      return answerMessage(TOAST_MESSAGES, handlers, name, request);
    }),
    tabClosed: (tabId: number): void => void sessions.end(tabId),
  };
}

interface Parts extends Dependencies {
  readonly tabId: number;
  /** The toast shows this page from now on. */
  readonly onChange: (page: PageState) => Promise<void>;
}

type Handlers = HandlersOf<typeof TOAST_MESSAGES>;

const NOT_FOUND = err({ kind: 'not-found' } as const);

function handlersFor(parts: Parts, page: PageState): Handlers {
  const { browser, openLibrary, ownOrigin, saver } = parts;
  const id = page.kind === 'saved' ? page.bookmarkId : null;

  /** Changes the bookmark, and returns what the toast shows then. */
  async function write(
    change: (library: Library, ids: readonly [NonNullable<typeof id>]) => Written<unknown>,
  ): ReturnType<Handlers['undoSave']> {
    const library = await openLibrary();
    if (!library.ok) return err(handlerFailureOf(library.error));
    if (id === null) return NOT_FOUND;
    const written = await change(library.value, [id]);
    if (!written.ok) return err(handlerFailureOf(written.error));
    await parts.onWritten();
    return readContents(parts, page);
  }

  return {
    readToast: () => readContents(parts, page),
    undoSave: () => write(({ bookmarks }, ids) => bookmarks.trash(ids)),
    restoreSave: () => write(({ bookmarks }, ids) => bookmarks.restore(ids)),
    editSaved: (patch) => write(({ bookmarks }, [saved]) => bookmarks.edit(saved, patch)),
    saveErrorPage: () => saveAgain(parts, page, (tab) => saver.save(tab, '', true)),
    saveAddress: () => saveAgain(parts, page, saver.saveAddress),
    async readSaved() {
      if (id === null) return NOT_FOUND;
      const path = encodeURIComponent(id);
      await browser.tabs.create({ url: `${ownOrigin}library.html#/read/${path}` });
      return ok(null);
    },
  };
}

async function readContents(
  { openLibrary }: Pick<Parts, 'openLibrary'>,
  page: PageState,
): ReturnType<Handlers['readToast']> {
  if (page.kind !== 'saved') return ok({ page, bookmark: null });
  const library = await openLibrary();
  if (!library.ok) return err(handlerFailureOf(library.error));
  const { articles, bookmarks, labels } = library.value;
  const id = page.bookmarkId;
  return ok({
    page,
    bookmark: await bookmarks.get(id),
    report: await articles.report(id),
    known: await labels.mostUsed(MAX_KNOWN_LABELS),
  });
}

/** Saves the page after the person has answered the toast, if the tab still has it. */
async function saveAgain(
  parts: Parts,
  page: PageState,
  save: (page: TabPage) => Promise<PageState>,
): ReturnType<Handlers['readToast']> {
  const tab = await parts.browser.tabs.get(parts.tabId).catch(() => undefined);
  const content = readTab(tab, parts.ownOrigin);
  const isHere = content.kind === 'page' && 'url' in page && content.page.url === page.url;
  if (!isHere) return NOT_FOUND;
  const saved = await save(content.page);
  await parts.onChange(saved);
  return readContents(parts, saved);
}
