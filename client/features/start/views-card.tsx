import { toCondition } from '@rowhouse/domain/grid-preferences/model.ts';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useOneTabStop } from '../../ui/use-one-tab-stop.ts';
import type { SavedView } from './api.ts';
import { StartCard } from './start-card.tsx';
import type { StartPlaces } from './start-places.ts';
import styles from './start.module.css';
import { useViewCount, useViews } from './use-start.ts';

const mostViews = 6;

export function ViewsCard({ places }: { places: StartPlaces }) {
  const { data, error, refetch } = useViews();
  const list = useOneTabStop<HTMLUListElement>();
  const views = (data?.views ?? []).filter(
    ({ id, recordTypeId }) => places.toView(recordTypeId, id) !== null,
  );
  return (
    <StartCard
      title="My views"
      failure={data === undefined ? error : null}
      onRetry={() => void refetch()}
      loadingRows={data === undefined ? 3 : undefined}
    >
      {views.length === 0 ? (
        <p className={styles.nothing}>
          A view keeps filters, columns and order of a grid. Save one in a grid, and it stands here with its
          number.
        </p>
      ) : (
        <ul {...list}>
          {views.slice(0, mostViews).map((view) => (
            <li key={view.id}>
              <ViewRow view={view} places={places} />
            </li>
          ))}
        </ul>
      )}
    </StartCard>
  );
}

function ViewRow({ view, places }: { view: SavedView; places: StartPlaces }) {
  return (
    <Link to={places.toView(view.recordTypeId, view.id) ?? ''} className={styles.viewRow} data-stop>
      <span className={styles.words}>
        <span className={styles.party}>{view.name}</span>
        <span className={styles.values}>
          {places.typeName(view.recordTypeId)}
          {view.roleName !== null && `, from ${view.roleName}`}
        </span>
      </span>
      <ViewCount view={view} places={places} />
    </Link>
  );
}

/** A count that takes longer than this shows that it is awaited. */
const patienceMs = 300;

function ViewCount({ view, places }: { view: SavedView; places: StartPlaces }) {
  const { data, error } = useViewCount(places.toQuery(view.recordTypeId, view.filters.map(toCondition)));
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setIsLate(true), patienceMs);
    return () => window.clearTimeout(timer);
  }, []);
  if (error !== null && data === undefined) return <span className={styles.count}>Not available</span>;
  const total = data?.totalState === 'EXACT' ? data.total : null;
  return <span className={styles.count}>{total != null ? showCount(total) : isLate ? '–' : ''}</span>;
}
