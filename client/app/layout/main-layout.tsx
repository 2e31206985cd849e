import { useEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigation, useSearchParams } from 'react-router';
import { DashboardPicker } from '../../features/dashboards/dashboard-picker.tsx';
import { OpenProof } from '../../features/identity/account/open-proof.tsx';
import { useSession } from '../../features/identity/use-session.ts';
import { useUserDetails } from '../../features/identity/user-details.ts';
import { findPlaceOfRecordType, matchMenuItem, type MenuPlace } from '../../features/menu/match-menu-item.ts';
import { useMenu } from '../../features/menu/use-menu.ts';
import { findRecordRoute } from '../../features/records/record-page/record-routes.ts';
import { whenFirstScreen } from '../../platform/first-screen.ts';
import { rememberPlace } from '../../platform/storage/recent-places.ts';
import { ConfirmHost } from '../../ui/confirm-dialog.tsx';
import { prepareOpenedParts } from '../../ui/late-parts.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { OpenMoveComment } from '../../features/records/move-comment/open-move-comment.tsx';
import { OpenKeySheet } from '../../ui/screen-keys/open-key-sheet.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { ConnectionBar } from '../connection-bar.tsx';
import { ViewingBar } from '../viewing-bar.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import styles from './main-layout.module.css';
import { OpenImpact } from './open-impact.tsx';
import { OpenListValue } from './open-list-value.tsx';
import { OpenWhereUsed } from './open-where-used.tsx';
import { OpenWhy } from './open-why.tsx';
import { SideDrawer } from './side-drawer.tsx';
import { TopBar } from './top-bar.tsx';
import { UnsavedWorkGuard } from './unsaved-work-guard.tsx';

const drawerId = 'side-drawer';

export function MainLayout() {
  const { tenantId, tenantPath } = useSession();
  const narrow = useMediaQuery('(width < 900px)');
  const [openWhenWide, setOpenWhenWide] = useState(true);
  const [openWhenNarrow, setOpenWhenNarrow] = useState(false);
  const place = useCurrentPlace(tenantPath);
  const details = useUserDetails().data;
  const open = narrow ? openWhenNarrow : openWhenWide;
  const toggle = () => (narrow ? setOpenWhenNarrow(!open) : setOpenWhenWide(!open));

  useRememberedPlace(place);
  useOpenedParts();

  // Whatever belongs to one tenant ends with it: the key starts everything below anew.
  return (
    <ConfirmHost key={tenantId}>
      <UnsavedWorkGuard />
      <OpenKeySheet />
      <OpenMoveComment />
      <OpenWhy />
      <OpenImpact />
      <OpenListValue />
      <OpenProof />
      <OpenWhereUsed />
      <div className={styles.frame}>
        <SkipLink />
        <ViewingBar />
        <TopBar
          details={details}
          title={<PlaceTitle place={place} />}
          drawerOpen={open}
          drawerId={drawerId}
          onToggleDrawer={toggle}
        />
        <NavigationLine />
        <ConnectionBar />
        <div className={styles.body}>
          <SideDrawer
            id={drawerId}
            narrow={narrow}
            open={open}
            details={details}
            current={place}
            onClose={() => setOpenWhenNarrow(false)}
          />
          <Content place={place} />
        </div>
      </div>
    </ConfirmHost>
  );
}

/** Menus and questions are there before anybody can have read the page. */
function useOpenedParts(): void {
  useEffect(() => {
    whenFirstScreen()
      .then(prepareOpenedParts)
      .catch(() => {
        // Whatever opens them asks again.
      });
  }, []);
}

/** A grid that was opened is offered again where one begins. */
function useRememberedPlace(place: MenuPlace | null): void {
  const { pathname } = useLocation();
  const { tenantPath } = useSession();
  const name = place?.item.hasRecordTypes === true ? place.item.name : null;
  useEffect(() => {
    const path = pathname.slice(tenantPath?.length ?? 0);
    if (name !== null && path !== '/create-record' && findRecordRoute(path) === null)
      rememberPlace(pathname, name);
  }, [pathname, tenantPath, name]);
}

/** Specification 2: the dashboard's title with the picker on the dashboard, elsewhere the section. */
function PlaceTitle({ place }: { place: MenuPlace | null }) {
  if (place?.item.route === 'dashboard') return <DashboardPicker />;
  return <span className={styles.section}>{place?.group.name}</span>;
}

function SkipLink() {
  return (
    <a
      className={styles.skip}
      href="#content"
      onClick={(event) => {
        event.preventDefault();
        document.getElementById('content')?.focus();
      }}
    >
      Skip to content
    </a>
  );
}

/** While the next page is on its way. */
function NavigationLine() {
  const { state } = useNavigation();
  return (
    <div className={styles.progress}>
      <ProgressLine active={state !== 'idle'} label="Loading the page" />
    </div>
  );
}

function Content({ place }: { place: MenuPlace | null }) {
  const { pathname } = useLocation();
  const { tenantPath } = useSession();
  const path = pathname.slice(tenantPath?.length ?? 0);
  // The page of a record, or of a new one, has its crumbs in its header, and the whole place for itself.
  const isRecord = path === '/create-record' || findRecordRoute(path) !== null;
  const content = useRef<HTMLElement>(null);
  useEffect(() => {
    content.current?.scrollTo(0, 0);
  }, [pathname]);
  return (
    <main
      ref={content}
      id="content"
      tabIndex={-1}
      className={styles.content}
      data-whole={isRecord || undefined}
    >
      {!isRecord && <Breadcrumbs place={place} />}
      <Outlet />
    </main>
  );
}

/** The menu item that the address belongs to; the pages of a record and of a new one belong to their type's. */
function useCurrentPlace(tenantPath: string | null): MenuPlace | null {
  const { pathname } = useLocation();
  const [parameters] = useSearchParams();
  const groups = useMenu().data ?? [];
  const path = pathname.slice(tenantPath?.length ?? 0);
  if (path === '/create-record') return findPlaceOfRecordType(groups, Number(parameters.get('recordTypeId')));
  return findRecordRoute(path) === null
    ? matchMenuItem(groups, path)
    : findPlaceOfRecordType(groups, Number(parameters.get('recordType')));
}
