/** The state of a bookmark, as other programs name it. */
export type State = 'unread' | 'archived' | 'favourite' | 'trash';

/** Names of lists that are no folders of a person. */
const STATES_BY_LIST: Readonly<Record<string, State>> = {
  unread: 'unread',
  'to read': 'unread',
  'read later': 'unread',
  'reading list': 'unread',
  unsorted: 'unread',
  archive: 'archived',
  archived: 'archived',
  read: 'archived',
  'read archive': 'archived',
  starred: 'favourite',
  liked: 'favourite',
  favorites: 'favourite',
  favourites: 'favourite',
};

/** Further values of a state. As names of folders they may be a person's own. */
const STATES_BY_VALUE: Readonly<Record<string, State>> = {
  '0': 'unread',
  new: 'unread',
  inbox: 'unread',
  later: 'unread',
  shortlist: 'unread',
  active: 'unread',
  reading: 'unread',
  'in progress': 'unread',
  '1': 'archived',
  done: 'archived',
  finished: 'archived',
  completed: 'archived',
  favorite: 'favourite',
  favourite: 'favourite',
  trash: 'trash',
  trashed: 'trash',
  deleted: 'trash',
};

const wordsOfState = (text: string): string =>
  text
    .trim()
    .slice(0, 40)
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');

const own = (states: Readonly<Record<string, State>>, name: string): State | null =>
  Object.hasOwn(states, name) ? (states[name] ?? null) : null;

/** Returns the state that a folder or a list stands for; null if it is a person's own. */
export const stateOfList = (name: string): State | null => own(STATES_BY_LIST, wordsOfState(name));

/** Returns the state that a value of a column of states means; null if it has no known meaning. */
export const stateOfValue = (value: string): State | null =>
  stateOfList(value) ?? own(STATES_BY_VALUE, wordsOfState(value));
