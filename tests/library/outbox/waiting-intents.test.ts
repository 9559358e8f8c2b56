import { describe, expect, it } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import { newBookmark } from '../../../src/domain/new-bookmark';
import { UNDO_MS, unixMs } from '../../../src/domain/time';
import { urlKey } from '../../../src/domain/url-identity';
import { localOnlyShadow, type Shadow, type SyncState } from '../../../src/library';
import { type Intent, queuedAt } from '../../../src/library/database/outbox-rows';
import { waitingIntents } from '../../../src/library/outbox/waiting-intents';
import { address, testLibrary, value } from '../library';

const NOW = unixMs(1_700_000_000_000);
const ID = 'b1' as BookmarkId;
const URL_A = 'https://pages.example/a';
const PAGE = newBookmark(ID, URL_A, urlKey(URL_A)!, NOW);
const TRASHED = { ...PAGE, trashedAt: NOW };
const LINKED: Shadow = { ...localOnlyShadow(PAGE), serverId: 's1' };
const EDITED: Shadow = { ...LINKED, version: { ...LINKED.version, title: 'Before' } };

/** An intent by its kind; `+` after it: the server may have received it; `!`: it was refused. */
function intentOf(text: string) {
  const kind = text.replace(/[+!]$/, '');
  const intents: Readonly<Record<string, Intent>> = { verify: { kind: 'verify', others: [] } };
  const state = text.endsWith('!') ? ('attention' as const) : ('waiting' as const);
  const attempts = text === kind ? 0 : 1;
  // The kinds without parts are named in the tests.
  const intent = intents[kind] ?? ({ kind } as Intent);
  return { ...queuedAt(NOW), kind: 'bookmark' as const, bookmarkId: ID, intent, state, attempts };
}

const kindsOf = (
  bookmark: SyncState['bookmark'],
  shadow: Shadow | null,
  intents: string,
  hasNotes = false,
) => {
  const before = intents.split(' ').filter(Boolean).map(intentOf);
  const after = waitingIntents({ id: ID, bookmark, shadow, intents: before }, hasNotes, NOW);
  return after.map(({ intent }) => intent.kind).join(' ');
};

describe('what waits of a bookmark', () => {
  it.each<[string, SyncState['bookmark'], Shadow | null, string, string]>([
    ['is a create while no server has it', PAGE, null, '', 'create'],
    ['is the create that was tried, once', PAGE, null, 'create+', 'create'],
    ['is nothing if the server has it', PAGE, LINKED, '', ''],
    ['is no patch if its changes were undone', PAGE, LINKED, 'patch', ''],
    ['is a patch if the server lacks changes', PAGE, EDITED, '', 'patch'],
    ['is one patch, also a refused one', PAGE, EDITED, 'patch!', 'patch'],
    ['is nothing if it stays on this device', PAGE, localOnlyShadow(PAGE), 'create', ''],
    ['is a delete in the trash', TRASHED, EDITED, 'patch', 'delete'],
    ['is a create until its delete in the trash is due', TRASHED, null, 'create', 'create delete'],
    ['is a delete behind a create that was tried', TRASHED, null, 'create+', 'create delete'],
    ['is nothing in the trash if no server has it', TRASHED, null, '', ''],
    ['is a create again after the trash', PAGE, null, 'create delete', 'create'],
    ['is a patch again after the trash', PAGE, EDITED, 'delete', 'patch'],
    ['is a create behind a delete that was tried', PAGE, EDITED, 'delete+', 'delete create'],
    ['is only the delete when it goes there again', TRASHED, EDITED, 'delete+ create', 'delete'],
    ['has its article and its checks, too', PAGE, EDITED, 'content verify', 'content verify patch'],
    ['is the delete of one that is deleted for good', null, LINKED, 'delete content', 'delete'],
    ['is nothing of one that was never sent', null, null, 'create delete', ''],
    ['is a look at one that may have been sent', null, null, 'create+ delete', 'create delete'],
    ['is a look at one that another device deletes', null, LINKED, 'recheck', 'recheck'],
  ])('%s', (_, bookmark, shadow, before, after) => {
    expect(kindsOf(bookmark, shadow, before)).toBe(after);
  });

  it('has a note only if the server has a place for it', () => {
    const noted = { ...PAGE, note: 'For Ada' };
    expect([kindsOf(noted, LINKED, ''), kindsOf(noted, LINKED, '', true)]).toEqual(['', 'patch']);
  });

  it('has a delete that waits for the time to undo, and a create with the flags of its file', () => {
    const [deletion] = waitingIntents(
      { id: ID, bookmark: TRASHED, shadow: LINKED, intents: [] },
      false,
      NOW,
    );
    expect(deletion).toMatchObject({ intent: { kind: 'delete' }, notBefore: NOW + UNDO_MS });
    const archived = { ...PAGE, isArchived: true };
    const [create] = waitingIntents(
      { id: ID, bookmark: archived, shadow: null, intents: [] },
      false,
      NOW,
    );
    expect(create).toMatchObject({
      intent: { kind: 'create', born: ['isArchived'] },
      notBefore: NOW,
    });
  });

  it('is sent in this order: the changes, the article, the check', async () => {
    const { library, tables } = await testLibrary();
    const { id } = value(await library.bookmarks.save(address({ url: URL_A }))).bookmark;
    const kinds = value(
      await library.sync.transaction({ ids: [id] }, (tx) => {
        const intents = ['verify', 'content'].map((text) => ({
          ...intentOf(text),
          bookmarkId: id,
        }));
        tx.put({ ...tx.get(id), shadow: { ...EDITED, bookmarkId: id }, intents });
        return tx.get(id).intents.map(({ intent }) => intent.kind);
      }),
    );
    expect(kinds).toEqual(['patch', 'content', 'verify']);
    expect(await tables.outbox.count()).toBe(3);
  });
});
