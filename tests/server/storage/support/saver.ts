import { openStorage } from '../../../../server/storage/index';
import { saveWhole } from './save-whole';

// A process that saves until it is killed: `saver ADDRESS USER`. Each line it writes is the id of a
// bookmark that was acknowledged.

const [address = '', user = ''] = process.argv.slice(2);
const storage = await openStorage({ database: address });
const owner = await storage.users.findByLogin(user);
if (owner === null) throw new Error(`No user ${user}`);
const { id } = owner;

async function saveOn(): Promise<never> {
  for (;;) process.stdout.write(`${await saveWhole(storage, id)}\n`);
}
// Several at once, so that commits have several in them.
await Promise.all(Array.from({ length: 8 }, saveOn));
