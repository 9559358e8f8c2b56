import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';
import { formatNumber } from '../strings';
import './result-card.css';

export interface ResultTab {
  readonly id: string;
  readonly name: string;
  readonly count: number;
  readonly panel: ComponentChildren;
}

interface ResultTabsProps {
  readonly label: string;
  readonly tabs: readonly ResultTab[];
  /** The tab that is shown until a person chooses one. Default: the first. */
  readonly first?: string | undefined;
}

/** The lists of a result, of which one is shown, with the number of what is in each. */
export function ResultTabs({ label, tabs, first }: ResultTabsProps): JSX.Element | null {
  const id = useId();
  const chosen = useSignal<string | null>(null);
  const byId = (wanted: string | null | undefined) => tabs.find((tab) => tab.id === wanted);
  const shown = byId(chosen.value) ?? byId(first) ?? tabs[0];
  if (shown === undefined) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    const to = nextTab(event, tabs.indexOf(shown), tabs.length);
    const next = to === null ? undefined : tabs[to];
    if (next === undefined) return;
    event.preventDefault();
    chosen.value = next.id;
    document.getElementById(`${id}-${next.id}`)?.focus();
  };
  return (
    <>
      <div class="result-tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`${id}-${tab.id}`}
            type="button"
            role="tab"
            aria-selected={tab === shown}
            aria-controls={`${id}-panel`}
            tabIndex={tab === shown ? 0 : -1}
            onClick={() => {
              chosen.value = tab.id;
            }}
          >
            {tab.name} <span class="view-count">{formatNumber(tab.count)}</span>
          </button>
        ))}
      </div>
      <div
        key={shown.id}
        id={`${id}-panel`}
        class="result-panel stack start gap-2"
        role="tabpanel"
        aria-labelledby={`${id}-${shown.id}`}
        tabIndex={-1}
        // While a person works in a list, no other takes its place.
        onFocusIn={() => {
          chosen.value = shown.id;
        }}
      >
        {shown.panel}
      </div>
    </>
  );
}

/** Returns the place of the tab that a key leads to, or null. */
function nextTab({ key, target }: KeyboardEvent, at: number, count: number): number | null {
  const isMirrored = target instanceof Element && getComputedStyle(target).direction === 'rtl';
  const forward = isMirrored ? 'ArrowLeft' : 'ArrowRight';
  const back = isMirrored ? 'ArrowRight' : 'ArrowLeft';
  switch (key) {
    case forward:
      return (at + 1) % count;
    case back:
      return (at - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
