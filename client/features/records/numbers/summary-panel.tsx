// What the filter finds, gathered into groups: how many there are of each, and their sums. Each number opens its records.
import { measureNames, showMeasure } from '@rowhouse/domain/aggregates/measures.ts';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import { mostFilters } from '@rowhouse/domain/records/limits.ts';
import { useState } from 'react';
import { viewerZone } from '../../../platform/clock.ts';
import { SidePanel } from '../../../ui/side-panel.tsx';
import { snackbars } from '../../../ui/snackbars.tsx';
import { useOneTabStop } from '../../../ui/use-one-tab-stop.ts';
import { useShown, type GridScreen } from '../grid/grid-screen.ts';
import { toRecordQuery } from '../record-query.ts';
import { SummaryChoice } from './summary-choice.tsx';
import { SummaryRows, type SummaryOrder, type SummaryScene } from './summary-rows.tsx';
import { keepSummary, readSummary } from './summary-setting.ts';
import styles from './summary.module.css';
import { useFreshNumbers, useNumbers } from './use-numbers.ts';

const panelWidth = 760;

export function SummaryPanel({ screen, onClose }: { screen: GridScreen; onClose: () => void }) {
  const { recordType, fields, fieldList, shownKeys, view, change } = useShown(screen, (shown) => shown);
  const [setting, setSetting] = useState(() => readSummary(recordType.id, fields, shownKeys));
  const [order, setOrder] = useState<SummaryOrder | null>(null);
  const table = useOneTabStop<HTMLTableElement>();
  useFreshNumbers(recordType.id, true);
  const scene: SummaryScene = {
    recordTypeId: recordType.id,
    fields,
    view,
    setting,
    order,
    open(conditions) {
      if (view.filters.length + conditions.length > mostFilters) {
        snackbars.warning(`At most ${mostFilters} conditions can be applied.`);
        return;
      }
      change({ filters: [...view.filters, ...conditions], recordId: null });
      onClose();
    },
  };
  const measures = [{ kind: 'COUNT' as const, field: null }, ...setting.measures];
  const { sort: _, ...query } = toRecordQuery(recordType.id, view);
  const total = useNumbers(recordType.id, { ...query, timeZone: viewerZone(), measures });
  const heads = measures.map(({ kind, field }) =>
    field === null ? 'Records' : `${measureNames[kind]} of ${fields.get(field)?.name ?? field}`,
  );
  const isFiltered = view.filters.length > 0 || view.search !== '';
  const count = total.data?.total[0];
  const scope =
    count == null
      ? 'Counting…'
      : `Of ${showCount(Number(count))} ${isFiltered ? 'results of the filter' : 'records'}, as of ${new Date(total.data?.asOf ?? 0).toLocaleTimeString('en-US', { hour: '2-digit', minute: '2-digit', timeZone: viewerZone() })}`;
  const sortBy = (measure: number | null) =>
    setOrder(
      order?.measure === measure
        ? { measure, descending: !order.descending }
        : { measure, descending: measure !== null },
    );
  const sorted = (measure: number | null) =>
    order?.measure === measure ? (order.descending ? 'descending' : 'ascending') : undefined;
  return (
    <SidePanel
      title="Summary"
      note={scope}
      place="edge"
      width={panelWidth}
      bodyLabel="Groups"
      onClose={onClose}
    >
      <SummaryChoice
        setting={setting}
        fields={fieldList}
        onChange={(next) => {
          setSetting(next);
          setOrder(null);
          keepSummary(recordType.id, next);
        }}
      />
      <div className={styles.scroller}>
        <table {...table} className={styles.table}>
          <thead>
            <tr>
              <th scope="col" aria-sort={sorted(null)}>
                <button type="button" className={styles.head} onClick={() => sortBy(null)}>
                  {setting.levels.map(({ field }) => fields.get(field)?.name ?? field).join(', ')}
                </button>
              </th>
              {heads.map((head, at) => (
                <th key={head} scope="col" aria-sort={sorted(at)} className={styles.number}>
                  <button type="button" className={styles.head} onClick={() => sortBy(at)}>
                    {head}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody key={JSON.stringify([setting, order])}>
            <SummaryRows scene={scene} path={[]} />
          </tbody>
          {total.data !== undefined && (
            <tfoot>
              <tr>
                <th scope="row">Total</th>
                {measures.map(({ kind, field }, at) => (
                  <td key={heads[at]} className={`${styles.number} rh-figures`}>
                    {showMeasure(
                      kind,
                      field === null ? null : (fields.get(field)?.dataType ?? null),
                      total.data.total[at] ?? null,
                      viewerZone(),
                    )}
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </div>
    </SidePanel>
  );
}
