// The entry of the second bundle: everything that needs the validator. One file, because Node takes longer to resolve a
// second file than to read it.
export { recallFacts } from './recall-facts.ts'
export { validateChangesOnStop, validateOnStop } from './validate-on-stop.ts'
export { validateWritten } from './validate-written.ts'
