import type { MOUNTED } from '../../../../server/routes';
import { addWithArticle } from '../../support/bookmarks';
import type { GroupCases, World } from '../case';

const aFile = (path: string) => async (world: World) => {
  const { id } = await addWithArticle(world.t, world.user);
  return { path: `/bm/${id.slice(0, 2)}/${id}/${path}` };
};

export const media: GroupCases<(typeof MOUNTED)['media']> = {
  image: { good: aFile('img/icon.gif') },
  resource: { good: aFile('_resources/in-text.gif') },
};
