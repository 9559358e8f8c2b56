import { sharedPageIn } from '../src/domain/shared-page';
import { hashOfRoute } from '../src/ui/library-page/route';

/** In `sessionStorage`: the place of the library to show, also after signing in. */
const WANTED = 'leafmark.wantedPlace';

/**
 * Turns the address that shares and the bookmarklet open, `/save?…`, into that of *Add a page*, which
 * asks before it saves.
 */
export function keepSaveTarget({ pathname, search }: Location, history: History, storage: Storage) {
  if (!pathname.endsWith('/save')) return;
  storage.setItem(
    WANTED,
    hashOfRoute({ kind: 'add', page: sharedPageIn(new URLSearchParams(search)) }),
  );
  history.replaceState(null, '', './');
}

/**
 * Goes to the place that was wanted, once. A sign-in may come before, and the page starts again instead
 * of opening a library that is not the active one.
 */
export function goToSaveTarget(
  { history, sessionStorage }: Window,
  opened: Promise<unknown>,
): void {
  const wanted = sessionStorage.getItem(WANTED);
  if (wanted === null) return;
  history.replaceState(null, '', wanted);
  void opened.then(() => sessionStorage.removeItem(WANTED));
}
