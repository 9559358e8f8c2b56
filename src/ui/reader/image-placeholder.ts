import type { ImageDropReason } from '../../domain';
import { type PlainKey, t } from '../strings';
import type { DroppedImage } from './article-images';

const REASONS: Readonly<Record<ImageDropReason, PlainKey>> = {
  'not-readable': 'imageNotReadable',
  'too-many': 'imageTooMany',
  'too-large': 'imageTooLarge',
  'not-an-image': 'imageNotAnImage',
  failed: 'imageFailed',
  quota: 'imageQuota',
  pending: 'imagePending',
};

/** Smaller ones are signs in the text (a flag, a bullet): their words alone take their place. */
const SIGN_SIZE_PX = 48;

/** Reasons that *Keep all images* can help with. */
const CAN_BE_FETCHED: ReadonlySet<DroppedImage['reason']> = new Set(['not-readable', 'failed']);

/**
 * What stands where an image is not kept: its words, the reason, a link to the image and, where it
 * would help, *Keep all images*. One inline element for one image, so that places in the text stay.
 */
export function drawPlaceholder(image: DroppedImage, onKeepImages: () => void): HTMLElement {
  const reason = t(image.reason ? REASONS[image.reason] : 'imageUnknown');
  if (isSign(image)) return drawSign(image, reason);
  const box = element('span', 'image-missing');
  if (image.alt) box.append(element('span', 'image-missing-alt', image.alt));
  box.append(inOurWords(element('span', 'image-missing-reason', reason)));
  if (!image.isInLink) box.append(drawActions(image, onKeepImages));
  return box;
}

function drawActions(image: DroppedImage, onKeepImages: () => void): HTMLElement {
  const actions = inOurWords(element('span', 'image-missing-actions'));
  if (/^https?:/i.test(image.url)) {
    const link = element('a', '', t('imageOpen'));
    link.href = image.url;
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
    actions.append(link);
  }
  if (CAN_BE_FETCHED.has(image.reason)) {
    const button = element('button', 'button', t('imagesKeepAll'));
    button.type = 'button';
    button.addEventListener('click', onKeepImages);
    actions.append(button);
  }
  return actions;
}

/** The article may be in another language, and run the other way. */
function inOurWords<Made extends HTMLElement>(made: Made): Made {
  made.lang = t('language');
  made.dir = t('direction');
  return made;
}

const isSign = ({ width, height }: DroppedImage): boolean =>
  width !== null && height !== null && Math.max(width, height) <= SIGN_SIZE_PX;

function drawSign(image: DroppedImage, reason: string): HTMLElement {
  const sign = element('span', 'image-missing-sign', image.alt);
  sign.title = reason;
  return sign;
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  text = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}
