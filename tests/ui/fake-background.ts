import { type Mock, vi } from 'vitest';
import { err, ok } from '../../src/domain/result';
import { unixMs } from '../../src/domain/time';
import type { Background } from '../../src/messages/background-client';
import { MESSAGES } from '../../src/messages/messages';

/** Every message to the background as a function that a test can watch and change. */
export type FakeBackground = { readonly [Name in keyof Background]: Mock<Background[Name]> };

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
} satisfies Partial<Background>;

/** A background that gives `answers`, and otherwise those above. */
export function fakeBackground(answers: Partial<Background> = {}): FakeBackground {
  const given: Partial<Background> = { ...ANSWERS, ...answers };
  const names = Object.keys(MESSAGES) as (keyof Background)[];
  const fakes = names.map((name) => [name, vi.fn(given[name] ?? (async () => ok(null)))]);
  // The keys and functions are those of the table, which `fromEntries` does not know.
  return Object.fromEntries(fakes) as FakeBackground;
}
