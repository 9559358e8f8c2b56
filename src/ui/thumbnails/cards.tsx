import { computed, type ReadonlySignal, signal } from '@preact/signals';
import cardsIcon from 'lucide-static/icons/layout-grid.svg?icon';
import type { JSX } from 'preact';
import { IconButton } from '../components/button';
import { createMirror, type MirrorStorage } from '../mirror';
import { t } from '../strings';

/** The form of the lists: compact rows, or cards with pictures. */
export interface Cards {
  readonly areShown: ReadonlySignal<boolean>;
  /** Changes the form and remembers it. */
  toggle(): void;
}

export function createCards(storage: MirrorStorage): Cards {
  const mirror = createMirror(storage, 'leafmark.cards', (stored) => stored === true);
  const areShown = signal(mirror.read());
  return {
    areShown: computed(() => areShown.value),
    toggle() {
      areShown.value = !areShown.value;
      mirror.write(areShown.value);
    },
  };
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
