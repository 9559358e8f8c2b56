import { cleanup, render, screen, within } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/domain/time';
import { DayGroups, TimeOfDay } from '../../../src/ui/components/day-groups';
import { formatDate } from '../../../src/ui/format';

afterEach(cleanup);

it('shows events under their days, whose date stands only in the title', () => {
  const noon = new Date().setHours(12, 0, 0, 0);
  const times = [noon, noon - 1000, noon - DAY_MS, noon - 5 * DAY_MS];
  render(
    <DayGroups items={times} atOf={(at) => at}>
      {(at) => (
        <li key={at}>
          <TimeOfDay at={at} />
        </li>
      )}
    </DayGroups>,
  );
  const older = formatDate(noon - 5 * DAY_MS);
  for (const [name, count] of [
    ['Today', 2],
    ['Yesterday', 1],
    [older, 1],
  ] as const) {
    screen.getByRole('heading', { name });
    const rows = within(screen.getByRole('list', { name })).getAllByRole('listitem');
    expect(rows).toHaveLength(count);
    for (const row of rows) expect(row.textContent).toMatch(/^1[12]:\d\d.[AP]M$/);
  }
});
