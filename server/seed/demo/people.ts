export const demoPassword = 'rowhouse-demo-1';

/** Who there is, by the key that the demo companies use. */
export const demoPeople = {
  ada: { email: 'ada@rowhouse.example', firstName: 'Ada', lastName: 'Novak' },
  maya: { email: 'maya@adventure-works.example', firstName: 'Maya', lastName: 'Alvarez' },
  ben: { email: 'ben@adventure-works.example', firstName: 'Ben', lastName: 'Miller' },
  sara: { email: 'sara@adventure-works.example', firstName: 'Sara', lastName: 'Lind' },
  noah: { email: 'noah@adventure-works.example', firstName: 'Noah', lastName: 'Berg' },
  iris: { email: 'iris@adventure-works.example', firstName: 'Iris', lastName: 'Chan' },
  lena: { email: 'lena@adventure-works.example', firstName: 'Lena', lastName: 'Okafor' },
  victor: { email: 'victor@adventure-works.example', firstName: 'Victor', lastName: 'Hale' },
  nadia: { email: 'nadia@northwind.example', firstName: 'Nadia', lastName: 'Petrov' },
  tom: { email: 'tom@northwind.example', firstName: 'Tom', lastName: 'Becker' },
} as const;

export type DemoPerson = keyof typeof demoPeople;
export type PersonIds = Readonly<Record<DemoPerson, number>>;

export const fullName = (person: DemoPerson): string =>
  `${demoPeople[person].firstName} ${demoPeople[person].lastName}`;
