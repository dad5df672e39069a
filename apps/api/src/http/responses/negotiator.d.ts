declare module 'negotiator' {
  /** Version 1; the package of its types describes an earlier one. */
  export default class Negotiator {
    constructor(request: { headers: Readonly<Record<string, string>> })
    /** @param options.preferred the order of encodings that the client accepts with the same quality */
    encodings<Name extends string>(
      available: readonly Name[],
      options: { preferred: readonly Name[] },
    ): Name[]
  }
}
