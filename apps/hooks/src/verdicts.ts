// One file for all that needs the validator: Node takes longer to find a second than to read it.
export { judgeWritten } from './judge.ts'
export { sweep } from './sweep.ts'
