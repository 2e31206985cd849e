import { useEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigation, useSearchParams } from 'react-router';
import { useSession } from '../../features/identity/use-session.ts';
import { useUserDetails } from '../../features/identity/user-details.ts';
import { findPlaceOfRecordType, matchMenuItem, type MenuPlace } from '../../features/menu/match-menu-item.ts';
import { useMenu } from '../../features/menu/use-menu.ts';
import { ConfirmHost } from '../../ui/confirm-dialog.tsx';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';
import styles from './main-layout.module.css';
import { SideDrawer } from './side-drawer.tsx';
import { TopBar } from './top-bar.tsx';
import { UnsavedWorkGuard } from './unsaved-work-guard.tsx';

const drawerId = 'side-drawer';

export function MainLayout() {
  const { tenantId, tenantPath } = useSession();
  const narrow = useMediaQuery('(width < 900px)');
  const [openWhenWide, setOpenWhenWide] = useState(true);
  const [openWhenNarrow, setOpenWhenNarrow] = useState(false);
  const place = usePresentPlace(tenantPath);
  const details = useUserDetails().data;
  const open = narrow ? openWhenNarrow : openWhenWide;
  const toggle = () => (narrow ? setOpenWhenNarrow(!open) : setOpenWhenWide(!open));

  // Whatever belongs to one tenant ends with it: the key starts everything below anew.
  return (
    <ConfirmHost key={tenantId}>
      <UnsavedWorkGuard />
      <div className={styles.frame}>
        <SkipLink />
        <TopBar
          details={details}
          sectionName={nameOfPlace(place)}
          drawerOpen={open}
          drawerId={drawerId}
          onToggleDrawer={toggle}
        />
        <NavigationLine />
        <div className={styles.body}>
          <SideDrawer
            id={drawerId}
            narrow={narrow}
            open={open}
            details={details}
            present={place}
            onClose={() => setOpenWhenNarrow(false)}
          />
          <Content place={place} />
        </div>
      </div>
    </ConfirmHost>
  );
}

/** Specification 2: the dashboard's title on the dashboard, elsewhere the section. */
function nameOfPlace(place: MenuPlace | null): string {
  return place?.item.route === 'dashboard' ? 'Dashboard' : (place?.group.name ?? '');
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
  const content = useRef<HTMLElement>(null);
  useEffect(() => {
    content.current?.scrollTo(0, 0);
  }, [pathname]);
  return (
    <main ref={content} id="content" tabIndex={-1} className={styles.content}>
      <Breadcrumbs place={place} />
      <Outlet />
    </main>
  );
}

/** The menu item that the address belongs to; the page for a new record belongs to its type's. */
function usePresentPlace(tenantPath: string | null): MenuPlace | null {
  const { pathname } = useLocation();
  const [parameters] = useSearchParams();
  const groups = useMenu().data ?? [];
  const path = pathname.slice(tenantPath?.length ?? 0);
  return path === '/create-record'
    ? findPlaceOfRecordType(groups, Number(parameters.get('recordTypeId')))
    : matchMenuItem(groups, path);
}
