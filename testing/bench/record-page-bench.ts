// The page of a record. What it asks of the database when it opens, counted on the way to PostgreSQL, and how long that
// takes beside one `select` of the same rows by `pg`, on the same way and interleaved; then what somebody sees of it in
// Chromium, production build: its code, its first paint, the next record, and every key with 5,000 lines on the record.
// What it replays is what the page asked when it was opened in the browser. It reports and never judges.
import { setTimeout as pause } from 'node:timers/promises';
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { longestWatchMs } from '@rowhouse/domain/realtime/messages.ts';
import { demoPassword, demoPeople, type DemoPerson } from '@rowhouse/server/seed/demo/people.ts';
import pg from 'pg';
import { findOrInstallBrowser, toLaunchOptions } from '../browser.ts';
import { enter } from '../e2e/enter.ts';
import { spawnServer } from '../fault.ts';
import { createTestDatabase, startTestPostgres, superuser } from '../postgres.ts';
import { countRoundTrips, type CountedPostgres } from './counted-postgres.ts';
import { demoOrdersType } from './demo-orders.ts';
import { graphql, post, signIn } from './http-client.ts';
import { median, quantile, shownMs } from './statistics.ts';

const viewport = { width: 1440, height: 900 };
const orders = 'purchasing/orders/purchase-orders';
const ordersType = demoOrdersType;
const lineCount = 5000;
/** As Chrome DevTools counts: bytes a second, and milliseconds there and back. */
const slowLine = { latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

type Row = Record<string, string>;
type Stage = {
  readonly url: string;
  readonly browser: Browser;
  readonly counted: CountedPostgres;
  readonly pool: pg.Pool;
};

export async function recordPageBench({ values }: { values: Record<string, string | undefined> }) {
  const runs = Number(values['runs'] ?? 31);
  const say = (text: string) => process.stderr.write(`${text}\n`);
  const postgres = await startTestPostgres({ durable: true });
  const database = await createTestDatabase(postgres.adminUrl, { owner: superuser });
  const counted = await countRoundTrips(database.url);
  const server = await spawnServer({
    env: {
      DATABASE_URL: counted.url,
      DEMO: 'on',
      NODE_ENV: '',
      SECRET: 'of the bench alone, and long enough for the server',
    },
    withClient: true,
  });
  const browser = await chromium.launch(toLaunchOptions(await findOrInstallBrowser()));
  const pool = new pg.Pool({ connectionString: counted.url, max: 4, options: '-c jit=off' });
  try {
    await server.waitReady();
    const stage = { url: server.url, browser, counted, pool };
    say('what it asks');
    // A server that has not heard of comments for a while lets a page ask for them again.
    await seeActs(stage, 'maya');
    await pause(longestWatchMs);
    const acts = { lead: await seeActs(stage, 'maya'), confined: await seeActs(stage, 'lena') };
    say('how long that takes');
    const { trips, times } = await timeOpenings(stage, acts, runs);
    if (values['only'] === 'requests') return tablesOf(trips, times, runs);
    say('its code');
    const code = await measureCode(stage);
    say('the next one');
    const turning = await measureTurning(stage);
    say('keys');
    await growLines(pool, await idOf(pool, 7400));
    const interactions = await measureInteractions(stage);
    return [
      ...tablesOf(trips, times, runs),
      {
        title: 'In Chromium at 1440 x 900, an empty cache unless it says otherwise',
        rows: [...code, ...turning, ...interactions],
      },
    ];
  } finally {
    await pool.end();
    await browser.close();
    await server.stop();
    counted.close();
    await postgres.stop();
  }
}

const tablesOf = (trips: Row[], times: Row[], runs: number) => [
  { title: `Round trips to the database, of ${runs} times each`, rows: trips },
  {
    title: `An opening against one select of the record, its lines and its comments by pg; median and p95 of ${runs}, interleaved`,
    rows: times,
  },
];

/** The page of the person, at rest in the grid. */
async function enterGrid({ browser, url }: Stage, person: DemoPerson, query = ''): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, viewport });
  const page = await context.newPage();
  watchCalls(page);
  await enter(page, person, `${orders}${query}`);
  await page.getByRole('gridcell').first().waitFor();
  await settle(page);
  return page;
}

