import { useSignal } from '@preact/signals';
import againIcon from 'lucide-static/icons/refresh-cw.svg?icon';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Article, Bookmark } from '../../domain';
import type { Dispose } from '../../library/repository';
import { Button } from '../components/button';
import type { PagePanelModel } from '../current-page/page-panel-model';
import { ADDRESS_ONLY_REASONS, BACKGROUND_FAILURES } from '../sentences';
import { t } from '../strings';
import { CaptureReport } from './capture-report';
import { KeepImages } from './keep-images';
import { changeLines } from './report-words';
import './report.css';

interface CaptureDetailsProps {
  readonly model: PagePanelModel;
  readonly bookmark: Bookmark;
}

/** What the capture of the page in front gave, and how to have more of it. */
export function CaptureDetails({ model, bookmark }: CaptureDetailsProps): JSX.Element {
  const { shelf, background } = model;
  const article = useSignal<Article | null>(null);
  const isBusy = useSignal(false);
  const outcome = useSignal<readonly string[]>([]);
  const { id } = bookmark;

  useEffect(() => {
    let stop: Dispose | null = null;
    let isOver = false;
    void shelf.library.then(({ articles }) => {
      if (isOver) return;
      stop = articles.watch(id, (next) => {
        article.value = next;
      });
    });
    return () => {
      isOver = true;
      stop?.();
    };
  }, [shelf.library, id, article]);

  const captureAgain = async () => {
    isBusy.value = true;
    const captured = await background.captureAgain(id);
    isBusy.value = false;
    outcome.value = captured.ok
      ? changeLines(captured.value)
      : [t(BACKGROUND_FAILURES[captured.error.kind])];
  };

  const { content } = bookmark;
  return (
    <div class="capture-details">
      {content.kind === 'address' && <p>{t(ADDRESS_ONLY_REASONS[content.reason])}</p>}
      {article.value && <CaptureReport article={article.value} />}
      {article.value && <KeepImages model={model} article={article.value} />}
      <div class="capture-again">
        <Button icon={againIcon} isDisabled={isBusy.value} onClick={() => void captureAgain()}>
          {isBusy.value ? t('captureAgainBusy') : t('captureAgain')}
        </Button>
        <div role="status">
          {outcome.value.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      </div>
    </div>
  );
}
