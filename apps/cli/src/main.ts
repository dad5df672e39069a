import { list } from '@workbench/contracts'
import yargs from 'yargs'
console.log(list(), process.argv, typeof yargs)