const firstLink = (page: Page) => page.getByRole('link', { name: /^\d{4}\b/ }).first();
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const recordIdOf = (page: Page) => Number(new URL(page.url()).searchParams.get('recordId'));

async function openFirst(page: Page): Promise<void> {
  await firstLink(page).click();
  await page.waitForURL(/recordId=/);
  await settle(page);
}

const quietMs = 400;
const waits = new WeakMap<Page, () => Promise<void>>();

/** The load states of the browser are of a document: what a page asks later it has to be watched for. */
function watchCalls(page: Page): void {
  let open = 0;
  let lastAt = performance.now();
  const change = (by: number) => (asked: { url(): string }) => {
    if (!asked.url().endsWith('/graphql')) return;
    open += by;
    lastAt = performance.now();
  };
  page.on('request', change(1));
  page.on('requestfinished', change(-1));
  page.on('requestfailed', change(-1));
  waits.set(page, async () => {
    lastAt = performance.now();
    // oxlint-disable-next-line no-unmodified-loop-condition -- the listeners change it
    while (open > 0 || performance.now() - lastAt < quietMs) await pause(20);
  });
}

/** All that the page asks by itself has been answered. */
async function settle(page: Page): Promise<void> {
  await heading(page).waitFor();
  await waits.get(page)?.();
}

type Opening = { readonly recordId: number; readonly bodies: readonly string[] };
type Acts = {
  readonly opening: Opening;
  readonly again: Opening;
  readonly turning: Opening;
  readonly address: Opening;
};

/** What the page of a record asks of the server, by what somebody does. */
async function seeActs(stage: Stage, person: DemoPerson): Promise<Acts> {
  const page = await enterGrid(stage, person);
  const bodies: string[] = [];
  page.on('request', (asked) => {
    if (asked.url().endsWith('/graphql')) bodies.push(asked.postData() ?? '');
  });
  const see = async (act: () => Promise<void>): Promise<Opening> => {
    bodies.length = 0;
    await act();
    await settle(page);
    return { recordId: recordIdOf(page), bodies: [...bodies] };
  };
  const openAt = (place: number) => async () => {
    await page
      .getByRole('link', { name: /^\d{4}\b/ })
      .nth(place)
      .click();
    await page.waitForURL(/recordId=/);
  };
  const opening = await see(openAt(0));
  await page.goBack();
  await page.getByRole('gridcell').first().waitFor();
  await settle(page);
  const again = await see(openAt(2));
  const turning = await see(() => turn(page));
  const address = await see(async () => {
    await page.reload();
  });
  await page.context().close();
  return { opening, again, turning, address };
}

/** Without what is asked for the records beside it. */
const withoutAhead = ({ recordId, bodies }: Opening): Opening => ({
  recordId,
  bodies: bodies.flatMap((body) => {
    const asked = [JSON.parse(body) as Asked | Asked[]].flat();
    const own = asked.filter(({ query, variables }) => {
      const ids = (variables?.data as { ids?: number[] } | undefined)?.ids;
      return (
        !/query Find(LastRecordChanges|Records)\b/.test(query) || ids === undefined || ids.includes(recordId)
      );
    });
    return own.length === 0 ? [] : [JSON.stringify(own.length === 1 ? own[0] : own)];
  }),
});

type Asked = { readonly query: string; readonly variables?: { readonly data?: unknown } };

const turn = async (page: Page) => {
  const before = page.url();
  await page.keyboard.press('Alt+PageDown');
  await page.waitForFunction((url) => location.href !== url, before);
};

/** The text of what one select by pg reads: in the one partition where the type's records stand, as they stand there. */
const floorStatement = (leaf: string) => `select r.*,
    (select json_agg(l order by l.line_item_type_id, l.position, l.id) from line_item l
      where l.tenant_id = r.tenant_id and l.record_id = r.id and l.enabled) as lines,
    (select json_agg(c order by c.number) from record_comment c where c.tenant_id = r.tenant_id and c.record_id = r.id) as comments
  from ${leaf} r where r.tenant_id = $1 and r.id = $2`;

type ActsOfBoth = { readonly lead: Acts; readonly confined: Acts };

