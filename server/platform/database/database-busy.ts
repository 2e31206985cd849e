/** No connection was free in time. Answered as PostgreSQL's own refusals to wait longer. */
export class DatabaseBusy extends Error {
  readonly code = 'BUSY';

  constructor() {
    super('No connection to the database was free in time.');
  }
}
