const MAX_LENGTH = 100

/** Quotes the value of a header for an error message. */
export const quoteHeader = (value: string): string => JSON.stringify(value.slice(0, MAX_LENGTH))
