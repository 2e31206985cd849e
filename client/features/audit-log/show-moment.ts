import { format } from 'date-fns';

/** Specification 9. */
export const showMoment = (instant: string): string => format(new Date(instant), 'MMM d, y - h:mmaaaa');
