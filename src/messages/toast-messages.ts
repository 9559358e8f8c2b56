import * as z from 'zod/mini';
import type { CaptureReport } from '../domain/article';
import type { Bookmark } from '../domain/bookmark';
import { LABEL_MAX_LENGTH } from '../domain/label';
import type { PageState } from '../domain/page-state';
import type { LabelCount } from '../library';
import type { ClientOf, MessageTable } from './message-table';
import { text, trusted } from './schemas';

/** The contents of the toast on a page after a save by key or menu. */
export interface ToastContents {
  readonly page: PageState;
  /** null: nothing was saved. */
  readonly bookmark: Bookmark | null;
  /** Absent if nothing was captured. */
  readonly report?: CaptureReport | undefined;
  /** Labels in use, with which typed ones are completed. Absent if nothing was saved. */
  readonly known?: readonly LabelCount[];
}

const nothing = z.strictObject({});
const contents = trusted<ToastContents>();
const opened = trusted<null>();
const labels = z.array(text(2 * LABEL_MAX_LENGTH)).check(z.maxLength(100));

/**
 * The messages from the toast in a page. It is in a frame, whose token the background has made. Each is
 * about what was saved in its tab.
 */
export const TOAST_MESSAGES = {
  readToast: () => ({ request: nothing, response: contents }),
  undoSave: () => ({ request: nothing, response: contents }),
  /** Restores what `undoSave` moved to the trash. */
  restoreSave: () => ({ request: nothing, response: contents }),
  editSaved: () => ({
    request: z.strictObject({
      isFavourite: z.exactOptional(z.boolean()),
      addLabels: z.exactOptional(labels),
      removeLabels: z.exactOptional(labels),
    }),
    response: contents,
  }),
  /** Saves a page that its server sent with an error. */
  saveErrorPage: () => ({ request: nothing, response: contents }),
  saveAddress: () => ({ request: nothing, response: contents }),
  /** Opens the bookmark in the reader. */
  readSaved: () => ({ request: nothing, response: opened }),
} satisfies MessageTable;

/** The background as the toast sees it. */
export type ToastBackground = ClientOf<typeof TOAST_MESSAGES>;
