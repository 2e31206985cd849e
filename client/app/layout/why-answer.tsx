import { PageQuestion } from '../../features/access-reasons/page-question.tsx';
import { WhyPanel } from '../../features/access-reasons/why-panel.tsx';
import { useSession } from '../../features/identity/use-session.ts';
import { listMenuPlaces, menuItemPath } from '../../features/menu/match-menu-item.ts';
import { useMenu } from '../../features/menu/use-menu.ts';
import type { WhyQuestion } from '../../platform/ask-why.ts';

export function WhyAnswer({ question }: { question: WhyQuestion }) {
  const { tenantPath } = useSession();
  const rolesHref = useRolesHref(tenantPath);
  return question.subjects.length === 0 ? (
    <PageQuestion question={question} />
  ) : (
    <WhyPanel key={question.title} question={question} rolesHref={rolesHref} />
  );
}

/** Where roles are managed; null for who may not. */
function useRolesHref(tenantPath: string | null): string | null {
  const places = listMenuPlaces(useMenu().data ?? []);
  const roles = places.find(({ item }) => item.route === 'roles');
  return roles === undefined ? null : `${tenantPath}/${menuItemPath(roles)}`;
}
