import axe from 'axe-core';

/** What axe finds serious or critical, as `rule: selectors`. Colours need a layout: not here. */
export async function seriousFindings(container: Element): Promise<readonly string[]> {
  const { violations } = await axe.run(container, {
    rules: { 'color-contrast': { enabled: false } },
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
