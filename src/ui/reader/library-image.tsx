import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { AssetHash } from '../../domain';
import type { Library } from '../../library/repository';

interface LibraryImageProps {
  readonly hash: AssetHash;
  readonly assets: Pick<Library['assets'], 'get'>;
  readonly class: string;
}

/** An image of the library as decoration: nothing until it is there, and nothing if it is gone. */
export function LibraryImage(props: LibraryImageProps): JSX.Element | null {
  const { hash, assets } = props;
  const [src, setSrc] = useState<string | null>(null);
  useEffect(() => {
    let objectUrl: string | null = null;
    let isOver = false;
    void assets.get(hash).then((blob) => {
      if (!blob || isOver) return;
      objectUrl = URL.createObjectURL(blob);
      setSrc(objectUrl);
    });
    return () => {
      isOver = true;
      if (objectUrl) URL.revokeObjectURL(objectUrl);
    };
  }, [hash, assets]);
  return src === null ? null : <img class={props.class} src={src} alt="" />;
}
