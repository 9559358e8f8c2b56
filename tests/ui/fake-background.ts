import { type Mock, vi } from 'vitest';
import { err, ok } from '../../src/domain/result';
import { unixMs } from '../../src/domain/time';
import type { ExtensionBackground } from '../../src/messages/background-client';
import { EXTENSION_MESSAGES } from '../../src/messages/messages';

/** Every message to the background as a function that a test can watch and change. */
export type FakeBackground = {
  readonly [Name in keyof ExtensionBackground]: Mock<ExtensionBackground[Name]>;
};

/** The answers that are not `null`. Nobody is signed in, and no page is in front. */
const ANSWERS = {
  describePage: async () => ok({ kind: 'nothing' }),
  saveErrorPage: async () => ok({ kind: 'nothing' }),
  saveAddress: async () => ok({ kind: 'nothing' }),
  saveTab: async () => ok({ kind: 'nothing' }),
  captureAgain: async () => err({ kind: 'not-in-front' }),
  fetchArticle: async () => ok('here'),
  fetchImages: async () => ok(2),
  shareServer: async () => ok({ host: 'server.example', hasEmail: false }),
  shareByLink: async () =>
    ok(ok({ url: 'https://server.example/@b/abc', expires: unixMs(Date.UTC(2026, 0, 16, 12)) })),
  shareByEmail: async () => ok(ok(null)),
  sharedLinks: async () => ok(ok([])),
  withdrawLink: async () => ok(ok(null)),
  signOut: async () => ok(true),
} satisfies Partial<ExtensionBackground>;

/** A background that gives `answers`, and otherwise those above. */
export function fakeBackground(answers: Partial<ExtensionBackground> = {}): FakeBackground {
  const given: Partial<ExtensionBackground> = { ...ANSWERS, ...answers };
  const names = Object.keys(EXTENSION_MESSAGES) as (keyof ExtensionBackground)[];
  const fakes = names.map((name) => [name, vi.fn(given[name] ?? (async () => ok(null)))]);
  // The keys and functions are those of the table, which `fromEntries` does not know.
  return Object.fromEntries(fakes) as FakeBackground;
}
