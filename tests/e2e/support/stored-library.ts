/** What the tables of the library hold. */
export interface LibrarySize {
  readonly bookmarks: number;
  /** Different ones among those of the bookmarks. */
  readonly addresses: number;
  /** With a text. */
  readonly articles: number;
  /** Of all articles, those that are kept. */
  readonly images: number;
}

/** Runs where the extension has stored its library: counts it past all of our code. */
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
