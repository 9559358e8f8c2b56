import { openStorage } from '../../../../server/storage/index';
import { saveComplete } from './save-complete';

// A process that saves until it is killed: `saver ADDRESS USER`. Each line of its output is the id
// of an acknowledged bookmark.

const [address = '', user = ''] = process.argv.slice(2);
const storage = await openStorage({ database: address });
const owner = await storage.users.findByLogin(user);
if (owner === null) throw new Error(`No user ${user}`);
const { id } = owner;

async function saveRepeatedly(): Promise<never> {
  for (;;) process.stdout.write(`${await saveComplete(storage, id)}\n`);
}
// Saves run side by side, so that a commit contains several.
await Promise.all(Array.from({ length: 8 }, saveRepeatedly));
