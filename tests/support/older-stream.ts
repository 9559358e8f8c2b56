/**
 * Header lines are sorted by name and dates are RFC 3339, as other servers write them (section 11).
 */
const part = (headers: Readonly<Record<string, string>>, body: string): string =>
  [
    ...Object.entries(headers)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n');

/** Makes a sync stream with a JSON, an HTML and an image part for each bookmark. */
export function olderStream(bookmarks: readonly { readonly id: string }[]): {
  readonly body: string;
  readonly type: string;
} {
  const boundary = '6a1f2c';
  const parts = bookmarks.flatMap((bookmark) => {
    const common = { 'Bookmark-Id': bookmark.id, Date: '2026-01-02T03:04:05Z' };
    // `<`, `>` and `&` are escaped only here (section 1).
    const json = JSON.stringify(bookmark).replace(
      /[<>&]/g,
      (c) => `\\u00${c.charCodeAt(0).toString(16)}`,
    );
    return [
      part({ ...common, Type: 'json', 'Content-Type': 'application/json; charset=utf-8' }, json),
      part({ ...common, Type: 'html', Filename: 'index.html' }, '<section>Ice</section>'),
      part(
        { 'Bookmark-Id': bookmark.id, Type: 'resource', Group: 'icon', Path: 'icon.png' },
        'PNG',
      ),
    ];
  });
  const body = [...parts.map((text) => `--${boundary}\r\n${text}\r\n`), `--${boundary}--\r\n`].join(
    '',
  );
  return { body, type: `multipart/mixed; boundary="${boundary}"` };
}
