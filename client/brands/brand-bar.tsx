import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './brand-bar.module.css';
import { BrandLogo } from './brand-logo.tsx';
import { chosenBrand } from './chosen-brand.ts';

/** The top of a page that stands outside of every company. `home` is where the logo leads. */
export function BrandBar({ home, children }: { home: string; children: ReactNode }) {
  return (
    <header className={styles.bar}>
      <Link to={home} className={styles.brand}>
        <BrandLogo size={28} />
        <span className={styles.name} aria-hidden="true">
          {chosenBrand.name}
        </span>
      </Link>
      {children}
    </header>
  );
}
