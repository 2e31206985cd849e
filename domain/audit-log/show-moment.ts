import { wallClock } from '../kernel/dates.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** 'Nov 22, 2026 - 9:02a.m.' in the zone (Specification 9). */
export function showAuditMoment(instant: string, timeZone: string): string {
  const wall = wallClock(instant, timeZone);
  if (wall === null) return instant;
  const [year, month, day] = wall.day.split('-').map(Number);
  const [hour = 0, minute = 0] = wall.time.split(':').map(Number);
  const time = `${hour % 12 === 0 ? 12 : hour % 12}:${String(minute).padStart(2, '0')}`;
  return `${months[(month ?? 1) - 1]} ${day}, ${year} - ${time}${hour < 12 ? 'a.m.' : 'p.m.'}`;
}
