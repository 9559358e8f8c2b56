import axe from 'axe-core';

/**
 * Returns the serious and critical findings of axe as `rule: selectors`. Colours are not checked
 * because they need a layout.
 */
export async function seriousFindings(container: Element): Promise<readonly string[]> {
  const { violations } = await axe.run(container, {
    rules: { 'color-contrast': { enabled: false } },
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
