import { AxeBuilder } from '@axe-core/playwright';
import { expect as playwrightExpect, test as base, type Locator, type Page } from '@playwright/test';
import { patienceMs } from './patience.ts';

/**
 * As Playwright has it, but that toBeVisible waits without describing the page. Playwright describes the whole page at
 * each look at what is not there yet, for a message that only the last look needs.
 */
export const expect = new Proxy(playwrightExpect, {
  apply(target, self, args: [unknown, ...unknown[]]) {
    const matchers = Reflect.apply(target, self, args) as Matchers;
    const [subject] = args;
    if (!isLocator(subject)) return matchers;
    return new Proxy(matchers, {
      get: (all, name) => (name === 'toBeVisible' ? waitFirst(subject, all) : all[name]),
    });
  },
});

type Matchers = Record<string | symbol, unknown>;
type Visible = (options: { timeout?: number; visible?: boolean }) => Promise<void>;

const waitFirst =
  (locator: Locator, matchers: Matchers): Visible =>
  async (options = {}) => {
    const { timeout = patienceMs, visible = true } = options;
    const isSo = await locator.waitFor({ state: visible ? 'visible' : 'hidden', timeout }).then(
      () => true,
      () => false,
    );
    if (isSo) return;
    try {
      await (matchers['toBeVisible'] as Visible)({ ...options, timeout: 1 });
    } catch (error) {
      throw saying(error as Error, `$1${timeout}ms`);
    }
  };

const lastLook = /(timeout:? +)1ms/gi;

/** How long was waited in all, in place of what the last look was given. */
function saying(error: Error, timeout: string): Error {
  error.message = error.message.replace(lastLook, timeout);
  error.stack = error.stack?.replace(lastLook, timeout);
  return error;
}

const isLocator = (subject: unknown): subject is Locator =>
  typeof subject === 'object' && subject !== null && 'waitFor' in subject;

/** Both widths at which every screen must stand (ux: 1440 and 320). */
export const widths = [
  { name: 'wide', width: 1440, height: 900 },
  { name: 'narrow', width: 320, height: 720 },
] as const;

/** A journey fails by itself when the page reports an error that no step looked for. */
export const test = base.extend<{ quietPage: void }>({
  quietPage: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('crash', () =>
        complaints.push(
          'The page is lost, as it is by a tap where nothing is drawn: the journey has the tag @drawn.',
        ),
      );
      page.on('pageerror', (error) => complaints.push(error.stack ?? error.message));
      page.on('console', (message) => {
        const { url } = message.location();
        // Nobody answers there: a dashboard that a journey beside this one added shows so to whoever shares its company.
        if (url.startsWith('https://reports.example')) return;
        if (message.type() === 'error') complaints.push(`${message.text()} ${url}`);
      });
      await use();
      expect(complaints, 'the browser reported no error').toEqual([]);
    },
    { auto: true },
  ],
});

/** A deed of a moment before may still be told in the same words, with its own Undo. */
export async function expectSaved(page: Page): Promise<void> {
  await expect(page.getByText('Changes Saved!', { exact: true }).last()).toBeVisible();
}

