import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import { useQuery } from '@tanstack/react-query';
import { mostAuditCounted } from '@rowhouse/domain/audit-log/company-limits.ts';
import { sayRetention } from '@rowhouse/domain/audit-log/retention.ts';
import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { auditRetention, companyAuditCount } from '../features/audit-log/company/api.ts';
import {
  anyAudit,
  readChoice,
  toFilter,
  writeChoice,
  type AuditChoice,
} from '../features/audit-log/company/audit-choice.ts';
import { AuditFilters } from '../features/audit-log/company/audit-filters.tsx';
import { CompanyAudit } from '../features/audit-log/company/company-audit.tsx';
import { RetentionPanel } from '../features/audit-log/company/retention-panel.tsx';
import { useAuditExport } from '../features/audit-log/company/use-audit-export.ts';
import { useSession } from '../features/identity/use-session.ts';
import { listMenuPlaces, menuItemPath } from '../features/menu/match-menu-item.ts';
import { useMenu } from '../features/menu/use-menu.ts';
import { useColleagues } from '../features/users/use-members.ts';
import { todayHere, viewerZone } from '../platform/clock.ts';
import { RequestFailure } from '../platform/request-failure.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Icon } from '../ui/icons.tsx';
import { MenuButton } from '../ui/menu-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { useMediaQuery } from '../ui/use-media-query.ts';
import { useStartPlaces } from './use-start-places.tsx';

/** What happened in the company: audit-log. The filters are in the address. */
export function AuditLogPage({ title }: { title: string }) {
  const [address, setAddress] = useSearchParams();
  const choice = readChoice(address);
  const written = writeChoice(choice).toString();
  // The days of a period are found when it is chosen: the same question stays the same while the page stands.
  const filter = useMemo(
    () => toFilter(readChoice(new URLSearchParams(written)), todayHere(), viewerZone()),
    [written],
  );
  const choose = useCallback(
    (next: AuditChoice) => setAddress(writeChoice(next), { replace: true }),
    [setAddress],
  );
  const retention = useQuery(auditRetention);
  const isAllowed = retention.isSuccess;
  const count = useQuery({ ...companyAuditCount(filter), enabled: isAllowed });
  const colleagues = useColleagues(isAllowed).data ?? [];
  const [isKeeping, setKeeping] = useState(false);
  const exporting = useAuditExport(filter);
  const isNarrow = useMediaQuery('(width < 600px)');
  const places = useAuditPlaces();
  const isRefused = retention.error instanceof RequestFailure && retention.error.code === 'FORBIDDEN';

  if (isRefused)
    return (
      <div>
        <PageHeader title={title} />
        <EmptyState title="Only an administrator of this company reads its audit log" icon="lock">
          Ask one of them: they stand on the page Users.
        </EmptyState>
      </div>
    );
  return (
    <div>
      <PageHeader
        title={title}
        aside={<span role="status">{count.data === undefined ? '' : sayCount(count.data)}</span>}
        actions={
          <>
            {isNarrow && (
              <MenuButton
                label={<Icon name="more" />}
                aria-label="Actions for the audit log"
                arrow={false}
                sx={{ minWidth: 44, px: 1 }}
              >
                {(close) => [
                  retention.data !== undefined && (
                    <MenuItem
                      key="kept"
                      onClick={() => {
                        close();
                        setKeeping(true);
                      }}
                    >
                      {`Kept: ${sayRetention(retention.data.years).toLowerCase()}`}
                    </MenuItem>
                  ),
                  <MenuItem
                    key="export"
                    disabled={!isAllowed}
                    onClick={() => {
                      close();
                      if (exporting.isExporting) exporting.stop();
                      else exporting.start();
                    }}
                  >
                    {exporting.isExporting ? 'Stop the export' : 'Export CSV'}
                  </MenuItem>,
                ]}
              </MenuButton>
            )}
            {!isNarrow && retention.data !== undefined && (
              <Button
                variant="outlined"
                startIcon={<Icon name="clock" size={16} />}
                onClick={() => setKeeping(true)}
              >
                {`Kept: ${sayRetention(retention.data.years).toLowerCase()}`}
              </Button>
            )}
            {isNarrow ? null : exporting.isExporting ? (
              <Button variant="outlined" onClick={exporting.stop}>
                Stop the export
              </Button>
            ) : (
              <Button
                variant="outlined"
                startIcon={<Icon name="download" size={16} />}
                disabled={!isAllowed}
                onClick={exporting.start}
              >
                Export CSV
              </Button>
            )}
          </>
        }
      />
      <AuditFilters
        choice={choice}
        onChoose={choose}
        people={colleagues.map(({ id, name, email }) => ({ id, name: name ?? email ?? 'Unknown' }))}
      />
      <CompanyAudit
        filter={filter}
        isNarrowed={written !== writeChoice(anyAudit).toString()}
        places={places}
      />
      {isKeeping && retention.data !== undefined && (
        <RetentionPanel retention={retention.data} onClose={() => setKeeping(false)} />
      )}
    </div>
  );
}

function useAuditPlaces() {
  const { data: groups } = useMenu();
  const { tenantPath } = useSession();
  const { toRecord } = useStartPlaces();
  return useMemo(
    () => ({
      toRecord,
      toPage(route: string) {
        const [sought, search] = route.split('?');
        const place = listMenuPlaces(groups ?? []).find(({ item }) => item.route === sought);
        return place === undefined
          ? null
          : `${tenantPath}/${menuItemPath(place)}${search === undefined ? '' : `?${search}`}`;
      },
    }),
    [groups, tenantPath, toRecord],
  );
}

const sayCount = ({ count, isMore }: { count: number; isMore: boolean }): string => {
  const number = count.toLocaleString('en');
  if (isMore && count === mostAuditCounted) return `More than ${number} entries`;
  if (isMore) return count === 0 ? 'None found so far' : `${number} or more entries`;
  return count === 1 ? 'One entry' : `${number} entries`;
};
