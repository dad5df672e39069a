import { createRequire } from 'node:module'

import type fullStringWidth from 'string-width'

type StringWidth = typeof fullStringWidth

let full: StringWidth | undefined

/** `stringWidth()`, which is loaded for text that is not ASCII: its tables take as long to load as Node.js to start. */
const stringWidth: StringWidth = (text, options) => {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  full ??= (createRequire(import.meta.filename) as (file: string) => StringWidth)('./string-width.cjs')
  return full(text, options)
}

// The bundler replaces the package by this module.
export default stringWidth
