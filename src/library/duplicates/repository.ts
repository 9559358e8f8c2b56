import type { Store } from '../store';
import { forgetApart, setApart } from './apart';
import type { DuplicateRepository } from './duplicate-repository';
import { findDuplicates } from './find-duplicates';
import { joinBookmarks } from './join-bookmarks';
import { takeBackJoins } from './take-back';

/** Bookmarks that may be the same page, over one database. */
export const duplicateRepository = (store: Store): DuplicateRepository => ({
  find: (search = {}) => findDuplicates(store, search),
  join: (joinings) => joinBookmarks(store, joinings),
  takeBack: (joined) => takeBackJoins(store, joined),
  setApart: (id, others) => setApart(store, id, others),
  forgetApart: (pairs) => forgetApart(store, pairs),
});
