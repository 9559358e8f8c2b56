import { labelKey, normalLabel, SECOND_MS } from '../../domain';
import {
  isEmptyPatch,
  type PatchFields,
  type PatchIntent,
  type ServerVersion,
  type Shadow,
  type SyncDesk,
  type SyncedBookmark,
  type SyncState,
} from '../../library';
import { keepsOf, queued } from './queue';
import { type Editable, isSameField, PERSONS_FIELDS, type PersonsField } from './same-field';

/** What a create makes on the server: flags and the place in the text come after it. */
export const versionToSend = (bookmark: SyncedBookmark): ServerVersion => ({
  url: bookmark.url,
  title: bookmark.title,
  siteName: bookmark.siteName,
  authors: bookmark.authors,
  published: bookmark.published,
  description: bookmark.description,
  lang: bookmark.lang,
  textDirection: bookmark.textDirection,
  type: bookmark.type,
  labels: bookmark.labels,
  ...{ isFavourite: false, isArchived: false, readProgress: 0, readAnchor: '' },
  created: bookmark.created,
  hasArticle: bookmark.content.kind === 'article',
  wordCount: bookmark.wordCount,
  readingTimeMinutes: bookmark.readingTimeMinutes,
});

/** The create of a bookmark that was tried and may have reached the server. */
export const triedCreate = ({ intents }: SyncState) =>
  intents.find(
    ({ intent, sent, attempts }) => intent.kind === 'create' && attempts > 0 && sent !== undefined,
  );

/** What may still come of a bookmark that is to be linked to what somebody else made. */
export const unansweredOf = (state: SyncState): Pick<Shadow, 'unanswered'> => {
  const sent = triedCreate(state)?.sent ?? state.shadow?.unanswered?.sent;
  return sent === undefined ? {} : { unanswered: { sent, isLinked: false } };
};

/** Whether a bookmark of the server is what was sent. Older servers keep whole seconds. */
export function isMadeBy(sent: ServerVersion | undefined, { created }: ServerVersion): boolean {
  if (sent === undefined) return false;
  return created === sent.created || created === Math.floor(sent.created / SECOND_MS) * SECOND_MS;
}

/**
 * Links a bookmark to what its create made on the server. What is different here by now is queued in
 * the place of the create and all that waited behind it, up to a delete.
 *
 * @param by whether the server answered so, or it was come upon, by its address and its date
 */
export function adopt(
  desk: SyncDesk,
  state: SyncState,
  serverId: string,
  by: 'answer' | 'chance',
): void {
  const { id, bookmark, intents } = state;
  const create = triedCreate(state);
  const sent = create?.sent;
  if (create === undefined || sent === undefined) return;
  const isLinked = by === 'chance';
  const deleteAt = intents.findIndex(({ intent }) => intent.kind === 'delete');
  const left = deleteAt === -1 ? keepsOf(intents, id) : intents.slice(deleteAt);
  const shadow: Shadow = {
    ...{ bookmarkId: id, serverId, version: sent, updated: null, isLoaded: false },
    ...((isLinked || create.attempts > 1) && { unanswered: { sent, isLinked } }),
    ...{ isMadeHere: true, article: bookmark?.content.kind === 'article' ? 'here' : 'none' },
  };
  const patch = bookmark === null ? null : patchFrom(bookmark, sent);
  desk.put({
    id,
    bookmark: bookmark && { ...bookmark, serverId },
    shadow,
    intents: patch === null ? left : [queued(id, patch, desk.now), ...left],
  });
  desk.tell('sent', id);
}

/** What makes of `there` what is here; null when it is the same. */
export function patchFrom(bookmark: Editable, there: ServerVersion): PatchIntent | null {
  const fields = PERSONS_FIELDS.filter(
    (field) => !isSameField(field, bookmark[field], there[field]),
  );
  const patch: PatchIntent = {
    kind: 'patch',
    set: only(bookmark, fields),
    base: only(there, fields),
    addLabels: otherThan(bookmark.labels, there.labels),
    removeLabels: otherThan(there.labels, bookmark.labels),
  };
  return isEmptyPatch(patch) ? null : patch;
}

/** Those of `labels` that `others` lacks in this spelling, however a server composes it. */
function otherThan(labels: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others.map(normalLabel));
  return labels.filter((label) => !known.has(normalLabel(label)));
}

/** Those of `labels` that `others` lacks, in whatever case. */
export function missing(labels: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others.map(labelKey));
  return labels.filter((label) => !known.has(labelKey(label)));
}

/** Of a patch's values those of these fields. */
export const only = (from: PatchFields, fields: readonly PersonsField[]): PatchFields =>
  Object.fromEntries(fields.map((field) => [field, from[field]]));
