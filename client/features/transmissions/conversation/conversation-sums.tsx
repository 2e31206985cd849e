import { sumConversation } from '@rowhouse/domain/transmissions/conversation-sums.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { viewerZone } from '../../../platform/clock.ts';
import type { Conversation } from './api.ts';
import styles from './conversation.module.css';

/** What the order comes to: agreed, open as either side has it, and what is between them. */
export function ConversationSums({ conversation: { terms, lines } }: { conversation: Conversation }) {
  const sums = sumConversation(terms, lines);
  if (sums === null) return null;
  const show = (amount: string) =>
    [valueOf('currency').show(amount, { timeZone: viewerZone(), nameOf: () => '' }), sums.currency]
      .filter(Boolean)
      .join(' ');
  const shown: readonly (readonly [string, string])[] = [
    ['Agreed', sums.agreed],
    ['Open, as mine', sums.mine],
    ['Open, as theirs', sums.theirs],
    ['Difference', sums.difference],
  ];
  return (
    <div>
      <dl className={styles.sums}>
        {shown.map(([name, amount]) => (
          <div key={name} data-differs={(name === 'Difference' && amount !== '0') || undefined}>
            <dt>{name}</dt>
            <dd>{show(amount)}</dd>
          </div>
        ))}
      </dl>
      <p
        className={styles.quiet}
      >{`${sums.of}, ${lines.length === 1 ? '1 line' : `${lines.length} lines`}`}</p>
    </div>
  );
}
