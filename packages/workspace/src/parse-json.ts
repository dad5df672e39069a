/** Parses JSON text, given as a string or as UTF-8 bytes. */
export const parseJson = (text: string | Uint8Array): unknown =>
  JSON.parse(typeof text === 'string' ? text : Buffer.from(text).toString())
