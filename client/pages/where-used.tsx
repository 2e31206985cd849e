import { useSession } from '../features/identity/use-session.ts';
import { listMenuPlaces, menuItemPath } from '../features/menu/match-menu-item.ts';
import { useMenu } from '../features/menu/use-menu.ts';
import type { WhereUsedLinks } from '../features/where-used/where-used-panel.tsx';
import { ImpactDialog } from '../features/where-used/impact-dialog.tsx';
import { WhereUsedPanel } from '../features/where-used/where-used-panel.tsx';
import type { AskedImpact } from '../platform/ask-impact.ts';
import type { WhereUsedQuestion } from '../platform/ask-where-used.ts';
import { useStartPlaces } from './use-start-places.tsx';

/** Where something is used, with links to whatever of it the viewer's menu leads to. */
export function WhereUsed({ question }: { question: WhereUsedQuestion }) {
  return <WhereUsedPanel key={JSON.stringify(question)} question={question} links={useLinks()} />;
}

/** What a change touches, before it is saved. */
export function ChangeImpact({ question }: { question: AskedImpact }) {
  return <ImpactDialog asked={question} toRecords={useLinks().toRecords} />;
}

function useLinks(): WhereUsedLinks {
  const { data: groups } = useMenu();
  const { tenantPath } = useSession();
  const places = useStartPlaces();
  const pathOf = (page: string): string | null => {
    // Every role has it, whether or not it stands in the menu.
    if (page === 'dashboard') return page;
    const place = listMenuPlaces(groups ?? []).find(({ item }) => item.route === page);
    return place === undefined ? null : menuItemPath(place);
  };
  return {
    toPlace({ page, recordTypeId, search }) {
      if (recordTypeId != null) return places.toView(recordTypeId, Number(search.split('=').at(-1)));
      const path = page == null ? null : pathOf(page);
      return path === null ? null : `${tenantPath}/${path}${search === '' ? '' : `?${search}`}`;
    },
    toRecords: ({ recordType, filters }) =>
      filters == null
        ? null
        : places.toGrid(
            recordType.id,
            filters.map(({ value, ...one }) => ({
              ...one,
              logicOperator: 'AND' as const,
              ...(value != null && { value }),
            })),
          ),
  };
}
