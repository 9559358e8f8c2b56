import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import { ResultTabs } from '../../../src/ui/components/result-tabs';
import { seriousFindings } from '../../support/accessibility';

const tab = (id: string, count: number) => ({ id, name: id, count, panel: <p>{`List ${id}`}</p> });
const TABS = [tab('Kept', 2_000), tab('Gone', 3), tab('Refused', 1)];

const shown = () => screen.getByRole('tabpanel').textContent;
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });

afterEach(cleanup);

it('shows one list of a result, which the arrow keys and a click change', async () => {
  const { container } = render(<ResultTabs label="Result" tabs={TABS} first="Gone" />);
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Kept 2,000',
    'Gone 3',
    'Refused 1',
  ]);
  expect(shown()).toBe('List Gone');
  expect(await seriousFindings(container)).toEqual([]);
  screen.getByRole('tab', { name: 'Gone 3' }).focus();
  press('ArrowRight');
  expect(shown()).toBe('List Refused');
  press('ArrowRight');
  expect(shown()).toBe('List Kept');
  expect(document.activeElement?.textContent).toBe('Kept 2,000');
  press('End');
  expect(shown()).toBe('List Refused');
  fireEvent.click(screen.getByRole('tab', { name: /^Gone/ }));
  expect(shown()).toBe('List Gone');
});

it('shows the first list when the chosen one is empty', () => {
  const { rerender } = render(<ResultTabs label="Result" tabs={TABS} />);
  fireEvent.click(screen.getByRole('tab', { name: /^Refused/ }));
  rerender(<ResultTabs label="Result" tabs={TABS.slice(0, 2)} />);
  expect(shown()).toBe('List Kept');
});