async function timeOpenings(stage: Stage, { lead, confined }: ActsOfBoth, runs: number) {
  const [maya, ben, lena] = await Promise.all(
    (['maya', 'ben', 'lena'] as const).map((person) =>
      signIn(stage.url, demoPeople[person].email, demoPassword),
    ),
  );
  const tenantId = Number(maya!['tenant_id']);
  const { rows: all } = await stage.pool.query<{ id: string; leaf: string }>(
    `select id, tableoid::regclass::text as leaf from record
     where tenant_id = $1 and record_type_id = $2 and enabled order by created_at desc, id desc limit 200`,
    [tenantId, ordersType],
  );
  const floorText = floorStatement(all[0]!.leaf);
  const ids = all.map(({ id }) => Number(id));
  const open = async (opening: Opening, headers: Record<string, string>, id: number) => {
    const begun = performance.now();
    await Promise.all(
      opening.bodies.map(async (body) => {
        const own = body.replaceAll(new RegExp(`\\b${opening.recordId}\\b`, 'g'), String(id));
        const { text } = await post(`${stage.url}/graphql`, own, headers);
        if (text.includes('"errors"')) throw new Error(text.slice(0, 300));
      }),
    );
    return performance.now() - begun;
  };
  const openByPg = async (id: number) => {
    const begun = performance.now();
    const { rows } = await stage.pool.query({ name: 'floor', text: floorText, values: [tenantId, id] });
    if (rows.length !== 1) throw new Error(`There is no record ${id}.`);
    return performance.now() - begun;
  };
  const write = async (id: number, at: number) => {
    const { rows } = await stage.pool.query<{ version: number }>('select version from record where id = $1', [
      id,
    ]);
    const data = { id, version: rows[0]!.version, description: `Written by somebody else, ${at}` };
    await graphql(
      stage.url,
      'mutation Write($data: UpdateRecordInput!) { updateRecordHeader(data: $data) { id } }',
      { data },
      ben!,
    );
  };
  const measure = async (what: string, one: (id: number, at: number) => Promise<number>): Promise<Row> => {
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let at = 0; at < runs + 5; at += 1) {
      const id = ids[at % ids.length]!;
      const isFirst = at % 2 === 0;
      const floorBefore = isFirst ? await openByPg(id) : 0;
      const mine = await one(id, at);
      const floor = isFirst ? floorBefore : await openByPg(id);
      if (at < 5) continue;
      ours.push(mine);
      theirs.push(floor);
    }
    return {
      what,
      'ours, ms': shownMs(median(ours)),
      p95: shownMs(quantile(ours, 0.95)),
      'one select by pg, ms': shownMs(median(theirs)),
      'floor p95': shownMs(quantile(theirs, 0.95)),
      ratio: (median(ours) / median(theirs)).toFixed(2),
      aim: '≤ 2',
    };
  };
  const countTrips = async (what: string, opening: Opening, headers: Record<string, string>, aim: string) => {
    const before = stage.counted.roundTrips();
    for (let run = 0; run < runs; run += 1) await open(opening, headers, opening.recordId);
    const each = (stage.counted.roundTrips() - before) / runs;
    return { what, 'round trips': each.toFixed(1), requests: String(opening.bodies.length), aim };
  };
  const trips: Row[] = [];
  for (const [who, acts, headers] of [
    ['a lead', lead, maya!],
    ['a buyer confined to her own', confined, lena!],
  ] as const) {
    trips.push(
      await countTrips(`${who}: a record from the grid`, withoutAhead(acts.again), headers, '≤ 3'),
      await countTrips(`${who}: the same with those beside it fetched ahead`, acts.again, headers, ''),
      await countTrips(`${who}: the first one, with what its form is made of`, acts.opening, headers, ''),
      await countTrips(`${who}: the next one`, withoutAhead(acts.turning), headers, '≤ 3'),
      await countTrips(`${who}: its address in an empty tab, with the menu`, acts.address, headers, ''),
    );
  }
  const opening = withoutAhead(lead.again);
  const times = [
    await measure('a lead', (id) => open(opening, maya!, id)),
    await measure("the same after somebody else's write", async (id, at) => {
      await write(id, at);
      return open(opening, maya!, id);
    }),
    await measure('a buyer confined to her own', () =>
      open(withoutAhead(confined.again), lena!, confined.again.recordId),
    ),
  ];
  return { trips, times };
}

