const longest = 31;

/** As Excel lets a sheet be called. @param place is put behind the name, where there are several sheets of one. */
export function sheetName(name: string, place = ''): string {
  const kept = name
    .replace(/[\\/?*[\]:\p{Cc}]/gu, ' ')
    .replace(/^[' ]+|[' ]+$/g, '')
    .slice(0, longest - place.length)
    .trim();
  return `${kept === '' || kept.toLowerCase() === 'history' ? 'Sheet' : kept}${place}`;
}
