import type { BookmarkRow, Storage, UserId } from '../../../../server/storage/index';

/** The labels of a bookmark of `saveComplete`. */
const LABELS = ['a', 'b'];

/** Saves a bookmark with labels, content, a file and a job in one transaction. Returns its id. */
export function saveComplete(storage: Storage, userId: UserId): Promise<string> {
  return storage.transaction(async ({ bookmarks, contents, jobs }) => {
    const bookmark = await bookmarks.create(userId, { url: 'https://a.org/', labels: LABELS });
    await contents.put(bookmark.key, { article: '<p>Text</p>', text: 'Text' });
    const hash = await contents.storeBlob(Buffer.from(bookmark.id));
    await contents.putResources(bookmark.key, [
      {
        name: 'image.png',
        kind: 'image',
        contentType: 'image/png',
        url: '',
        width: 1,
        height: 1,
        hash,
        sizeBytes: bookmark.id.length,
      },
    ]);
    await jobs.enqueue({ kind: 'extract', payload: {}, uniqueKey: bookmark.id });
    return bookmark.id;
  });
}

/** The parts of `saveComplete` that a bookmark lacks. The list is empty when it is complete. */
export async function missingOf(storage: Storage, bookmark: BookmarkRow): Promise<string[]> {
  const { id, key, labels } = bookmark;
  const content = await storage.contents.find(key);
  const file = await storage.contents.file(id, 'image.png');
  // A job with the same key can't be queued again.
  const hasNoJob = await storage.jobs.enqueue({ kind: 'x', payload: {}, uniqueKey: id });
  return [
    ...(labels.join() === LABELS.join() ? [] : ['labels']),
    ...(content?.article === '<p>Text</p>' ? [] : ['content']),
    ...(file && Buffer.from(file.bytes).toString() === id ? [] : ['file']),
    ...(hasNoJob ? ['job'] : []),
  ];
}
