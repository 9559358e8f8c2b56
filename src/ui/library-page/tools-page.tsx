import type { JSX } from 'preact';
import { CardLinks } from '../components/card-links';
import { t } from '../strings';
import { hashOfRoute } from './route';
import { TOOL_LIST } from './tools';

/** Each tool is a card that leads to its page. */
export function ToolsPage({ isExtension }: { readonly isExtension: boolean }): JSX.Element {
  const tools = TOOL_LIST.filter(([, tool]) => isExtension || !tool.isExtension);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: A link that is followed by a key is clicked, too.
    // biome-ignore lint/a11y/useKeyWithClickEvents: The same.
    <div
      class="tool-page scroll tools"
      // The card that has the focus is about to be removed.
      onClick={({ currentTarget, target }) => {
        if (target instanceof Element && target.closest('a') !== null)
          currentTarget.closest('main')?.focus();
      }}
    >
      <CardLinks
        cards={tools.map(([kind, { title, name = title, text, icon }]) => ({
          icon,
          title: t(name),
          text: t(text),
          href: hashOfRoute({ kind }),
        }))}
      />
    </div>
  );
}
