import type { ScreenPage } from './screen-page.ts';

/** Chooses an action of the popup's menu *More*. */
export async function chooseMore(popup: ScreenPage, name: string): Promise<void> {
  await popup.click('button', 'More');
  await popup.click('button', name);
}

/** Chooses a view of the popup. The browser draws the list of a select itself, outside of the page. */
export async function chooseView(popup: ScreenPage, view: string): Promise<void> {
  await popup.waitFor('combobox', 'Views');
  await popup.evaluate((chosen) => {
    const views = document.querySelector<HTMLSelectElement>('select.view-switch');
    if (!views) return;
    views.value = chosen;
    views.dispatchEvent(new Event('change', { bubbles: true }));
  }, view);
}
