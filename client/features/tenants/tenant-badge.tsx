import { coloursOf } from '@rowhouse/domain/tenants/accent.ts';
import type { CSSProperties } from 'react';
import styles from './tenant-badge.module.css';

type TenantBadgeProps = { name: string; accent?: string | null; logo?: string | null };

/** The company's logo, else two letters on its colour or on dark ground; the name stands beside it. */
export function TenantBadge({ name, accent = null, logo = null }: TenantBadgeProps) {
  if (logo !== null) return <img className={styles.logo} src={logo} alt="" width={34} height={34} />;
  return (
    <span
      className={styles.badge}
      aria-hidden="true"
      style={accent === null ? undefined : badgeColours(accent)}
    >
      {toInitials(name)}
    </span>
  );
}

/** The names are those of the style sheet beside this file. */
function badgeColours(accent: string): CSSProperties {
  const { ground, letters } = coloursOf(accent);
  return { '--badge-ground': ground, '--badge-letters': letters } as CSSProperties;
}

export function toInitials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const letters = words.length > 1 ? [words[0], words[1]].map((word) => Array.from(word ?? '')[0]) : [];
  return (
    letters.length > 0
      ? letters.join('')
      : Array.from(words[0] ?? '?')
          .slice(0, 2)
          .join('')
  ).toUpperCase();
}
