import { filtersOfGroup } from '@rowhouse/domain/aggregates/filters-of-group.ts';
import { showMeasure } from '@rowhouse/domain/aggregates/measures.ts';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import type { FilterCondition } from '@rowhouse/domain/records/filter-rules.ts';
import { useState, type CSSProperties, type KeyboardEvent } from 'react';
import { viewerZone } from '../../../platform/clock.ts';
import { toSentence } from '../../../platform/request-failure.ts';
import { Icon } from '../../../ui/icons.tsx';
import type { GridView } from '../grid/grid-view.ts';
import type { RecordField } from '../record-field.ts';
import { toRecordQuery } from '../record-query.ts';
import styles from './summary.module.css';
import type { SummarySetting } from './summary-setting.ts';
import { useNumbers } from './use-numbers.ts';

/** By the place of a number, the count first; null: by the values of the groups. */
export type SummaryOrder = { readonly measure: number | null; readonly descending: boolean };

/** Until somebody says otherwise: dates as they follow each other, all else by how many there are. */
const startOrder = (hasInterval: boolean): SummaryOrder =>
  hasInterval ? { measure: null, descending: false } : { measure: 0, descending: true };

export type SummaryScene = {
  readonly recordTypeId: number;
  readonly fields: ReadonlyMap<string, RecordField>;
  readonly view: Pick<GridView, 'filters' | 'search' | 'showsDeleted'>;
  readonly setting: SummarySetting;
  /** Null: as each level starts. */
  readonly order: SummaryOrder | null;
  readonly open: (conditions: readonly FilterCondition[]) => void;
};

/** The levels outside this one, and their values. */
type Path = readonly (string | null)[];

const mostRows = 100;

const groupedBy = ({ setting, fields }: SummaryScene) =>
  setting.levels.flatMap(({ field, interval }) => {
    const found = fields.get(field);
    return found === undefined ? [] : { field: found, interval };
  });

const conditionsOf = (scene: SummaryScene, path: Path): FilterCondition[] =>
  filtersOfGroup(groupedBy(scene), path);

/** The groups of one level; those of the next are asked for when one is opened. */
export function SummaryRows({ scene, path }: { scene: SummaryScene; path: Path }) {
  const { recordTypeId, view, setting, fields } = scene;
  const level = setting.levels[path.length];
  const order = scene.order ?? startOrder(level?.interval != null);
  const measures = [{ kind: 'COUNT' as const, field: null }, ...setting.measures];
  const { sort: _, ...query } = toRecordQuery(recordTypeId, {
    ...view,
    filters: [...view.filters, ...conditionsOf(scene, path)],
  });
  const numbers = useNumbers(
    recordTypeId,
    level === undefined
      ? null
      : {
          ...query,
          timeZone: viewerZone(),
          groups: [level],
          measures,
          limit: mostRows,
          order: { measure: order.measure, direction: order.descending ? 'DESC' : 'ASC' },
        },
  );
  const indent = { '--level': path.length } as CSSProperties;
  const width = measures.length + 1;
  if (numbers.isError)
    return (
      <tr>
        <td colSpan={width} style={indent} className={styles.told}>
          <span role="alert">{toSentence(numbers.error)}</span>{' '}
          <button type="button" className={styles.retry} onClick={() => void numbers.refetch()}>
            Retry
          </button>
        </td>
      </tr>
    );
  if (numbers.data === undefined)
    return (
      <tr aria-busy="true">
        <td colSpan={width} style={indent} className={styles.told}>
          Counting…
        </td>
      </tr>
    );
  const { groups, groupsLeftOut } = numbers.data;
  return (
    <>
      {groups.map(({ values: [value], measures: numbersOf }) => (
        <SummaryRow
          key={`${value?.value}`}
          scene={scene}
          path={[...path, value?.value ?? null]}
          shown={value?.shown ?? ''}
          cells={measures.map(({ kind, field }, at) =>
            showMeasure(
              kind,
              field === null ? null : (fields.get(field)?.dataType ?? null),
              numbersOf[at] ?? null,
              viewerZone(),
            ),
          )}
        />
      ))}
      {groups.length === 0 && (
        <tr>
          <td colSpan={width} className={styles.told}>
            No records match.
          </td>
        </tr>
      )}
      {groupsLeftOut > 0 && (
        <tr>
          <td colSpan={width} style={indent} className={styles.told}>
            {showCount(groupsLeftOut)} more groups are not shown. They are in the total.
          </td>
        </tr>
      )}
    </>
  );
}

type SummaryRowProps = {
  scene: SummaryScene;
  path: Path;
  shown: string;
  cells: readonly string[];
};

function SummaryRow({ scene, path, shown, cells }: SummaryRowProps) {
  const [isOpen, setOpen] = useState(false);
  const hasMore = path.length < scene.setting.levels.length;
  const name = shown === '' ? 'Empty' : shown;
  const onKeyDown = (event: KeyboardEvent) => {
    if (!hasMore || (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft')) return;
    event.preventDefault();
    setOpen(event.key === 'ArrowRight');
  };
  return (
    <>
      <tr>
        <th scope="row" style={{ '--level': path.length - 1 } as CSSProperties} className={styles.name}>
          {hasMore && (
            <button
              type="button"
              tabIndex={-1}
              className={styles.fold}
              aria-expanded={isOpen}
              aria-label={`Groups of ${name}`}
              onClick={() => setOpen(!isOpen)}
            >
              <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={16} />
            </button>
          )}
          <button
            type="button"
            tabIndex={-1}
            data-stop
            className={shown === '' ? `${styles.open} ${styles.empty}` : styles.open}
            aria-label={`${name}: ${cells[0]} records, show them`}
            onClick={() => scene.open(conditionsOf(scene, path))}
            onKeyDown={onKeyDown}
          >
            {name}
          </button>
        </th>
        {cells.map((cell, at) => (
          <td key={at} className={`${styles.number} rh-figures`}>
            {cell}
          </td>
        ))}
      </tr>
      {isOpen && hasMore && <SummaryRows scene={scene} path={path} />}
    </>
  );
}
