// One file for all that needs the validator: Node takes longer to find a second than to read it.
export { validateWritten } from './validate-written.ts'
export { validateOnStop } from './validate-on-stop.ts'
