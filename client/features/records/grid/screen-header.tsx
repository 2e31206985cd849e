import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import { Icon } from '../../../ui/icons.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { ActionButton } from './action-button.tsx';
import { newRecord } from './grid-actions.ts';
import { LayoutSwitch } from './layout-switch.tsx';
import { useShown, type GridScreen } from './grid-screen.ts';
import styles from './record-grid.module.css';
import { useIsLiveOff } from './use-is-live-off.ts';

/** @param hasSelector whether the view is chosen here, and not by tabs or among the tools */
export function ScreenHeader({ screen, hasSelector }: { screen: GridScreen; hasSelector: boolean }) {
  const shown = useShown(screen, (all) => all);
  const { total, totalOfAll, areRowsFiltered, createdCount, refresh } = shown;
  const isLiveOff = useIsLiveOff();
  const isPhone = useMediaQuery('(width < 600px)');
  const isWide = useMediaQuery('(width >= 900px)');
  return (
    <PageHeader
      title={shown.recordType.name}
      aside={
        shown.status !== 'failed' && (
          <>
            <Count found={total} all={totalOfAll} isFiltered={areRowsFiltered} />
            {isLiveOff && <LiveOff isShort={isPhone} />}
            {createdCount > 0 && shown.layout === null && (
              <NewRecords count={createdCount} onShow={refresh} />
            )}
          </>
        )
      }
      actions={
        <>
          {isWide && <LayoutSwitch context={shown.context} />}
          {hasSelector && shown.preferences.render(shown.state, 'selector')}
          <ActionButton action={newRecord} context={shown.context} look="primary" />
        </>
      }
    />
  );
}

type CountProps = { found: number | undefined; all: number | undefined; isFiltered: boolean };

/** '1,204 of 4,012', and '4,012' alone where nothing is filtered. */
function Count({ found, all, isFiltered }: CountProps) {
  const say = (count: number | undefined) => (count === undefined ? '…' : showCount(count));
  return isFiltered ? `${say(found)} of ${say(all)}` : say(found);
}

const LiveOff = ({ isShort }: { isShort: boolean }) => (
  <span className={styles.liveOff}>
    <Icon name="warning" size={14} /> Live changes are off{!isShort && ' until the connection is back'}
  </span>
);

/** They are shown when they are asked for: nothing moves under the hand of who works. */
function NewRecords({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <button type="button" className={styles.reset} onClick={onShow}>
      {count === 1 ? 'Show 1 new record' : `Show ${showCount(count)} new records`}
    </button>
  );
}
