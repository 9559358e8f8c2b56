import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { ROOT } from '../../scripts/set-up/process.mjs';
import { createTextIndex } from '../../src/anchoring';
import { PageServer } from '../../tests/e2e/support/page-server';
import { until } from '../../tests/e2e/support/until';
import { BenchBrowser } from '../browser';
import { buildExtension } from '../extension';
import { type Figure, figuresOf } from '../figure';
import { randomOf } from '../random';
import { damagedOf, highlightsIn, htmlOf, paragraphsOf, sentence, treeOf } from './made-up-page';

interface Case {
  readonly count: number;
  /** How many of them have changed words, as if the page had changed since they were made. */
  readonly changed: number;
}

/** Without highlights, the longest task is the browser's own layout of the text. */
const CASES: readonly Case[] = [
  { count: 0, changed: 0 },
  { count: 1000, changed: 0 },
  { count: 2000, changed: 0 },
  { count: 2000, changed: 1000 },
];
const MAX_TASK_MS = 16;
const { value } = figuresOf('anchoring');
/** The page has changed, and is searched again a quarter of a second later. */
const REACTION_MS = 3000;
const ADDRESS = 'http://live.example/';

/** The actions on the page while its tasks are timed. */
const ACTIONS = {
  'find and paint': (page) => page.reload(),
  'move the pointer over them': async (page) => {
    for (let at = 0; at < 40; at += 1) await page.mouse.move(80 + at * 15, 100 + at * 11);
  },
  'insert a paragraph at the top': (page) =>
    page.evaluate(
      (text) => {
        document.body.prepend(Object.assign(document.createElement('p'), { textContent: text }));
      },
      sentence(randomOf('inserted')),
    ),
} as const satisfies Record<string, (page: Page) => Promise<unknown>>;

type Action = keyof typeof ACTIONS;

/** The processor time of a task, and the part of it that is ours. */
interface Longest {
  readonly taskMs: number;
  readonly scriptMs: number;
}

/**
 * Measures the longest time that the script of highlights keeps the thread of a page in real
 * Chromium. The page has a million characters and no script of its own. The background is replaced by
 * one that only has the highlights. Throws if there is no Chromium.
 */
export async function* measureLivePage(runs: number): AsyncGenerator<Figure> {
  const random = randomOf('live page');
  const paragraphs = paragraphsOf(random);
  const index = createTextIndex(treeOf(paragraphs));
  const web = await PageServer.start(join(ROOT, 'tests', 'pages'));
  web.page(
    ADDRESS,
    `<!doctype html><meta charset="utf-8"><title>Long</title>${htmlOf(paragraphs)}`,
  );
  try {
    const without = new Map<Action, number>();
    for (const { count, changed } of CASES) {
      const highlights = highlightsIn(index, count, random).map((each, at) => ({
        id: `h${at}`,
        bookmarkId: 'b',
        quote: (at < changed ? damagedOf(random, each) : each).quote,
        color: 'yellow',
        note: '',
        isNoteOnly: false,
        refused: [],
        position: null,
        created: at,
        updated: at,
      }));
      const which = changed === 0 ? '' : `, ${changed} changed`;
      for (const [action, all] of await timeActions(web, highlights, count - changed, runs)) {
        const taskMs = Math.round(Math.max(...all.map((each) => each.taskMs)));
        if (count === 0) without.set(action, taskMs);
        if (count === 0) continue;
        const longest = [Math.max(...all.map((each) => each.scriptMs)), 'ms'] as const;
        const floor = `longest task with the work of the browser ${taskMs} ms, without highlights ${without.get(action)} ms`;
        const name = `live page, ${count} highlights${which}: longest task of the script, ${action}`;
        yield value(name, longest, all.length, floor, { atMost: MAX_TASK_MS });
      }
    }
  } finally {
    web.close();
  }
}

/** Answers the script, and paints in every page of the web. */
const background = (highlights: readonly object[]): string => `
  const highlights = ${JSON.stringify(highlights)};
  chrome.runtime.onMessage.addListener(({ name }, _, reply) => {
    reply({ ok: true, value: name === 'readHighlights' ? { title: 'Long', highlights } : null });
  });`;

/**
 * Starts the browser with an extension that has these highlights, and times each action.
 * @param least how many of them are painted at least
 */
async function timeActions(
  web: PageServer,
  highlights: readonly object[],
  least: number,
  runs: number,
): Promise<ReadonlyMap<Action, readonly Longest[]>> {
  using extension = await buildExtension({
    background: background(highlights),
    manifest: {
      content_scripts: [
        { matches: [`${ADDRESS}*`], js: ['highlight.js'], css: ['assets/highlight-paint.css'] },
      ],
    },
  });
  await using browser = await BenchBrowser.open(extension, `127.0.0.1:${web.port}`);
  const { page } = browser;
  const times = new Map<Action, Longest[]>();
  await page.goto(ADDRESS);
  for (let run = -1; run < runs; run += 1) {
    for (const [action, act] of Object.entries(ACTIONS) as [Action, (typeof ACTIONS)[Action]][]) {
      const longest = await timeTasks(page, () => act(page), least);
      // The first run compiles the script.
      if (run >= 0) times.set(action, [...(times.get(action) ?? []), longest]);
    }
  }
  return times;
}

/** An event of a trace with a start and a duration in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** The processor time of the thread, which other programs do not affect. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

const TASK = 'ThreadControllerImpl::RunTask';

/** The trace events that run scripts. The page has no script of its own. */
const SCRIPTS = new Set(['v8.callFunction', 'v8.run', 'FunctionCall', 'RunMicrotasks']);

/** Does something on the page. Returns the longest task of its thread and the longest of our script. */
async function timeTasks(page: Page, act: () => Promise<unknown>, least: number): Promise<Longest> {
  await page.tracing.start({ categories: ['toplevel', 'devtools.timeline', 'v8'] });
  await act();
  await until('everything is painted', () =>
    page.evaluate((n) => (CSS.highlights.get('leafmark-yellow')?.size ?? 0) >= n, least),
  );
  await new Promise((resolve) => setTimeout(resolve, REACTION_MS));
  const trace = new TextDecoder().decode(await page.tracing.stop());
  const { traceEvents } = JSON.parse(trace) as { readonly traceEvents: readonly TraceEvent[] };
  const isThread = ({ name, args }: TraceEvent) =>
    name === 'thread_name' && args.name === 'CrRendererMain';
  const threads = new Set(traceEvents.filter(isThread).map(({ pid, tid }) => `${pid} ${tid}`));
  const events = traceEvents
    .filter(({ ph, pid, tid }) => ph === 'X' && threads.has(`${pid} ${tid}`))
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  const longest = { taskMs: 0, scriptMs: 0 };
  for (const thread of threads) {
    let [scriptMs, taskEnd, scriptEnd] = [0, 0, 0];
    for (const { name, pid, tid, ts, dur = 0, tdur = 0 } of events) {
      if (`${pid} ${tid}` !== thread) continue;
      if (name === TASK && ts >= taskEnd) {
        [scriptMs, taskEnd] = [0, ts + dur];
        longest.taskMs = Math.max(longest.taskMs, tdur / 1000);
      } else if (SCRIPTS.has(name) && ts >= scriptEnd && ts < taskEnd) {
        [scriptMs, scriptEnd] = [scriptMs + tdur / 1000, ts + dur];
        longest.scriptMs = Math.max(longest.scriptMs, scriptMs);
      }
    }
  }
  return longest;
}
