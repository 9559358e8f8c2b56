import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { openLibraryOf, wallClock } from '../src/background/library/libraries';
import type { IndexRequest } from '../src/background/search/index-in-worker';
import { openLibrary, searchIndexer } from '../src/library';

/** A worker of Firefox and of the web app in Safari that brings the search index of one library up to date. */
export default defineUnlistedScript(() => {
  self.addEventListener('message', async ({ data }: MessageEvent<IndexRequest>) => {
    const library = await openLibraryOf(openLibrary, data.account, wallClock);
    if (library.ok) {
      await library.value.part(searchIndexer).run(new AbortController().signal);
      library.value.close();
    }
    self.postMessage('done');
  });
});
