import { afterEach, expect, vi } from 'vitest';
import { UNKNOWN_STRUCTURE } from '../../../src/domain/site-rules/page-structure';
import type { SiteRuleId } from '../../../src/domain/site-rules/site-rule';
import { cleanUpRepository, earlierArticleRepository, recentChanges } from '../../../src/library';
import { capture, loaded, page, testLibrary, value } from '../library';
import { testWholeWrites } from '../whole-writes';

afterEach(() => vi.restoreAllMocks());

const IMAGE = 'https://example.org/1.png';
const OLD = '<p>One two three</p>';
const RULE = {
  id: 'r1' as SiteRuleId,
  site: 'example.org',
  action: 'remove' as const,
  path: { steps: [{ tag: 'aside', names: [] }], text: '' },
  label: 'Lamps',
};

/** A library with a page that was captured again, and one that was cleaned up. */
async function createFilledLibrary() {
  const test = await testLibrary();
  const { bookmarks, articles } = test.library;
  const cleanUp = test.library.part(cleanUpRepository);
  const save = async (url: string) => {
    const saved = page({ url, html: OLD, images: [IMAGE] });
    const { id } = value(await bookmarks.save(saved)).bookmark;
    value(await articles.addImages(id, [loaded(IMAGE, 'one')]));
    return id;
  };
  const [again, cleaned] = [
    await save('https://example.org/a'),
    await save('https://example.org/b'),
  ];
  const made = { url: 'https://example.org/a', html: '<p>Four five six</p>', title: 'New' };
  const captured = value(await bookmarks.recapture(again, capture(made)));
  const edit = {
    article: capture({ html: '<p>One</p>' }).article ?? expect.fail(),
    structure: UNKNOWN_STRUCTURE,
    rule: RULE,
    dropped: null,
  };
  const edited = value(await cleanUp.edit(cleaned, edit));
  const { undo } = test.library.part(recentChanges);
  const earlier = test.library.part(earlierArticleRepository);
  return { ...test, cleanUp, earlier, again, cleaned, captured, edit, edited, undo };
}

type FilledLibrary = Awaited<ReturnType<typeof createFilledLibrary>>;

testWholeWrites<FilledLibrary>(createFilledLibrary, {
  'Clean up': ({ cleanUp, again, edit }) => cleanUp.edit(again, edit),
  'the undo of Clean up': ({ undo, edited }) => undo(edited.group ?? expect.fail()),
  'the undo of a capture': ({ undo, captured }) => undo(captured.group ?? expect.fail()),
  'putting an article back': ({ earlier, again, captured }) =>
    earlier.putBack(again, captured.earlierId ?? expect.fail()),
});
