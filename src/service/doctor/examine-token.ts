import type { Permission } from '../../contract';
import type { Examined, Instruments } from './examined';
import { type Finding, finding, skipped } from './finding';

const NEEDED: readonly Permission[] = ['api:bookmarks:read', 'api:bookmarks:write'];

/** Whether the token is good, what it may do, and whether bookmarks can be read; false when not. */
export async function* examineToken(
  { connection, signal }: Examined,
  { client }: Instruments,
): AsyncGenerator<Finding, boolean> {
  if (connection.token === null) {
    yield* skipped(['token', 'scopes', 'read'], 'doctorNotSignedIn');
    return false;
  }
  const options = { ...(signal && { signal }) };
  const profile = await client.profile.read(options);
  if (!profile.ok) {
    const isBad = profile.error.kind === 'unauthorised';
    yield finding('token', isBad ? 'doctorTokenBad' : 'doctorTokenUnsure', profile.error.kind);
    yield* skipped(['scopes', 'read']);
    return false;
  }
  const { user, provider } = profile.value.body;
  yield finding('token', 'doctorTokenGood', user.username);
  yield scopesOf(provider.permissions);
  const read = await client.bookmarks.list({ limit: 1 }, options);
  if (read.ok) {
    yield finding('read', 'doctorRead', read.value.headers.get('Total-Count') ?? '?');
  } else {
    const { kind } = read.error;
    const mayNot = kind === 'forbidden' || kind === 'unauthorised';
    yield finding('read', mayNot ? 'doctorMayNotRead' : 'doctorNotRead', kind);
  }
  return read.ok;
}

function scopesOf(permissions: readonly string[]): Finding {
  if (permissions.length === 0) return finding('scopes', 'doctorMayUnknown');
  const missing = NEEDED.filter((permission) => !permissions.includes(permission));
  return missing.length === 0
    ? finding('scopes', 'doctorMayAll')
    : finding('scopes', 'doctorMayNot', missing.join(', '));
}
