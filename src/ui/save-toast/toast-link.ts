/** A message of the toast in the frame to the script in the page around it. */
export type ToastRequest =
  /** The frame has what it shows. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'close' }
  /** Asks if the person has seen the toast, before something is done. */
  | { readonly kind: 'is-seen' };

/** The answer of the script, or the news that the toast has got the focus. */
export type ToastNews =
  | { readonly kind: 'seen'; readonly isSeen: boolean }
  | { readonly kind: 'focus' };

/** The end of the address of a frame that shows a toast. */
export const TOAST_QUERY = '?toast';
