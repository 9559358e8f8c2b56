import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { type LibraryError, recentChanges } from '../../../src/library';
import { upTo } from '../../library/bulk/library';
import { page, testLibrary, value } from '../../library/library';
import { seriousFindings } from '../../support/accessibility';
import {
  choices,
  group,
  libraryWithDuplicates,
  MOBILE,
  openDuplicates,
  PLAIN,
  SNOW,
  titles,
  WWW,
} from './open-duplicates';

const click = (name: string | RegExp, within_: HTMLElement = document.body) =>
  fireEvent.click(within(within_).getByRole('button', { name }));

async function opened() {
  const test = await libraryWithDuplicates();
  const view = openDuplicates(test.library);
  await group('Ice');
  const live = async () =>
    (await test.tables.bookmarks.toArray())
      .filter(({ trashedAt }) => trashedAt === null)
      .map(({ url }) => url);
  return { ...test, ...view, live };
}

describe('the page of duplicates', () => {
  it('lists certain duplicates first, with the facts that matter for the choice', async () => {
    const { container } = await opened();
    screen.getByText('Pages that may be saved more than once: 2');
    expect(titles()).toEqual(['Ice', 'Snow']);
    expect(await choices('Ice')).toEqual([`[${PLAIN}]`, WWW]);
    expect(await choices('Snow')).toEqual([`[${SNOW}]`, MOBILE]);
    const ice = await group('Ice');
    expect(within(ice).getByRole('radio', { name: `Keep ${WWW}` })).toBe(
      within(ice).getByRole('radio', { checked: false }),
    );
    within(ice).getByText('200 words');
    within(ice).getByText('Favourite');
    within(ice).getByText('winter');
    within(ice).getByText('Another form of the same address');
    const snow = await group('Snow');
    within(snow).getByText('Another form of the same address');
    within(snow).getByText('Address only');
    within(snow).getByText('This may not be a duplicate. Please check.');
    expect(await seriousFindings(container)).toEqual([]);
  });

  it('is not certain where the longer article would be deleted from the server', async () => {
    const test = await libraryWithDuplicates();
    const content = { kind: 'address', reason: 'on-server' } as const;
    await test.tables.bookmarks.update(test.ids.www, { content, wordCount: 900 });
    await test.tables.articles.delete(test.ids.www);
    openDuplicates(test.library);
    const ice = await group('Ice');
    expect(await choices('Ice')).toEqual([PLAIN, `[${WWW}]`]);
    expect(within(ice).queryByText('This may not be a duplicate. Please check.')).toBeNull();
    fireEvent.click(within(ice).getByRole('radio', { name: `Keep ${PLAIN}` }));
    await within(ice).findByText('This may not be a duplicate. Please check.');
  });

  it('uses the title that the joined bookmark will have as heading', async () => {
    await opened();
    fireEvent.click(within(await group('Snow')).getByRole('radio', { name: `Keep ${MOBILE}` }));
    expect(await choices('Snow')).toEqual([SNOW, `[${MOBILE}]`]);
  });

  it('shows the progress of the search, and that there are no duplicates', async () => {
    const { library } = await libraryWithDuplicates();
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const { container } = openDuplicates(library, (real) => ({
      ...real,
      async find(search) {
        search?.onProgress?.(1500, 4000);
        await ended;
        search?.onProgress?.(4000, 4000);
        return { ok: true, value: [] };
      },
    }));
    await screen.findByText('1,500 of 4,000 bookmarks checked');
    const bar = screen.getByRole<HTMLProgressElement>('progressbar', {
      name: 'Checking…',
    });
    expect([bar.value, bar.max]).toEqual([1500, 4000]);
    expect(await seriousFindings(container)).toEqual([]);
    end();
    await screen.findByText('No duplicates. Bookmarks checked: 4,000');
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('cancels the search when the page is left', async () => {
    const { library } = await libraryWithDuplicates();
    let passed: AbortSignal | undefined;
    openDuplicates(library, (real) => ({
      ...real,
      find(search) {
        passed = search?.signal;
        return new Promise(() => {});
      },
    }));
    await waitFor(() => expect(passed?.aborted).toBe(false));
    cleanup();
    await waitFor(() => expect(passed?.aborted).toBe(true));
  });

  it('reports a failure of the library, and can search again', async () => {
    const { library } = await libraryWithDuplicates();
    let isFailing = true;
    openDuplicates(library, (real) => ({
      ...real,
      find: async (search) =>
        isFailing ? { ok: false, error: { kind: 'unavailable', detail: '' } } : real.find(search),
    }));
    await screen.findByText(/^The browser does not let Leafmark open its library/);
    isFailing = false;
    click('Search again');
    await group('Ice');
  });
});

describe('Join', () => {
  it('keeps the chosen bookmark, and Undo restores all', async () => {
    const { live, background, library, ids } = await opened();
    fireEvent.click(within(await group('Ice')).getByRole('radio', { name: `Keep ${WWW}` }));
    expect(await choices('Ice')).toEqual([PLAIN, `[${WWW}]`]);
    click('Join (2)', await group('Ice'));
    await screen.findByText('Joined. Moved to the trash: 1');
    expect(titles()).toEqual(['Snow']);
    expect(await live()).not.toContain(PLAIN);
    expect(background.libraryChanged).toHaveBeenCalledTimes(1);
    click('Undo');
    await waitFor(() => expect(titles()).toEqual(['Ice', 'Snow']));
    expect(await live()).toContain(PLAIN);
    expect((await library.bookmarks.get(ids.www))?.labels).toEqual(['winter']);
  });

  it('joins all certain duplicates with one Undo, and leaves the others', async () => {
    const { live } = await opened();
    click('Join certain duplicates (1)');
    await screen.findByText('Joined. Moved to the trash: 1');
    expect(titles()).toEqual(['Snow']);
    expect(await live()).not.toContain(WWW);
    expect(screen.queryByRole('button', { name: /certain duplicate/ })).toBeNull();
    click('Undo');
    await waitFor(() => expect(titles()).toEqual(['Ice', 'Snow']));
  });

  it('reports a failure, and changes nothing', async () => {
    const { library } = await libraryWithDuplicates();
    openDuplicates(library, (real) => ({
      ...real,
      join: async () => ({ ok: false, error: { kind: 'quota' } }),
    }));
    click('Join (2)', await group('Ice'));
    await waitFor(() => expect(document.querySelector('[data-alarm="true"]')).not.toBeNull());
    expect(titles()).toEqual(['Ice', 'Snow']);
  });

  it('skips bookmarks that another tab has deleted since', async () => {
    const { library, ids } = await opened();
    value(await library.bookmarks.trash([ids.www]));
    click('Join (2)', await group('Ice'));
    await waitFor(() => expect(titles()).toEqual(['Snow']));
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });
});

describe('Undo of a join', () => {
  /** Opens the page over a library that fails to undo at first. */
  async function failing(error: LibraryError) {
    const test = await libraryWithDuplicates();
    let isFailing = true;
    const { undo } = test.library.part(recentChanges);
    openDuplicates(test.library, undefined, async (group) =>
      isFailing ? { ok: false, error } : undo(group),
    );
    click('Join (2)', await group('Ice'));
    await screen.findByText('Joined. Moved to the trash: 1');
    const repair = () => {
      isFailing = false;
    };
    return { ...test, repair };
  }

  it('reports a failure, and can be tried again', async () => {
    const { repair } = await failing({ kind: 'quota' });
    click('Undo');
    await screen.findByText(/^There is no room left/);
    expect(titles()).toEqual(['Snow']);
    await screen.findByText('Still in the trash: 1');
    repair();
    click('Undo');
    await waitFor(() => expect(titles()).toEqual(['Ice', 'Snow']));
  });

  it('shows what was restored when it stops halfway, and restores the rest when tried again', async () => {
    const { library } = await testLibrary();
    for (let at = 0; at < 26; at += 1) {
      for (const host of ['example.org', 'www.example.org']) {
        value(
          await library.bookmarks.save(page({ url: `https://${host}/${at}`, title: `T${at}` })),
        );
      }
    }
    const { undo } = library.part(recentChanges);
    let calls = 0;
    openDuplicates(library, undefined, async (group) => {
      calls += 1;
      if (calls > 1) return undo(group);
      value(await undo(group, upTo(1)));
      return { ok: false, error: { kind: 'quota' } };
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Join certain duplicates (26)' }));
    await screen.findByText('Joined. Moved to the trash: 26');
    click('Undo');
    await screen.findByText(/^There is no room left/);
    // The last transaction of the join had one of them.
    await waitFor(() => expect(titles()).toHaveLength(1));
    await screen.findByText('Still in the trash: 25');
    click('Undo');
    await waitFor(() => expect(titles()).toHaveLength(26));
  });

  it('names the bookmarks that cannot be restored because they were deleted since', async () => {
    const { library, ids } = await opened();
    click('Join (2)', await group('Ice'));
    await screen.findByText('Joined. Moved to the trash: 1');
    value(await library.bookmarks.purge([ids.www]));
    click('Undo');
    await screen.findByText('Deleted since, so not restored: 1');
    expect(titles()).toEqual(['Snow']);
  });
});

describe('Not the same', () => {
  it('is remembered until it is undone', async () => {
    const { library } = await opened();
    click(`Not the same ${WWW}`);
    await screen.findByText('They will not be offered again');
    expect(titles()).toEqual(['Snow']);
    cleanup();
    openDuplicates(library);
    await group('Snow');
    expect(titles()).toEqual(['Snow']);
    click(`Not the same ${MOBILE}`);
    await screen.findByText('No duplicates. Bookmarks checked: 5');
    click('Undo');
    await group('Snow');
  });
});

describe('the keyboard', () => {
  const press = (key: string) =>
    fireEvent.keyDown(document.activeElement ?? document.body, { key });
  const focusedGroup = () =>
    document.activeElement?.closest('section')?.querySelector('h2')?.textContent;

  it('moves from group to group, joins and undoes', async () => {
    await opened();
    press('j');
    expect(focusedGroup()).toBe('Ice');
    press('j');
    expect(focusedGroup()).toBe('Snow');
    press('k');
    expect(focusedGroup()).toBe('Ice');
    fireEvent.click(document.activeElement!);
    await waitFor(() => expect(titles()).toEqual(['Snow']));
    await waitFor(() => expect(focusedGroup()).toBe('Snow'));
    press('u');
    await waitFor(() => expect(titles()).toEqual(['Ice', 'Snow']));
  });

  it('focuses the result when no group is left', async () => {
    const { library, ids } = await libraryWithDuplicates();
    value(await library.bookmarks.trash([ids.mobile]));
    openDuplicates(library);
    await group('Ice');
    press('j');
    fireEvent.click(document.activeElement!);
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^No duplicates/));
  });

  it('shows the key list', async () => {
    await opened();
    press('?');
    const dialog = await screen.findByRole('dialog', { name: 'Keys' });
    within(dialog).getByText('Next');
  });
});
