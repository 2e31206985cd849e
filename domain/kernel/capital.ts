/** A sentence that begins with what may stand inside one, too. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
