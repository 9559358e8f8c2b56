import { membersOf } from '../../../dom/native';
import type { HighlightColor, HighlightId } from '../../../domain/highlight';
import type { HighlightPlace } from '../store/listed-highlights';

/** The view in the frame of a page: one highlight, or all of the page. */
export type FrameView =
  | { readonly kind: 'editor'; readonly id: HighlightId }
  | { readonly kind: 'list' };

/** The message of the script in a page to its frame. It has no text of the person. */
export interface FrameState {
  readonly view: FrameView;
  readonly places: readonly (readonly [HighlightId, HighlightPlace | null])[];
  readonly hasSelection: boolean;
  /** Another number: the highlights may have changed. */
  readonly revision: number;
}

/** A message of the frame to the script in the page. */
export type FrameRequest =
  | { readonly kind: 'ready' }
  | { readonly kind: 'close' }
  | { readonly kind: 'find-again' }
  /** The height of what the frame shows, in CSS pixels. */
  | { readonly kind: 'size'; readonly height: number }
  /** A note was not stored. */
  | { readonly kind: 'note-failed'; readonly error: string }
  | { readonly kind: 'color'; readonly id: HighlightId; readonly color: HighlightColor }
  | { readonly kind: FrameAction; readonly id: HighlightId };

/** The actions on one highlight in the page. */
export type FrameAction =
  | 'show'
  | 'remove'
  | 'confirm'
  | 'refuse'
  | 'reattach'
  | 'keepAsNote'
  | 'keepInText';

/** The frame in a page, as the script there has it. */
export interface FrameLink<State = FrameState> {
  readonly element: HTMLElement;
  tell(state: State): void;
  remove(): void;
}

export interface FrameListener<Request = FrameRequest> {
  readonly onRequest: (request: Request) => void;
  /** The page has moved or reloaded the frame, whose token is used. */
  readonly onGone: () => void;
}

/** Adds the frame to an element of the page. The token is that of `openFrame`. */
export type LinkFrame<Request = FrameRequest, State = FrameState> = (
  parent: HTMLElement,
  token: string,
  listener: FrameListener<Request>,
) => FrameLink<State>;

/**
 * Creates frames of the extension. The token is all that is sent to their window. Everything else
 * goes through a port between the script and the frame, which no script of the page can reach.
 * `address` is that of the page in the frame; with `origin`, no other page in it gets the token.
 */
export function frameLinker<Request = FrameRequest, State = FrameState>(
  page: Document,
  address: string,
  origin: string,
): LinkFrame<Request, State> {
  return (parent, token, { onRequest, onGone }) => {
    const element = membersOf(page).createElement('iframe');
    let port: MessagePort | null = null;
    element.className = 'page-frame';
    element.allow = 'clipboard-write';
    element.src = `${address}#${token}`;
    element.addEventListener('load', () => {
      if (port !== null) return onGone();
      const { port1, port2 } = new MessageChannel();
      port = port1;
      // Requests are texts, because Firefox would give the script objects of the page's world.
      port.onmessage = ({ data }) => onRequest(JSON.parse(data));
      element.contentWindow?.postMessage(token, origin, [port2]);
    });
    parent.append(element);
    return {
      element,
      tell: (state) => port?.postMessage(JSON.stringify(state)),
      remove() {
        port?.close();
        element.remove();
      },
    };
  };
}
