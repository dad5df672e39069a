/** Whether a value has a type that the schema demands. */
export type Accepts = (value: unknown) => boolean
