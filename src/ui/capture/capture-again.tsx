import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { ArticleWay } from '../../domain/article';
import type { Bookmark } from '../../domain/bookmark';
import type { ExtensionBackground } from '../../messages/background-client';
import { Button } from '../components/button';
import type { IconShapes } from '../components/icon';
import { t } from '../strings';

export type Captured = Awaited<ReturnType<ExtensionBackground['captureAgain']>>;

interface CaptureAgainProps {
  readonly bookmark: Bookmark;
  readonly background: Pick<ExtensionBackground, 'captureAgain'>;
  /** The way of finding the article; by default with our rules. */
  readonly way?: ArticleWay | null;
  readonly icon?: IconShapes;
  readonly onAnswer: (captured: Captured) => void;
}

/** Captures the page again. An error page replaces the article only after a second click. */
export function CaptureAgain(props: CaptureAgainProps): JSX.Element {
  const { bookmark, background, icon, way } = props;
  const isBusy = useSignal(false);
  const isErrorPage = useSignal(false);
  const { id, content } = bookmark;

  const capture = async () => {
    isBusy.value = true;
    const keepsErrors = isErrorPage.value && { keepsErrors: true };
    const captured = await background.captureAgain({ id, ...keepsErrors, ...(way && { way }) });
    isBusy.value = false;
    isErrorPage.value = !captured.ok && captured.error.kind === 'error-page';
    props.onAnswer(captured);
  };

  const isList = content.kind === 'address' && content.reason === 'no-article';
  const name = isList ? 'captureText' : 'captureAgain';
  return (
    <Button {...(icon && { icon })} isDisabled={isBusy.value} onClick={() => void capture()}>
      {t(isBusy.value ? 'captureAgainBusy' : isErrorPage.value ? 'captureAnyway' : name)}
    </Button>
  );
}
