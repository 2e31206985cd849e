import { Link } from 'react-router';
import styles from './breadcrumbs.module.css';
import { Icon } from './icons.tsx';

/** Without an address it is a word. */
export type Crumb = {
  readonly name: string;
  readonly to?: string;
  /** What the page is told that it leads to. */
  readonly state?: unknown;
};

/** Where the page stands, from the whole to itself; the last one is the page. */
export function CrumbList({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className={styles.nav}>
      <ol className={styles.crumbs}>
        {crumbs.map(({ name, to, state }, index) => (
          <li key={`${index} ${name}`} className={styles.crumb}>
            {index > 0 && <Icon name="chevron-right" size={14} />}
            {to !== undefined ? (
              <Link to={to} state={state}>
                {name}
              </Link>
            ) : (
              <span aria-current={index === crumbs.length - 1 ? 'page' : undefined}>{name}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
