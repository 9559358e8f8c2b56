import type { Api } from '../../api';
import { bookmarkTexts } from './bookmark-texts';
import { exchangeTexts } from './exchange-texts';
import { oauthTexts } from './oauth-texts';
import { organiseTexts } from './organise-texts';
import type { TextsOf } from './route-text';

/** What the documents say of each route. A route without words does not compile. */
export const routeTexts: { readonly [Group in keyof Api]: TextsOf<Group> } = {
  ...oauthTexts,
  ...bookmarkTexts,
  ...organiseTexts,
  ...exchangeTexts,
};
