import { act } from './act.ts';
import { type SavedRow, savedRows } from './saved-rows.ts';
import { until } from './until.ts';
import type { World } from './world.ts';

export const SAVE_KEY = 'alt+shift+j';
const NOTICED_WITHIN_MS = 10_000;

/**
 * Presses the save key until the badge of the tab in front shows `text`, or anything. A browser loses a key
 * that is pressed while it changes pages.
 */
export async function pressSaveKey({ browser }: World, text?: string): Promise<void> {
  const isNoticed = async () => {
    const shown = (await browser.badge()).text;
    return text === undefined ? shown !== '' : shown === text;
  };
  await act('the badge shows that the key was pressed', () => browser.press(SAVE_KEY), isNoticed, {
    repeatAfterMs: NOTICED_WITHIN_MS,
  });
}

/** Waits until the badge of the foreground tab shows `text`. */
export async function badgeShows({ browser }: World, text: string): Promise<void> {
  await until(`the badge shows "${text}"`, async () => (await browser.badge()).text === text);
}

/** Waits until the button of the foreground tab has the title `title`. */
export async function buttonSays({ browser }: World, title: string): Promise<void> {
  await until(`the button says "${title}"`, async () => (await browser.badge()).title === title);
}

/** Opens the address, saves it by the key and waits for the badge. */
export async function saveByKey(world: World, url: string): Promise<void> {
  await world.browser.open(url);
  await pressSaveKey(world);
  await badgeShows(world, '✓');
}

/** Returns the only row with that address. Throws if there are none or several. */
export async function rowOf({ browser }: World, url: string): Promise<SavedRow> {
  const rows = (await savedRows(browser)).filter((row) => row.url === url);
  const [row] = rows;
  if (!row || rows.length > 1) throw new Error(`${rows.length} bookmarks of ${url}`);
  return row;
}
