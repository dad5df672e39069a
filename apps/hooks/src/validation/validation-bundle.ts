// The entry of the second bundle: everything that needs the validator. One file, because Node takes longer to resolve a
// second file than to read it.
export { runTask } from './run-task.ts'
