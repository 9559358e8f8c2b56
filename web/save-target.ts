import { sharedPageIn } from '../src/domain/shared-page';
import { hashOf } from '../src/ui/library-page/route';

/** In `sessionStorage`: the place of the library to show, also after signing in. */
const WANTED = 'leafmark.wantedPlace';

/**
 * Turns the address that shares and the bookmarklet open, `/save?…`, into that of *Add a page*, which
 * asks before it saves.
 */
export function keepSaveTarget({ pathname, search }: Location, history: History, storage: Storage) {
  if (!pathname.endsWith('/save')) return;
  storage.setItem(WANTED, hashOf({ kind: 'add', page: sharedPageIn(new URLSearchParams(search)) }));
  history.replaceState(null, '', './');
}

/** Goes to the place that was wanted, until the person leaves it. A sign-in may come in between. */
export function goToSaveTarget({ history, sessionStorage, addEventListener }: Window): void {
  const wanted = sessionStorage.getItem(WANTED);
  if (wanted === null) return;
  history.replaceState(null, '', wanted);
  addEventListener('hashchange', () => sessionStorage.removeItem(WANTED), { once: true });
}
