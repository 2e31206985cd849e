/** In whole units, the largest that fits. */
export function sayAgo(seconds: number): string {
  if (seconds < 60) return 'just now';
  const [unit, count] =
    seconds < 3600
      ? ['minute', seconds / 60]
      : seconds < 86_400
        ? ['hour', seconds / 3600]
        : (['day', seconds / 86_400] as const);
  const whole = Math.floor(Number(count));
  return `${whole} ${unit}${whole === 1 ? '' : 's'} ago`;
}
