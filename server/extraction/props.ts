import type { Extraction } from './extraction';
import { shown } from './extraction-log';

/** What `props.json` tells of an extraction. `described` is read again by the next one. */
export const propsOf = ({
  url,
  type,
  described,
  article,
  resources,
  droppedImages,
  report,
  errors,
}: Extraction): Readonly<Record<string, unknown>> => ({
  url,
  type,
  described,
  words: article?.wordCount ?? 0,
  files: resources.map(({ name, kind, url: from, sizeBytes }) => ({ name, kind, from, sizeBytes })),
  images_not_kept: [...droppedImages].map(([from, reason]) => ({ from: shown(from), reason })),
  warnings: report?.warnings ?? [],
  durations_ms: report?.durationsMs ?? {},
  errors,
});
