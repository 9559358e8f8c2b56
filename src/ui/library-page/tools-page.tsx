import tabsIcon from 'lucide-static/icons/app-window.svg?icon';
import statisticsIcon from 'lucide-static/icons/chart-column.svg?icon';
import duplicatesIcon from 'lucide-static/icons/copy.svg?icon';
import exportIcon from 'lucide-static/icons/download.svg?icon';
import articlesIcon from 'lucide-static/icons/file-down.svg?icon';
import recentIcon from 'lucide-static/icons/history.svg?icon';
import labelsIcon from 'lucide-static/icons/tags.svg?icon';
import importIcon from 'lucide-static/icons/upload.svg?icon';
import type { JSX } from 'preact';
import { CardLinks } from '../components/card-links';
import { t } from '../strings';
import { hashOfRoute, type Tool } from './route';

const TOOL_CARDS = [
  ['import', 'importTitle', 'importWhat', importIcon],
  ['export', 'exportTitle', 'toolsExport', exportIcon],
  ['labels', 'labelsTitle', 'toolsLabels', labelsIcon],
  ['duplicates', 'duplicatesOpen', 'toolsDuplicates', duplicatesIcon],
  ['get-articles', 'gettingTitle', 'gettingWhat', articlesIcon],
  ['tabs', 'tabsOpen', 'tabsTitle', tabsIcon],
  ['recent', 'journalTitle', 'toolsRecent', recentIcon],
  ['statistics', 'statisticsTitle', 'toolsStatistics', statisticsIcon],
] as const;

/** The tools that the web app does not have. */
const EXTENSION_TOOLS: ReadonlySet<Tool> = new Set(['tabs', 'get-articles']);

/** Each tool is a card that leads to its page. */
export function ToolsPage({ isExtension }: { readonly isExtension: boolean }): JSX.Element {
  const tools = TOOL_CARDS.filter(([tool]) => isExtension || !EXTENSION_TOOLS.has(tool));
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
        cards={tools.map(([kind, name, text, icon]) => ({
          icon,
          title: t(name),
          text: t(text),
          href: hashOfRoute({ kind }),
        }))}
      />
    </div>
  );
}