type Seen = { readonly lcpMs: number; readonly cls: number };

async function watchPaint(page: Page): Promise<() => Promise<Seen>> {
  await page.addInitScript(() => {
    const seen = { lcpMs: 0, cls: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      seen.lcpMs = list.getEntries().at(-1)?.startTime ?? seen.lcpMs;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        seen.cls += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { seen: Seen }).seen);
}

/** Bytes of scripts as they travel, by address. */
async function watchScripts(page: Page, line?: typeof slowLine): Promise<Map<string, number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  if (line) await session.send('Network.emulateNetworkConditions', { offline: false, ...line });
  const addresses = new Map<string, string>();
  const kb = new Map<string, number>();
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') addresses.set(requestId, response.url);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const address = addresses.get(requestId);
    if (address !== undefined) kb.set(address, encodedDataLength / 1000);
  });
  return kb;
}

type State = Awaited<ReturnType<BrowserContext['storageState']>>;

async function measureCode(stage: Stage): Promise<Row[]> {
  const { browser, url } = stage;
  const first = await enterGrid(stage, 'maya');
  const storageState: State = await first.context().storageState();
  const href = (await firstLink(first).getAttribute('href'))!;
  await first.context().close();

  const visit = async (address: string, until: (page: Page) => Promise<unknown>, line?: typeof slowLine) => {
    const page = await (await browser.newContext({ baseURL: url, viewport, storageState })).newPage();
    const scripts = await watchScripts(page, line);
    const seePaint = await watchPaint(page);
    await page.goto(address, { waitUntil: 'commit' });
    await until(page);
    await page.waitForLoadState('networkidle');
    const seen = await seePaint();
    await page.context().close();
    return { scripts, ...seen };
  };
  const gridShown = (page: Page) => page.getByRole('gridcell').first().waitFor();
  const recordShown = (page: Page) => page.getByRole('region', { name: 'General', exact: true }).waitFor();
  const grid = await visit(`/adventure-works/${orders}`, gridShown);
  const lcps: number[] = [];
  const shifts: number[] = [];
  let beyond = 0;
  for (let run = 0; run < 5; run += 1) {
    const record = await visit(href, recordShown);
    const own = [...record.scripts].filter(([address]) => !grid.scripts.has(address));
    beyond = own.reduce((sum, [, kb]) => sum + kb, 0);
    lcps.push(record.lcpMs);
    shifts.push(record.cls);
  }
  const slow: number[] = [];
  for (let run = 0; run < 3; run += 1) slow.push(await openOnSlowLine(stage, storageState));
  return [
    row('JavaScript beyond the grid’s, before the viewer', `${beyond.toFixed(1)} kB`, '≤ 60 kB'),
    row('LCP of its address, median of 5', `${(median(lcps) / 1000).toFixed(2)} s`, '≤ 2.0 s'),
    row('layout shift of it', median(shifts).toFixed(4), '≤ 0.02'),
    row(
      'from the click in the grid to its fields at 400 kbit/s and 400 ms, the grid’s code there, median of 3',
      `${(median(slow) / 1000).toFixed(2)} s`,
      '≤ 2.0 s',
    ),
  ];
}

const row = (what: string, value: string, aim: string): Row => ({ what, value, aim });

async function openOnSlowLine({ browser, url }: Stage, storageState: State): Promise<number> {
  const page = await (await browser.newContext({ baseURL: url, viewport, storageState })).newPage();
  await page.goto(`/adventure-works/${orders}`);
  await page.getByRole('gridcell').first().waitFor();
  await page.waitForLoadState('networkidle');
  await watchScripts(page, slowLine);
  const begun = performance.now();
  await firstLink(page).click();
  await page.getByRole('region', { name: 'General', exact: true }).waitFor();
  const taken = performance.now() - begun;
  await page.context().close();
  return taken;
}

