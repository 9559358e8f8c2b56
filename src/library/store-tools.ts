import { siteOf, urlKey } from '../domain';
import { keepBytes, receiveImage } from './add-images';
import { withImages } from './article-images';
import { moveAssetUses } from './asset-uses';
import { fromRow, toRow } from './bookmark-row';
import { paragraphHashes, withoutTags } from './capture-change';
import { writeBookmarks } from './counters';
import { rememberPageValues } from './page-values';
import type { StoreTools } from './store';
import { packText } from './stored-text';
import { countArticles, shadowsWith } from './sync/article-counts';
import { moveArticles, writeShadows } from './sync/write-shadows';
import { commit } from './write';

export const STORE_TOOLS: StoreTools = {
  ...{
    commit,
    writeBookmarks,
    countArticles,
    shadowsWith,
    writeShadows,
    moveArticles,
    moveAssetUses,
    keepBytes,
    receiveImage,
    withImages,
  },
  ...{ packText, paragraphHashes, withoutTags, toRow, fromRow, rememberPageValues, urlKey, siteOf },
};
