import pg from 'pg'

/** What `pg.Client` has, but its types leave out: the parameters of the startup message. */
interface WithStartupParameters {
  getStartupConf(): Record<string, string>
}

type ClientClass = new (config?: string | pg.ClientConfig) => pg.Client & WithStartupParameters

/**
 * The parameters that the text of statements and results depends on. They are sent in the startup message, because they
 * then take precedence over those of the database, the role, `PGOPTIONS` and `options`, and because PgBouncer restores
 * them for each transaction.
 */
const SESSION_PARAMETERS = { DateStyle: 'ISO', TimeZone: 'UTC', standard_conforming_strings: 'on' }

/** A client whose session formats and parses values independently of the settings of the database and the role. */
export class SessionClient extends (pg.Client as unknown as ClientClass) {
  override getStartupConf(): Record<string, string> {
    return { ...super.getStartupConf(), ...SESSION_PARAMETERS }
  }
}
