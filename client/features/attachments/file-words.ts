// What is said of a file beside its name.
import { viewerZone } from '../../platform/clock.ts';

/** Specification 9: 'MMM dd, yyyy HH:mm:ss', where the viewer is. */
export function showUploadTime(instant: string): string {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en-US', {
      timeZone: viewerZone(),
      year: 'numeric',
      month: 'short',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    })
      .formatToParts(new Date(instant))
      .map(({ type, value }) => [type, value]),
  );
  const { month, day, year, hour, minute, second } = parts;
  return `${month} ${day}, ${year} ${hour}:${minute}:${second}`;
}

/**
 * '64%, 5.9 of 9.2 MB, about 4 seconds'
 * @param part from 0 to 1
 */
export function showProgress(part: number, sizeBytes: number, secondsLeft: number | null): string {
  const unit =
    sizeBytes < 1e6 ? { bytes: 1e3, name: 'kB', digits: 0 } : { bytes: 1e6, name: 'MB', digits: 1 };
  const amount = (bytes: number) => (bytes / unit.bytes).toFixed(unit.digits);
  const left = secondsLeft === null ? '' : `, about ${showTime(secondsLeft)}`;
  return `${Math.floor(part * 100)}%, ${amount(part * sizeBytes)} of ${amount(sizeBytes)} ${unit.name}${left}`;
}

function showTime(seconds: number): string {
  const [count, word] = seconds < 60 ? [seconds, 'second'] : [seconds / 60, 'minute'];
  const whole = Math.max(1, Math.ceil(count));
  return `${whole} ${word}${whole === 1 ? '' : 's'}`;
}
