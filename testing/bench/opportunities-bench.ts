// The search of order entry at each key: a file of so many opportunities, read as the worker of the page reads it, and
// what is typed letter by letter. The floor looks at every column of every row at each key.
import { headerOf, readOpportunities } from '@rowhouse/domain/order-entry/order-files.ts';
import type { Opportunity } from '@rowhouse/domain/order-entry/order-files.ts';
import { indexOpportunities } from '@rowhouse/domain/order-entry/search-opportunities.ts';
import { csvLine } from '@rowhouse/domain/records/csv.ts';
import { median, quantile, shownMs } from './statistics.ts';

const typed = ['harbor renewal', 'spa-99', '10452', 'whitfield dana', 'zzz nothing', 'seattle', 'e'];
const mostShown = 8;

function makeFile(rows: number): string {
  const names = ['Harbor', 'Pearl', 'Summit', 'Valley', 'Northgate', 'Old Mill', 'Riverside', 'Granite'];
  const about = ['fleet, spring', 'rental renewal', 'front wheels', 'race team', 'workshop stock'];
  const cities = ['Seattle', 'Portland', 'Boise', 'Denver', 'Austin'];
  const pick = (values: readonly string[], index: number) => values[index % values.length] ?? '';
  const lines = Array.from({ length: rows }, (_, at) =>
    csvLine([
      `${pick(names, at)} ${pick(about, at >> 3)} ${at}`,
      `SPA-${at}`,
      `${pick(names, at >> 2)} Cycle Works`,
      'Dealer',
      'Whitfield',
      'Dana',
      'Approved',
      'Ada Novak',
      String(1000 + at),
      String(10_000 + (at % 900)),
      'Road frames; wheels',
      'Noah Berg',
      pick(cities, at),
      'WA',
      'Open',
      'No',
      `U${at % 50}`,
      pick(names, at),
    ]),
  );
  return csvLine(headerOf('OPPORTUNITIES')) + lines.join('');
}

const lookEverywhere = (all: readonly Opportunity[], text: string): number =>
  all.filter((one) => Object.values(one).some((value) => String(value).toLowerCase().includes(text))).length;

function timeOf(work: () => unknown): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

/** Of this process alone: what others on the machine take is not in it. */
function processorTimeOf(work: () => unknown): number {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

export function opportunitiesBench({ values }: { values: Record<string, string | undefined> }) {
  const rows = Number(values['records'] ?? 100_000);
  const runs = Number(values['runs'] ?? 7);
  const text = makeFile(rows);
  let all: Opportunity[] = [];
  const readMs = timeOf(() => (all = [...readOpportunities(text)]));
  let index = indexOpportunities([]);
  const indexMs = timeOf(() => (index = indexOpportunities(all)));
  const keys: number[] = [];
  const processor: number[] = [];
  const floor: number[] = [];
  for (let run = 0; run < runs; run += 1)
    for (const words of typed)
      for (let length = 1; length <= words.length; length += 1) {
        const sought = words.slice(0, length);
        processor.push(processorTimeOf(() => keys.push(timeOf(() => index.search(sought, mostShown)))));
        if (run === 0) floor.push(timeOf(() => lookEverywhere(all, sought)));
      }
  return Promise.resolve([
    {
      title: `Opportunity search over ${rows} rows (${(text.length / 1e6).toFixed(1)} MB)`,
      rows: [
        {
          keys: String(keys.length),
          'ms a key, median': shownMs(median(keys)),
          p98: shownMs(quantile(keys, 0.98)),
          worst: shownMs(Math.max(...keys)),
          'of the processor, p98': shownMs(quantile(processor, 0.98)),
          'floor, median': shownMs(median(floor)),
          'read once': shownMs(readMs),
          'index once': shownMs(indexMs),
        },
      ],
    },
  ]);
}
