import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { value } from '../../library/library';
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
  it('shows the sure ones first, with what speaks for keeping each', async () => {
    const { container } = await opened();
    screen.getByText('2 pages may be saved more than once');
    expect(titles()).toEqual(['Ice', 'Snow']);
    expect(await choices('Ice')).toEqual([`[${PLAIN}]`, WWW]);
    expect(await choices('Snow')).toEqual([`[${SNOW}]`, MOBILE]);
    const ice = await group('Ice');
    expect(within(ice).getByRole('radio', { name: `Keep ${WWW}` })).toBe(
      within(ice).getByRole('radio', { checked: false }),
    );
    within(ice).getByText('200 words');
    within(ice).getByText('A favourite');
    within(ice).getByText('winter');
    within(ice).getByText('With and without “www.”');
    const snow = await group('Snow');
    within(snow).getByText('Address for phones');
    within(snow).getByText('Address only');
    within(snow).getByText('Not sure – have a look');
    expect(await seriousFindings(container)).toEqual([]);
  });

  it('is not sure where the longer article would go from the server', async () => {
    const test = await libraryWithDuplicates();
    const content = { kind: 'address', reason: 'on-server' } as const;
    await test.tables.bookmarks.update(test.ids.www, { content, wordCount: 900 });
    await test.tables.articles.delete(test.ids.www);
    openDuplicates(test.library);
    const ice = await group('Ice');
    expect(await choices('Ice')).toEqual([`[${PLAIN}]`, WWW]);
    within(ice).getByText('Not sure – have a look');
    fireEvent.click(within(ice).getByRole('radio', { name: `Keep ${WWW}` }));
    await waitFor(() => expect(within(ice).queryByText('Not sure – have a look')).toBeNull());
  });

  it('is headed by the title that the one will have', async () => {
    await opened();
    fireEvent.click(within(await group('Snow')).getByRole('radio', { name: `Keep ${MOBILE}` }));
    expect(await choices('Snow')).toEqual([SNOW, `[${MOBILE}]`]);
  });

  it('says how far the search is, and that there is nothing', async () => {
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
    await screen.findByText('1,500 of 4,000 bookmarks looked at');
    const bar = screen.getByRole<HTMLProgressElement>('progressbar', {
      name: 'Looking for duplicates',
    });
    expect([bar.value, bar.max]).toEqual([1500, 4000]);
    expect(await seriousFindings(container)).toEqual([]);
    end();
    await screen.findByText('No duplicates. 4,000 bookmarks were looked at.');
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('gives the search up when it is left', async () => {
    const { library } = await libraryWithDuplicates();
    let given: AbortSignal | undefined;
    openDuplicates(library, (real) => ({
      ...real,
      find(search) {
        given = search?.signal;
        return new Promise(() => {});
      },
    }));
    await waitFor(() => expect(given?.aborted).toBe(false));
    cleanup();
    await waitFor(() => expect(given?.aborted).toBe(true));
  });

  it('says so when the library fails, and looks again', async () => {
    const { library } = await libraryWithDuplicates();
    let isFailing = true;
    openDuplicates(library, (real) => ({
      ...real,
      find: async (search) =>
        isFailing ? { ok: false, error: { kind: 'unavailable', detail: '' } } : real.find(search),
    }));
    await screen.findByText(/^The browser does not let Leafmark open its library/);
    isFailing = false;
    click('Look again');
    await group('Ice');
  });
});

describe('Join', () => {
  it('keeps the chosen one, and Undo brings all back', async () => {
    const { live, background, library, ids } = await opened();
    fireEvent.click(within(await group('Ice')).getByRole('radio', { name: `Keep ${WWW}` }));
    expect(await choices('Ice')).toEqual([PLAIN, `[${WWW}]`]);
    click('Join these 2', await group('Ice'));
    await screen.findByText('Joined; 1 bookmark went to the trash');
    expect(titles()).toEqual(['Snow']);
    expect(await live()).not.toContain(PLAIN);
    expect(background.libraryChanged).toHaveBeenCalledTimes(1);
    click('Undo');
    await waitFor(() => expect(titles()).toEqual(['Ice', 'Snow']));
    expect(await live()).toContain(PLAIN);
    expect((await library.bookmarks.get(ids.www))?.labels).toEqual(['winter']);
  });

  it('of all sure ones leaves what has to be looked at, and has one Undo', async () => {
    const { live } = await opened();
    click('Join 1 sure duplicate');
    await screen.findByText('Joined; 1 bookmark went to the trash');
    expect(titles()).toEqual(['Snow']);
    expect(await live()).not.toContain(WWW);
    expect(screen.queryByRole('button', { name: /sure duplicate/ })).toBeNull();
    click('Undo');
    await waitFor(() => expect(titles()).toEqual(['Ice', 'Snow']));
  });

  it('says why when it can not be done, and changes nothing', async () => {
    const { library } = await libraryWithDuplicates();
    openDuplicates(library, (real) => ({
      ...real,
      join: async () => ({ ok: false, error: { kind: 'quota' } }),
    }));
    click('Join these 2', await group('Ice'));
    await waitFor(() => expect(document.querySelector('[data-alarm="true"]')).not.toBeNull());
    expect(titles()).toEqual(['Ice', 'Snow']);
  });

  it('leaves out what another tab has deleted meanwhile', async () => {
    const { library, ids } = await opened();
    value(await library.bookmarks.trash([ids.www]));
    click('Join these 2', await group('Ice'));
    await waitFor(() => expect(titles()).toEqual(['Snow']));
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });
});

describe('Not the same', () => {
  it('is remembered, until it is taken back', async () => {
    const { library } = await opened();
    click(`Not the same ${WWW}`);
    await screen.findByText('They are not offered again');
    expect(titles()).toEqual(['Snow']);
    cleanup();
    openDuplicates(library);
    await group('Snow');
    expect(titles()).toEqual(['Snow']);
    click(`Not the same ${MOBILE}`);
    await screen.findByText('No duplicates. 5 bookmarks were looked at.');
    click('Undo');
    await group('Snow');
  });
});

describe('the keyboard', () => {
  const press = (key: string) =>
    fireEvent.keyDown(document.activeElement ?? document.body, { key });
  const focusedGroup = () =>
    document.activeElement?.closest('section')?.querySelector('h2')?.textContent;

  it('steps from group to group, joins and takes back', async () => {
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

  it('goes to what came of it when no group is left', async () => {
    const { library, ids } = await libraryWithDuplicates();
    value(await library.bookmarks.trash([ids.mobile]));
    openDuplicates(library);
    await group('Ice');
    press('j');
    fireEvent.click(document.activeElement!);
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^No duplicates/));
  });

  it('shows its keys', async () => {
    await opened();
    press('?');
    const dialog = await screen.findByRole('dialog', { name: 'Keys' });
    within(dialog).getByText('Next group');
  });
});
