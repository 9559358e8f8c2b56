import { vi } from 'vitest';
import { ok, unixMs } from '../../../src/domain';
import type { ShareBackground } from '../../../src/ui/background';

/** The requests to a server without e-mail. */
export const fakeShare = () => ({
  shareServer: vi.fn<ShareBackground['shareServer']>(async () =>
    ok({ host: 'server.example', hasEmail: false }),
  ),
  shareByLink: vi.fn<ShareBackground['shareByLink']>(async () =>
    ok(ok({ url: 'https://server.example/@b/abc', expires: unixMs(Date.UTC(2026, 0, 16, 12)) })),
  ),
  shareByEmail: vi.fn<ShareBackground['shareByEmail']>(async () => ok(ok(null))),
});
