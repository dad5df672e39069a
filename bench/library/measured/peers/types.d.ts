/** A JSON Schema, as `JSON.parse` gives it. */
export type Schema = Record<string, unknown> & { readonly $id: string }

/** One contract, as a validator has compiled it. */
export interface Compiled {
  /** Truthy for a value that follows the contract. */
  readonly is: (value: unknown) => unknown
  /** How it finds all errors; missing where it has no words for them. */
  readonly all?: {
    readonly validate: (value: unknown) => unknown
    /** Reads each error that `validate` has found, its place and its words, and gives how many there are. */
    readonly read: (verdict: unknown) => number
  }
}

/** The contracts that a validator is to compile: each can refer to the others by the names of their files. */
export interface Contracts {
  readonly directory: string
  readonly schemas: Readonly<Record<string, Schema>>
}

/** A validator, set up as its documentation says. Its library is loaded when it is called, and not before. */
export type Peer = (contracts: Contracts) => Promise<Readonly<Record<string, Compiled>>>
