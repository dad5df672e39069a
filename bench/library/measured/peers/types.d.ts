/** A parsed JSON Schema. */
export type Schema = Record<string, unknown> & { readonly $id: string }

/** A contract that a validator has compiled. */
export interface Compiled {
  /** Returns a truthy value if the artifact is valid. */
  readonly is: (value: unknown) => unknown
  /** Validates JSON text, with the position of each error; missing if the validator only validates values. */
  readonly text?: (text: string) => unknown
  /** Lists all errors; missing if the validator has no error messages. */
  readonly all?: {
    readonly validate: (value: unknown) => unknown
    /** Reads the location and the message of each error in the result of `validate`, and returns their number. */
    readonly read: (result: unknown) => number
  }
}

/** The contracts to compile. They refer to each other by file name. */
export interface Contracts {
  readonly directory: string
  readonly schemas: Readonly<Record<string, Schema>>
}

/** Sets up a validator as its documentation recommends. The library is imported only when the function is called. */
export type Peer = (contracts: Contracts) => Promise<Readonly<Record<string, Compiled>>>
