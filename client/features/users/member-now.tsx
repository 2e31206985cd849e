import { MemberState } from './member-state.tsx';
import styles from './member-now.module.css';
import { useMembers } from './use-members.ts';

/** Beside a question about a member: what they are now, also after somebody else has changed it meanwhile. */
export function MemberNow({ id }: { id: number }) {
  const member = useMembers().data?.find((each) => each.id === id);
  if (member === undefined) return null;
  return (
    <p className={styles.now}>
      <span className={styles.label}>Now</span>
      <span>{member.role.name}</span>
      <MemberState member={member} />
    </p>
  );
}
