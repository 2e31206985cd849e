import { isMenuItemError, menuItemsError } from '@rowhouse/domain/menu/pages.ts';
import { showCount } from '@rowhouse/domain/kernel/formats.ts';
import { useId, useState } from 'react';
import { NavLink } from 'react-router';
import { Icon, isIconName, type IconName } from '../../ui/icons.tsx';
import type { MenuGroup, MenuSection } from './api.ts';
import { menuItemPath, type MenuPlace } from './match-menu-item.ts';
import styles from './drawer-menu.module.css';

type DrawerMenuProps = {
  groups: readonly MenuGroup[];
  tenantPath: string;
  /** Where the person stands; its section is open. */
  current: MenuPlace | null;
  /** By record type; an item of a type that is not in it has none. */
  counts: ReadonlyMap<number, number | null>;
  onSelect: () => void;
};

export function DrawerMenu({ groups, ...rest }: DrawerMenuProps) {
  return groups.map((group) => <DrawerGroup key={group.id} group={group} {...rest} />);
}

type DrawerGroupProps = Omit<DrawerMenuProps, 'groups'> & { group: MenuGroup };

function DrawerGroup({ group, ...rest }: DrawerGroupProps) {
  const headingId = useId();
  return (
    <section className={styles.group} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.heading}>
        {group.name}
      </h2>
      <ul>
        {group.appSections.map((section) => (
          <li key={section.id}>
            <DrawerSection group={group} section={section} {...rest} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Specification 2: one item links directly, several expand, anything else is an error that is said. */
function DrawerSection({ section, ...rest }: DrawerGroupProps & { section: MenuSection }) {
  const [only] = section.menuItems;
  if (only === undefined) return <p className={styles.error}>Menu Items Error</p>;
  if (section.menuItems.length === 1) return <DrawerLink section={section} item={only} {...rest} />;
  return <ExpandingSection section={section} {...rest} />;
}

function ExpandingSection({ section, ...rest }: DrawerGroupProps & { section: MenuSection }) {
  const holdsCurrent = rest.current?.section.id === section.id;
  const [opened, setOpened] = useState<boolean | null>(null);
  const open = opened ?? holdsCurrent;
  const listId = useId();
  return (
    <>
      <button
        type="button"
        className={styles.entry}
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => setOpened(!open)}
      >
        <Icon name={toIcon(section.menuItems[0]?.icon, 'list')} />
        <span className={styles.name}>{section.name}</span>
        <Icon name={open ? 'chevron-down' : 'chevron-right'} size={16} />
      </button>
      <ul id={listId} className={styles.nested} hidden={!open}>
        {section.menuItems.map((item) => (
          <li key={item.id}>
            <DrawerLink section={section} item={item} nested {...rest} />
          </li>
        ))}
      </ul>
    </>
  );
}

type DrawerLinkProps = DrawerGroupProps & Pick<MenuPlace, 'section' | 'item'> & { nested?: boolean };

function DrawerLink({
  group,
  section,
  item,
  tenantPath,
  current,
  counts,
  onSelect,
  nested = false,
}: DrawerLinkProps) {
  if (isMenuItemError({ route: item.route, recordTypeId: item.recordType?.id ?? null }))
    return <p className={styles.error}>{menuItemsError}</p>;
  const isCurrent = current?.item.id === item.id;
  const count = item.recordType === null ? undefined : counts.get(item.recordType.id);
  return (
    <NavLink
      to={`${tenantPath}/${menuItemPath({ group, section, item })}`}
      className={styles.entry}
      data-current={isCurrent}
      aria-current={isCurrent ? 'page' : undefined}
      aria-description={count == null ? undefined : count === 1 ? '1 record' : `${showCount(count)} records`}
      onClick={onSelect}
    >
      {!nested && <Icon name={toIcon(item.icon, 'file')} />}
      <span className={styles.name}>{item.name}</span>
      {count != null && (
        <span className={styles.count} aria-hidden="true">
          {showCount(count)}
        </span>
      )}
    </NavLink>
  );
}

function toIcon(name: string | null | undefined, substitute: IconName): IconName {
  return name != null && isIconName(name) ? name : substitute;
}
