// The grid screen of one record type, as a layout. Its parts know nothing of each other: each reads what it shows from the
// screen, and dialogs, panels and banners stand in the tree and open by themselves.
import { memo, useSyncExternalStore } from 'react';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { BulkDialogs } from '../bulk/bulk-dialogs.tsx';
import { OpenImport } from '../import/open-import.tsx';
import { OpenObjectPanel, useIsObjectOpen } from '../objects/open-object-panel.tsx';
import { RowEditDialogs } from '../row-edit/row-edit-dialogs.tsx';
import { useShown, type GridScreen } from './grid-screen.ts';
import type { RecordGridProps } from './record-grid-props.ts';
import styles from './record-grid.module.css';
import { ScreenHeader } from './screen-header.tsx';
import { ScreenPanels } from './screen-panels.tsx';
import { RowsAsCards, RowsAsGrid } from './screen-rows.tsx';
import { RowsAsLayout } from './rows-as-layout.tsx';
import { ScreenTools } from './screen-tools.tsx';
import { useGridScreen } from './use-grid-screen.ts';

/** Where there is room for the views as tabs. */
export const wideScreen = '(width >= 900px)';

export function RecordGrid(props: RecordGridProps) {
  const screen = useGridScreen(props);
  const isThere = useSyncExternalStore(screen.shown.subscribe, () => screen.shown.get() !== null);
  return isThere && <Layout screen={screen} />;
}

const Layout = memo(function Layout({ screen }: { screen: GridScreen }) {
  const isWide = useMediaQuery(wideScreen);
  const isPhone = useMediaQuery('(width < 600px)');
  const isObjectOpen = useIsObjectOpen(screen);
  return (
    <div className={styles.screen} data-grid-screen>
      <ScreenHeader screen={screen} hasSelector={!isWide && !isPhone} />
      {isWide && <Views screen={screen} />}
      {!isPhone && <ScreenTools screen={screen} />}
      <div className={isPhone ? styles.whole : styles.split} data-open={isObjectOpen || undefined}>
        <Rows screen={screen} isPhone={isPhone} />
        <OpenObjectPanel screen={screen} />
      </div>
      <RowEditDialogs edit={screen.edit} />
      <BulkDialogs screen={screen} />
      <OpenImport screen={screen} />
      <ScreenPanels screen={screen} />
    </div>
  );
});

function Rows({ screen, isPhone }: { screen: GridScreen; isPhone: boolean }) {
  const layout = useShown(screen, (shown) => shown.layout);
  if (isPhone) return <RowsAsCards screen={screen} layout={layout} />;
  return layout === null ? <RowsAsGrid screen={screen} /> : <RowsAsLayout screen={screen} layout={layout} />;
}

function Views({ screen }: { screen: GridScreen }) {
  const preferences = useShown(screen, (shown) => shown.preferences);
  const state = useShown(screen, (shown) => shown.state);
  return <div className={styles.views}>{preferences.render(state, 'tabs')}</div>;
}