/**
 * Asks axe for every rule of WCAG 2.2 A and AA and for its best practices; the size of targets is a rule of 2.2
 * that axe leaves off unless it is asked.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // What opens late, or is still fading in, is judged when it has come to rest.
  await expect(async () => expect(await findViolations(page)).toEqual([])).toPass({ timeout: 20_000 });
}

async function findViolations(page: Page): Promise<string[]> {
  // What is still fading in has the contrast of neither its beginning nor its end.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getComputedTiming().iterations === Infinity,
      ),
  );
  const violations = page.frames().length === 1 ? await askAxe(page) : await askAxeInFrames(page);
  const left = await Promise.all(
    violations.map(async ({ id, help, nodes }) => {
      const wrong =
        id === 'target-size' ? await withoutHalfScrolled(page, nodes) : nodes.map(({ html }) => html);
      return wrong.length === 0 ? [] : [`${id}: ${help} (${wrong.join(', ')})`];
    }),
  );
  return left.flat();
}

const axeOptions = {
  runOnly: {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  },
  rules: { 'target-size': { enabled: true } },
  // Only what is wrong is described in whole: to name each element that passed took two thirds of the time.
  resultTypes: ['violations'],
} satisfies RunOptions;

/** Its builder reads half a megabyte of source twice for each question; here a page that has it is only asked. */
async function askAxe(page: Page): Promise<Violation[]> {
  if (!(await page.evaluate(() => 'axe' in window)))
    await page.evaluate(new AxeBuilder({ page })['script']());
  return page.evaluate(async (options) => {
    type Axe = {
      configure: (spec: { noHtml: boolean }) => void;
      run: (options: unknown) => Promise<AxeResults>;
    };
    const { axe } = window as unknown as { axe: Axe };
    // It would take down the source of each element that it judges; here only what is wrong is told.
    axe.configure({ noHtml: true });
    const { violations } = await axe.run(options);
    const sourceOf = (target: readonly string[]) =>
      (target.length === 1 ? document.querySelector(target[0]!)?.outerHTML : undefined) ?? target.join(' ');
    return violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.map((node) => {
        const target = node.target.map(String);
        return { html: sourceOf(target).slice(0, 300), target };
      }),
    }));
  }, axeOptions);
}

async function askAxeInFrames(page: Page): Promise<Violation[]> {
  // Without a page of its own for the result, which only frames of other origins need, and which took half the time.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().options(axeOptions).analyze();
  return violations;
}

type RunOptions = Parameters<AxeBuilder['options']>[0];
type AxeResults = Awaited<ReturnType<AxeBuilder['analyze']>>;

interface Violation {
  id: string;
  help: string;
  nodes: { html: string; target: readonly unknown[] }[];
}

/** A target that is large enough, and of which a part has scrolled under a bar that stays, is whole again by the next turn of the wheel. */
async function withoutHalfScrolled(
  page: Page,
  nodes: readonly { html: string; target: readonly unknown[] }[],
): Promise<string[]> {
  const isHalfScrolled = await page.evaluate(
    (selectors) =>
      selectors.map((selector) => {
        const target = document.querySelector(selector);
        if (target === null) return false;
        const { left, top, width, height } = target.getBoundingClientRect();
        if (width < 24 || height < 24) return false;
        return [top + 1, top + height - 1].some((y) => {
          for (let over = document.elementFromPoint(left + width / 2, y); over; over = over.parentElement) {
            if (over.contains(target)) return false;
            if (/sticky|fixed/.test(getComputedStyle(over).position)) return true;
          }
          return false;
        });
      }),
    nodes.map(({ target }) => String(target[0])),
  );
  return nodes.flatMap(({ html }, index) => (isHalfScrolled[index] === true ? [] : [html]));
}

/** The screen is accessible, and nothing sticks out of it. */
export async function expectGoodScreen(page: Page): Promise<void> {
  await expectAccessible(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, 'the page does not scroll sideways').toBeLessThanOrEqual(0);
}

/**
 * A good screen at both widths, at a place of a journey whose way is the same at each. What lies over the page is there at
 * the other width too, as is what the screen is about, if it is named, and the journey goes on at its own.
 */
export async function expectGoodAtBothWidths(page: Page, subject?: Locator): Promise<void> {
  const isWide = page.viewportSize()?.width === widths[0].width;
  const [own, other] = isWide ? widths : ([widths[1], widths[0]] as const);
  const layers = page.locator('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]');
  await expectGoodScreen(page);
  const count = await layers.count();
  await page.setViewportSize(other);
  await expect(layers).toHaveCount(count);
  if (subject !== undefined) await expect(subject).toBeVisible();
  await expectGoodScreen(page);
  await page.setViewportSize(own);
  await expect(layers).toHaveCount(count);
  // What is made anew for the width has been: a change of it is told before a frame, and shown by the next.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}
