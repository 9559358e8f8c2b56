import type { ListChoice } from '../stores/list-store';
import { t } from '../strings';
import { VIEW_NAMES } from '../view-names';
import type { Route } from './route';

/** What a place in the library page is called; behind the reader that is the list that was left. */
export function titleOf(route: Route, { view, label }: ListChoice): string {
  switch (route.kind) {
    case 'sync':
      return t('syncTitle');
    case 'duplicates':
      return t('duplicatesTitle');
    case 'list':
    case 'read':
      return label ?? t(VIEW_NAMES[view]);
  }
}
