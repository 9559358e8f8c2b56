import * as z from 'zod/mini';
import type { Bookmark } from '../domain/bookmark';
import type { PageState } from '../domain/page-state';
import type { ClientOf, MessageTable } from './message-table';
import { trusted } from './schemas';

/** The contents of the toast on a page after a save by key or menu. */
export interface ToastContents {
  readonly page: PageState;
  /** null: nothing was saved. */
  readonly bookmark: Bookmark | null;
}

const nothing = z.strictObject({});
const contents = trusted<ToastContents>();

/**
 * The messages from the toast in a page. It is in a frame, whose token the background has made. Each is
 * about what was saved in its tab.
 */
export const TOAST_MESSAGES = {
  readToast: { request: nothing, response: contents },
  undoSave: { request: nothing, response: contents },
  setFavourite: { request: z.strictObject({ isFavourite: z.boolean() }), response: contents },
  /** Saves a page that its server sent with an error. */
  saveErrorPage: { request: nothing, response: contents },
  saveAddress: { request: nothing, response: contents },
  /** Opens the bookmark in the reader. */
  readSaved: { request: nothing, response: trusted<null>() },
} satisfies MessageTable;

/** The background as the toast sees it. */
export type ToastBackground = ClientOf<typeof TOAST_MESSAGES>;
