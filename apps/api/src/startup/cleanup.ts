/** Functions that release resources, in the order in which the resources were acquired. */
export type Cleanup = (() => Promise<void>)[]
