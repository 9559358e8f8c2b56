import { EVERYTHING, openStorage, SearchStopped } from '../../../../server/storage';
import { parseTextQuery } from '../../../../src/query';

// Does a search that takes long: `searcher DATABASE SEARCH-PROGRAM USER WORDS`. It prints a line when
// the search has begun, and waits to be killed.

const [database = '', searchProgram = '', username = '', words = ''] = process.argv.slice(2);
const storage = await openStorage({ database, searchProgram, searchMs: 3000 });
const user = await storage.users.findByLogin(username);
if (user === null) throw new Error(`There is no ${username}`);
const find = (text: string) =>
  storage.bookmarks.count(user.id, { ...EVERYTHING, query: parseTextQuery(text) });
const isAnswered = () =>
  find('nothing').then(
    () => true,
    (error: unknown) => {
      if (error instanceof SearchStopped) return false;
      throw error;
    },
  );
// On a busy machine the limit can pass while the process of the searches starts.
while (!(await isAnswered()));
// The process is idle, so it begins at once.
const slow = find(words);
setImmediate(() => process.stdout.write('searching\n'));
await slow;
