import { vi } from 'vitest';
import { ok, unixMs } from '../../../src/domain';
import type { Sharing } from '../../../src/ui/share/share-dialog';

/** The requests to a server without e-mail. */
export const fakeSharing = () => ({
  server: vi.fn<Sharing['server']>(async () => ok({ host: 'server.example', hasEmail: false })),
  byLink: vi.fn<Sharing['byLink']>(async () =>
    ok(ok({ url: 'https://server.example/@b/abc', expires: unixMs(Date.UTC(2026, 0, 16, 12)) })),
  ),
  byEmail: vi.fn<Sharing['byEmail']>(async () => ok(ok(null))),
});
