/** Those whose name or email has the words in it, whatever the case. */
export function findPeople<Person extends { readonly name: string; readonly email: string }>(
  people: readonly Person[],
  sought: string,
): Person[] {
  const words = sought.trim().toLowerCase();
  return people.filter(
    ({ name, email }) => name.toLowerCase().includes(words) || email.toLowerCase().includes(words),
  );
}
