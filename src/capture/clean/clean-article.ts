import type { CleanedKind, CleanedPart } from '../../domain';
import { THRESHOLDS, type Thresholds } from '../thresholds';
import { type Box, measureBoxes, repeatedTexts, siblingsOf, walkBoxes } from './boxes';
import { captions } from './captions';
import { type Removed, removeEnding } from './ending';
import { findBody, frame } from './frame';
import { NAMED_STAGES } from './named-boxes';
import { relatedLinks } from './related-links';
import { details, pullQuotes, titles } from './repeated-metadata';
import {
  type CleaningContext,
  type CleaningStage,
  isHeading,
  isStructure,
  type PageFacts,
} from './stage';
import { tidyArticle } from './tidy';

/** All stages, in the order in which they look at a box. */
export const CLEANING_STAGES: readonly CleaningStage[] = [
  ...NAMED_STAGES,
  captions,
  titles,
  pullQuotes,
  details,
  relatedLinks,
  frame,
];

/**
 * The steps of finding and cleaning an article that are neither stages nor candidates. `tidy` and
 * `ending` are of the cleaning.
 */
export const EXTRACTION_STEPS = ['kinds', 'parts', 'restored', 'lead', 'tidy', 'ending'] as const;
export type ExtractionStep = (typeof EXTRACTION_STEPS)[number];

/** How an article is cleaned. All stages and the usual thresholds are used if none are given. */
export interface CleaningWays {
  readonly stages?: readonly CleaningStage[] | undefined;
  readonly thresholds?: Thresholds | undefined;
  /** The steps that are left out, to measure their effect; none by default. */
  readonly leavesOut?: readonly ExtractionStep[] | undefined;
}

/** The result of cleaning an article. */
export interface Cleaned {
  /** The article as it was before. */
  readonly root: Box;
  readonly parts: readonly CleanedPart[];
}

/**
 * Removes the texts from an article that are not part of it, and makes captions of the texts of its
 * images. `article` is the box around its blocks.
 */
export function cleanArticle(
  article: Element,
  page: PageFacts,
  { stages = CLEANING_STAGES, thresholds = THRESHOLDS, leavesOut = [] }: CleaningWays = {},
): Cleaned {
  const marks = leavesOut.includes('tidy') ? 0 : tidyArticle(article);
  const root = measureBoxes(article, page.url, undefined, thresholds.proseLine, page.canonicalUrl);
  if (root.prose === 0) return { root, parts: summary(removeNavigation(root), marks) };
  const body = findBody(root, thresholds.bodyShare);
  const repeated = repeatedTexts(root);
  const context = { page, root, body, repeated, captions: new Set<string>(), thresholds };
  const removed: Removed[] = [];
  for (const box of root.children) clean(box, context, stages, removed);
  const isGone = new Set(removed.map(({ box }) => box));
  for (const { box } of [...removed]) removeLabels(box, isGone, removed);
  if (!leavesOut.includes('ending')) removeEnding(context, isGone, removed);
  for (const { box } of removed) {
    const { parentElement } = box.element;
    box.element.remove();
    removeEmpty(parentElement, article);
  }
  return { root, parts: summary(removed, marks) };
}

/** Removes only elements for navigation, because without prose nothing tells where the text is. */
function removeNavigation(root: Box): readonly Removed[] {
  const removed: Removed[] = [];
  walkBoxes(root, (box) => {
    const isNavigation = box !== root && box.element.matches(NAVIGATION);
    if (isNavigation) removed.push({ box, kind: 'navigation' });
    return !isNavigation;
  });
  for (const { box } of removed) box.element.remove();
  return removed;
}

const NAVIGATION = 'nav,footer,[role="navigation"],[role="contentinfo"]';

function clean(
  box: Box,
  context: CleaningContext,
  stages: readonly CleaningStage[],
  removed: Removed[],
): void {
  if (box.letters === 0 && box.images === 0) return;
  const isFigure = box.element.localName === 'figure';
  if (!isStructure(box) && box.kept === 0) {
    const stage = stages.find(
      ({ kind, removes }) => (kind === 'captions' || !isFigure) && removes(box, context),
    );
    if (stage !== undefined) {
      removed.push({ box, kind: stage.kind });
      return;
    }
  }
  // It may have become a figure.
  if (isFigure || box.element.parentNode === null) return;
  for (const child of box.children) clean(child, context, stages, removed);
}

/** In letters. */
const MAX_LABEL = 60;
const SENTENCE = /[.!?。！？]$/;

/** Removes the label of what was removed: a heading or a short line before it. */
function removeLabels(box: Box, isGone: Set<Box>, removed: Removed[]): void {
  const { before, after } = siblingsOf(box);
  const isShown = ({ letters, images }: Box) => letters + images > 0;
  const label = before.find(isShown);
  if (label === undefined || isGone.has(label) || label.images > 0 || label.prose > 0) return;
  const next = after.find((sibling) => isShown(sibling) && !isGone.has(sibling));
  const isLast = next === undefined || isHeading(next);
  const isList = box.element.matches('ul,ol');
  const isLabel = isHeading(label)
    ? isLast || isList
    : isList &&
      label.letters <= MAX_LABEL &&
      !SENTENCE.test(label.text) &&
      label.children.length === 0;
  if (!isLabel) return;
  isGone.add(label);
  removed.push({ box: label, kind: 'headings' });
}

/** Removes the boxes around something that was removed if they are empty now. */
function removeEmpty(element: Element | null, article: Element): void {
  let empty = element;
  while (empty !== null && empty !== article && isEmpty(empty)) {
    const { parentElement }: Element = empty;
    empty.remove();
    empty = parentElement;
  }
}

const isEmpty = (element: Element): boolean =>
  element.firstElementChild === null &&
  (element.textContent ?? '').trim() === '' &&
  !/^t[dhr]$/.test(element.localName);

function summary(removed: readonly Removed[], marks: number): CleanedPart[] {
  const parts = new Map<CleanedKind, { blocks: number; letters: number }>();
  if (marks > 0) parts.set('marks', { blocks: marks, letters: 0 });
  for (const { box, kind } of removed) {
    const part = parts.get(kind) ?? { blocks: 0, letters: 0 };
    part.blocks += 1;
    part.letters += Math.round(box.letters);
    parts.set(kind, part);
  }
  return [...parts].map(([kind, part]) => ({ kind, ...part }));
}
