import { cleanup, fireEvent, render, screen, within } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import { StatisticsPage } from '../../../src/ui/statistics/statistics-page';
import { page, testLibrary, value } from '../../library/library';
import { seriousFindings } from '../../support/accessibility';

afterEach(cleanup);

async function open(urls: readonly string[]) {
  const { library } = await testLibrary();
  for (const url of urls) {
    value(await library.bookmarks.save(page({ url, html: `<p>${'word '.repeat(900)}</p>` })));
  }
  return render(<StatisticsPage library={Promise.resolve(library)} />);
}

describe('the statistics page', () => {
  it('shows totals, and has no serious accessibility findings', async () => {
    const { container } = await open(['https://a.example/1', 'https://a.example/2']);
    const pages = (await screen.findAllByText('Pages'))[0]!;
    expect(pages.nextElementSibling?.textContent).toBe('2');
    expect(await seriousFindings(container)).toEqual([]);
  });

  it('does not say that a page was read that was only marked, perhaps by another client', async () => {
    const { library } = await testLibrary();
    const { bookmark } = value(await library.bookmarks.save(page({})));
    const marked = { isArchived: true, readProgress: 100, readAnchor: '' };
    value(await library.bookmarks.edit(bookmark.id, marked));
    render(<StatisticsPage library={Promise.resolve(library)} />);
    expect((await screen.findByText('Finished')).nextElementSibling?.textContent).toBe('1');
    expect(screen.queryByText(/Read to/)).toBe(null);
  });

  it('shows each week as a bar and in a table', async () => {
    await open(['https://a.example/1', 'https://a.example/2']);
    const chart = await screen.findByRole('img', { name: /The most in one week: 2\.$/ });
    expect(chart.querySelectorAll('title')).toHaveLength(52);
    const table = screen.getByRole('columnheader', { name: 'Week of' }).closest('table')!;
    const [, newest] = within(table).getAllByRole('row');
    expect(within(newest!).getAllByRole('cell')[0]?.textContent).toBe('2');
    expect(within(newest!).getAllByRole('cell')[1]?.textContent).toBe('1,800');
    fireEvent.click(screen.getByRole('radio', { name: 'Words' }));
    screen.getByRole('img', {
      name: 'Words in each of the last 52 weeks. The most in one week: 1,800.',
    });
    fireEvent.click(screen.getByRole('radio', { name: 'Reading time' }));
    screen.getByRole('img', { name: /^Reading time in each/ });
  });

  it('shows the sites with the most pages first', async () => {
    await open(['https://b.example/', 'https://a.example/1', 'https://a.example/2']);
    const section = await screen.findByRole('region', { name: 'Sites with the most pages' });
    const names = within(section).getAllByRole('rowheader');
    expect(names.map(({ textContent }) => textContent)).toEqual(['a.example', 'b.example']);
  });

  it('says that there is nothing to count yet', async () => {
    await open([]);
    await screen.findByText(/There is nothing to count yet/);
  });
});
