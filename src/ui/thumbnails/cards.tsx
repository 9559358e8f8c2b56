import { signal } from '@preact/signals';
import cardsIcon from 'lucide-static/icons/layout-grid.svg?icon';
import type { JSX } from 'preact';
import type { Lines } from '../bookmarks/bookmark-list';
import { IconButton } from '../components/button';
import { readonly } from '../components/signals';
import { createMirror, type MirrorStorage } from '../mirror';
import { t } from '../strings';

export function createCards(storage: MirrorStorage) {
  const mirror = createMirror(storage, 'leafmark.cards', (stored) => stored === true);
  const areShown = signal(mirror.read());
  return {
    areShown: readonly(areShown),
    /** Changes the form and remembers it. */
    toggle() {
      areShown.value = !areShown.value;
      mirror.write(areShown.value);
    },
  };
}

/** The form of the lists: compact rows, or cards with pictures. */
export type Cards = ReturnType<typeof createCards>;

/** Measures the grid of cards. Far below, it may have no cards yet, but it has their height. */
export function gridOf(list: HTMLElement): Lines {
  const cards = list.querySelector('ul');
  if (cards === null) return { linePx: 1, gapPx: 0, columns: 1 };
  const { gridAutoRows, gridTemplateColumns, rowGap } = getComputedStyle(cards);
  const gapPx = Number.parseFloat(rowGap) || 0;
  const linePx = (Number.parseFloat(gridAutoRows) || 1) + gapPx;
  return { linePx, gapPx, columns: gridTemplateColumns?.split(' ').length ?? 1 };
}

export function CardsSwitch({ cards }: { readonly cards: Cards }): JSX.Element {
  return (
    <IconButton
      label={t('listCards')}
      icon={cardsIcon}
      isPressed={cards.areShown.value}
      onClick={cards.toggle}
    />
  );
}
