import type { AnnotationInfo } from '../../contract';
import type { BookmarkId } from '../../domain/bookmark';
import { ok, type Result } from '../../domain/result';
import {
  type HighlightTransaction,
  hasSameLook,
  type KnownPart,
  newHighlightShadow,
} from '../../library';
import type { ServiceError } from '../../service';
import type { SyncContext } from '../context';
import { ENDED, orStopped, type Stopped } from '../stop';
import { locate, type PlacesOnServer } from './places-on-server';
import { readArticle } from './read-annotations';
import { byText, findSame, isSameAnnotation, receivedHighlight } from './receive-annotations';
import { isLive, lookOfInfo, takeOverAnnotation } from './replaced-annotations';

/** Returns the annotations that others made or changed since they were `known`. */
export const changedSince = (
  known: readonly KnownPart[],
  infos: readonly AnnotationInfo[],
): readonly AnnotationInfo[] =>
  infos.filter(
    (info) => !known.some((one) => one.serverId === info.id && hasSameLook(one, lookOfInfo(info))),
  );

/**
 * Adds the highlights `infos` of the bookmark `serverId`, which is to be deleted, to the bookmark `to`
 * of the same page. They are created on the server there.
 */
export async function takeOverHighlights(
  context: SyncContext,
  to: BookmarkId,
  {
    serverId,
    known,
    infos,
  }: { serverId: string; known: readonly KnownPart[]; infos: readonly AnnotationInfo[] },
): Promise<Result<unknown, ServiceError | Stopped>> {
  const html = await readArticle(context, serverId);
  if (!html.ok) return html;
  const located = await locate(context, to, infos, html.value);
  if (located === null) return { ok: false, error: ENDED };
  const { places } = located;
  const writing = context.library.sync.highlightTransaction(to, (tx) => {
    for (const info of infos)
      addTo(
        tx,
        info,
        known.find(({ serverId: id }) => id === info.id),
        places,
      );
  });
  const written = await orStopped(writing);
  return written.ok ? ok(null) : written;
}

function addTo(
  tx: HighlightTransaction,
  info: AnnotationInfo,
  known: KnownPart | undefined,
  places: PlacesOnServer,
): void {
  const owner = known?.highlightId ? tx.get(known.highlightId) : null;
  const twin = findSame(byText(tx.all()), info, places, isSameAnnotation);
  if (known && isLive(owner)) takeOverAnnotation(tx, owner, known, lookOfInfo(info));
  else if (twin) takeOverAnnotation(tx, twin, { color: info.color, note: '' }, lookOfInfo(info));
  else {
    const highlight = receivedHighlight(tx, info, places);
    tx.put(highlight, newHighlightShadow(highlight));
    tx.log('received', highlight);
  }
}
