import tabsIcon from 'lucide-static/icons/app-window.svg?icon';
import statisticsIcon from 'lucide-static/icons/chart-column.svg?icon';
import duplicatesIcon from 'lucide-static/icons/copy.svg?icon';
import exportIcon from 'lucide-static/icons/download.svg?icon';
import articlesIcon from 'lucide-static/icons/file-down.svg?icon';
import recentIcon from 'lucide-static/icons/history.svg?icon';
import labelsIcon from 'lucide-static/icons/tags.svg?icon';
import importIcon from 'lucide-static/icons/upload.svg?icon';
import type { IconShapes } from '../components/icon';
import type { PlainKey } from '../strings';

interface ToolTexts {
  readonly title: PlainKey;
  /** The name on its card, if that is not the title. */
  readonly name?: PlainKey;
  readonly text: PlainKey;
  readonly icon: IconShapes;
  /** True if the web app does not have it. */
  readonly isExtension?: true;
}

/** The pages that *Tools* leads to, in the order of their cards. The key is the address. */
export const TOOLS = {
  import: { title: 'importTitle', text: 'importWhat', icon: importIcon },
  export: { title: 'exportTitle', text: 'toolsExport', icon: exportIcon },
  labels: { title: 'labelsTitle', text: 'toolsLabels', icon: labelsIcon },
  duplicates: {
    title: 'duplicatesTitle',
    name: 'duplicatesOpen',
    text: 'toolsDuplicates',
    icon: duplicatesIcon,
  },
  'get-articles': {
    title: 'gettingTitle',
    text: 'gettingWhat',
    icon: articlesIcon,
    isExtension: true,
  },
  tabs: {
    title: 'tabsTitle',
    name: 'tabsOpen',
    text: 'tabsTitle',
    icon: tabsIcon,
    isExtension: true,
  },
  recent: { title: 'journalTitle', text: 'toolsRecent', icon: recentIcon },
  statistics: { title: 'statisticsTitle', text: 'toolsStatistics', icon: statisticsIcon },
} as const satisfies Readonly<Record<string, ToolTexts>>;

export type Tool = keyof typeof TOOLS;

// Objects of this type have no other keys.
export const TOOL_LIST = Object.entries(TOOLS) as readonly (readonly [Tool, ToolTexts])[];
