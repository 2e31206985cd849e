import styles from './tenant-badge.module.css';

/** Two letters on dark ground; the name stands beside it. */
export function TenantBadge({ name }: { name: string }) {
  return (
    <span className={styles.badge} aria-hidden="true">
      {toInitials(name)}
    </span>
  );
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
