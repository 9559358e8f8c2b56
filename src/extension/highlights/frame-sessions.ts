import type { WxtBrowser } from 'wxt/browser';
import * as z from 'zod/mini';

/** The path of the page of the extension that shows notes and lists inside of a web page. */
export const FRAME_PATH = '/highlight-frame.html';

/** The frame that the script in the page of a tab has opened last. */
const Session = z.object({
  /** Only the script and its frame know it. */
  token: z.string(),
  /** The address whose highlights the frame shows. */
  url: z.string(),
  /** The document that has used the token; null: none yet. */
  document: z.nullable(z.string()),
});
type Session = z.output<typeof Session>;

type Area = Pick<WxtBrowser['storage']['session'], 'get' | 'set' | 'remove'>;

/**
 * The frames that scripts in pages have opened, at most one for each tab. They are stored, because
 * the background may be stopped while a note is written. A site cannot open one: it never learns a
 * token, and each token is good for one document.
 */
export interface FrameSessions {
  open(tabId: number, url: string, token: string): Promise<void>;
  /** Returns the address that a frame may show; null if the script has not opened this frame. */
  addressFor(tabId: number, document: string, token: string): Promise<string | null>;
  end(tabId: number): Promise<void>;
}

export function createFrameSessions(area: Area): FrameSessions {
  let last: Promise<unknown> = Promise.resolve();
  const keyOf = (tabId: number) => `highlightFrame:${tabId}`;
  const put = (tabId: number, session: Session) => area.set({ [keyOf(tabId)]: session });
  /** Two documents must not use a token at the same time. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.catch(() => null);
    return done;
  };
  return {
    open: (tabId, url, token) => inTurn(() => put(tabId, { token, url, document: null })),
    addressFor: (tabId, document, token) =>
      inTurn(async () => {
        const key = keyOf(tabId);
        const session = Session.safeParse((await area.get(key))[key]).data;
        if (session?.token !== token) return null;
        if (session.document === null) await put(tabId, { ...session, document });
        else if (session.document !== document) return null;
        return session.url;
      }),
    end: (tabId) => inTurn(() => area.remove(keyOf(tabId))),
  };
}
