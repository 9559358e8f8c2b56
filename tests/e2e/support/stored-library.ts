/** The numbers of rows in the library's tables. */
export interface LibrarySize {
  readonly bookmarks: number;
  /** The number of different addresses of bookmarks. */
  readonly addresses: number;
  /** The number of articles with a text. */
  readonly articles: number;
  /** The number of kept images of all articles. */
  readonly images: number;
}

/**
 * Runs in a page with the extension's storage. Counts the rows of the library without the
 * extension's code.
 */
export async function librarySize(): Promise<LibrarySize> {
  interface Article {
    readonly textLength: number;
    readonly images: readonly { readonly hash: string | null }[];
  }
  const answer = <T>(request: IDBRequest<T>) =>
    new Promise<T>((done, fail) => {
      request.onsuccess = () => done(request.result);
      request.onerror = () => fail(request.error);
    });
  const { name = '' } =
    (await indexedDB.databases()).find((database) => database.name?.startsWith('leafmark')) ?? {};
  const database = await answer(indexedDB.open(name));
  const rows = database.transaction(['bookmarks', 'articles']);
  const bookmarks = answer<{ url: string }[]>(rows.objectStore('bookmarks').getAll());
  const articles = answer<Article[]>(rows.objectStore('articles').getAll());
  const withText = (await articles).filter(({ textLength }) => textLength > 0);
  const addresses = new Set((await bookmarks).map(({ url }) => url));
  database.close();
  return {
    bookmarks: (await bookmarks).length,
    addresses: addresses.size,
    articles: withText.length,
    images: withText.flatMap(({ images }) => images.filter(({ hash }) => hash !== null)).length,
  };
}

/**
 * Runs in a page with the extension's storage. Returns the number of favourites, and of actions on
 * many bookmarks that have not ended.
 */
export async function favouritesAndJobs(): Promise<readonly [favourites: number, jobs: number]> {
  const answer = <T>(request: IDBRequest<T>) =>
    new Promise<T>((done, fail) => {
      request.onsuccess = () => done(request.result);
      request.onerror = () => fail(request.error);
    });
  const { name = '' } =
    (await indexedDB.databases()).find((database) => database.name?.startsWith('leafmark')) ?? {};
  const database = await answer(indexedDB.open(name));
  const rows = database.transaction(['bookmarks', 'jobs']);
  const bookmarks = answer<{ isFavourite: boolean }[]>(rows.objectStore('bookmarks').getAll());
  const jobs = answer<{ kind: string; state: string }[]>(rows.objectStore('jobs').getAll());
  const favourites = (await bookmarks).filter(({ isFavourite }) => isFavourite);
  const open = (await jobs).filter(({ kind, state }) => kind === 'bulk' && state !== 'finished');
  database.close();
  return [favourites.length, open.length];
}
