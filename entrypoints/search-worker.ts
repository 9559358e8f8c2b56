import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { openLibraryOf, wallClock } from '../src/background/library/libraries';
import type { IndexRequest } from '../src/background/search/index-in-worker';
import { openLibrary, searchIndexer } from '../src/library';

/** Tabs of the web app index one after another, because several would drop each other's segments. */
const INDEX_LOCK = 'leafmark-index';

/** A worker of Firefox and the web app that brings the search index of one library up to date. */
export default defineUnlistedScript(() => {
  self.addEventListener('message', async ({ data }: MessageEvent<IndexRequest>) => {
    const library = await openLibraryOf(openLibrary, data.account, wallClock);
    if (library.ok) {
      const indexer = library.value.part(searchIndexer);
      await navigator.locks.request(INDEX_LOCK, () => indexer.run(new AbortController().signal));
      library.value.close();
    }
    self.postMessage('done');
  });
});