async function measureTurning(stage: Stage): Promise<Row[]> {
  const page = await enterGrid(stage, 'maya');
  await openFirst(page);
  const taken: number[] = [];
  for (let turn = 0; turn < 20; turn += 1) {
    // It watches before the key is pressed.
    const watched = await page.evaluateHandle(
      (before) => ({
        painted: new Promise<number>((resolve, reject) => {
          let pressed = 0;
          setTimeout(() => reject(new Error(`It stays at ${before}.`)), 10_000);
          document.addEventListener('keydown', () => (pressed = performance.now()), {
            once: true,
            capture: true,
          });
          const look = () => {
            const now = document.querySelector('main h1')?.textContent;
            if (pressed === 0 || now === before) return void requestAnimationFrame(look);
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressed)));
          };
          look();
        }),
      }),
      await heading(page).textContent(),
    );
    await page.keyboard.press('Alt+PageDown');
    const ms = await watched.evaluate(({ painted }) => painted);
    taken.push(ms);
    await settle(page);
  }
  await page.context().close();
  return [
    row(
      'the next record painted, from the key, one fetched ahead: median and worst of 20',
      `${shownMs(median(taken))} and ${shownMs(Math.max(...taken))} ms`,
      '≤ 100 ms',
    ),
  ];
}

async function idOf(pool: pg.Pool, recordNumber: number): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from record where record_number = $1 and record_type_id = $2',
    [recordNumber, ordersType],
  );
  return Number(rows[0]!.id);
}

/** Lines as that record has them, again and again. */
async function growLines(pool: pg.Pool, recordId: number): Promise<void> {
  await pool.query(
    `insert into line_item (tenant_id, line_item_type_id, record_id, position, field_values)
     select one.tenant_id, one.line_item_type_id, one.record_id, 1000 + n, one.field_values
     from (select * from line_item where record_id = $1 and enabled order by id limit 1) one,
       generate_series(1, $2 - (select count(*) from line_item where record_id = $1 and enabled)) n`,
    [recordId, lineCount],
  );
}

/** Every key and click, as the browser counts an interaction: to the next paint. */
async function measureInteractions(stage: Stage): Promise<Row[]> {
  const page = await enterGrid(stage, 'maya', '?search=7400');
  await openFirst(page);
  await page
    .getByText(`${lineCount.toLocaleString('en')}`)
    .first()
    .waitFor();
  await page.evaluate(() => {
    const durations = new Map<number, number>();
    Object.assign(window, { durations });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
        if (entry.interactionId > 0)
          durations.set(
            entry.interactionId,
            Math.max(durations.get(entry.interactionId) ?? 0, entry.duration),
          );
    }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit);
  });
  let acts = 0;
  const press = async (key: string, times = 1) => {
    for (let time = 0; time < times; time += 1) {
      await page.keyboard.press(key);
      acts += 1;
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    }
  };
  const click = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).first().click();
    acts += 1;
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  };
  await click('Detail');
  await click('Summary');
  await heading(page).click();
  await press('e');
  await page.getByRole('form').waitFor();
  for (let field = 0; field < 12; field += 1) {
    await press('Tab');
    const isText = await page.evaluate(
      () => document.activeElement?.matches('input[type=text], textarea') === true,
    );
    if (isText) await press('5', 3);
  }
  await press('Escape', 2);
  await press('Alt+2');
  await press('Alt+1');
  const cell = page.getByRole('region', { name: 'Order lines of record 7400' }).getByRole('gridcell').first();
  await cell.click();
  acts += 1;
  await press('ArrowDown', 40);
  await press('ArrowRight', 5);
  await press('PageDown', 10);
  await press('End');
  await press('Control+End');
  await press('Control+Home');
  const durations = await page.evaluate(() => [
    ...(window as unknown as { durations: Map<number, number> }).durations.values(),
  ]);
  await page.context().close();
  // The browser reports those alone that took a frame or more.
  const all = [...durations, ...Array.from({ length: Math.max(0, acts - durations.length) }, () => 16)];
  return [
    row(
      `interactions with ${lineCount.toLocaleString('en')} lines, p98 and worst of ${all.length}`,
      `${quantile(all, 0.98)} and ${Math.max(...all)} ms`,
      '≤ 100 ms',
    ),
  ];
}
