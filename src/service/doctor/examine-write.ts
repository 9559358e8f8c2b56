import { createWithPage } from '../create/create-with-page';
import { whenLoaded } from '../create/when-loaded';
import type { Examined, Instruments } from './examined';
import { type Finding, finding } from './finding';

/** Reserved, so that nobody is asked for it (RFC 2606); the page comes with the bookmark. */
const ADDRESS = 'https://leafmark.invalid/check/';
const TITLE = 'Leafmark check';
const PAGE = `<!doctype html><html lang="en"><head><title>${TITLE}</title></head><body><section><p>Leafmark saved this page to see whether it can, and deletes it again.</p></section></body></html>`;

/** Whether a bookmark with its page can be made and deleted; it is gone again when this ends. */
export async function examineWrite(
  { newId, signal, transport }: Examined,
  { send, client }: Instruments,
): Promise<Finding> {
  const page = {
    url: `${ADDRESS}${newId()}`,
    title: TITLE,
    html: PAGE,
    findsMain: true,
    resources: [],
  };
  const made = await createWithPage(send, page, { ...(signal && { signal }) });
  if (!made.ok) return finding('write', 'doctorNotWritten', made.error.kind);
  const { id } = made.value;
  const loaded = await whenLoaded(client.bookmarks.read, id, {
    sleep: transport.sleep,
    ...(signal && { signal }),
  });
  // Without the signal: whoever leaves does not want it to stay.
  const deleted = await client.bookmarks.delete(id);
  if (!deleted.ok && deleted.error.kind !== 'not-found') {
    return finding('write', 'doctorLeftBehind', TITLE);
  }
  const isUnread = !loaded.ok && loaded.error.kind !== 'still-loading';
  return isUnread
    ? finding('write', 'doctorNotWritten', loaded.error.kind)
    : finding('write', 'doctorWrote');
}
