/** Quotes a word for a POSIX shell. */
export const quote = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`
