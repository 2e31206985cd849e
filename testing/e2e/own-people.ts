// People of the journeys' own (see own-companies.ts).
export const ownPassword = 'harbour at dawn';

/** Olga administers Harbor Supply, those without another word are clerks there. */
export const ownPeople = {
  olga: { email: 'olga@harbor.example', firstName: 'Olga', lastName: 'Marsh' },
  pete: { email: 'pete@harbor.example', firstName: 'Pete', lastName: 'Quill' },
  rita: { email: 'rita@harbor.example', firstName: 'Rita', lastName: 'Stone' },
  sven: { email: 'sven@harbor.example', firstName: 'Sven', lastName: 'Thorn' },
  tara: { email: 'tara@harbor.example', firstName: 'Tara', lastName: 'Vance' },
  /** A clerk of Foundry Metals as well. */
  uma: { email: 'uma@harbor.example', firstName: 'Uma', lastName: 'West' },
  /** A clerk of Anvil Tools alone. */
  vera: { email: 'vera@anvil.example', firstName: 'Vera', lastName: 'Young' },
  /** Manages Depot Logistics, whose parcels are many. */
  hugo: { email: 'hugo@depot.example', firstName: 'Hugo', lastName: 'Reed' },
  /** Sees those parcels, and changes them one at a time. */
  ines: { email: 'ines@depot.example', firstName: 'Ines', lastName: 'Salt' },
  /** Belongs to no company. */
  yara: { email: 'yara@nowhere.example', firstName: 'Yara', lastName: 'Zane' },
} as const;

export type OwnPerson = keyof typeof ownPeople;

/** Resolves when the companies stand. */
export const ownCompaniesStand = (): Promise<void> => askServer('/companies');

/** From now on the company lets in only sessions with a second factor. */
export const requireSecondFactor = (company: string): Promise<void> =>
  askServer(`/require-second-factor?company=${company}`);

async function askServer(path: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${process.env.JOURNEY_MAIL_PORT}${path}`);
  if (!answer.ok) throw new Error(await answer.text());
}
