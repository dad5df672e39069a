import { writeFileSync } from 'node:fs'
import vm from 'node:vm'

/** Keeps the code of every script that this process makes, as it is at its end, where `loadCompiled` looks for it. */
vm.Script = class extends vm.Script {
  /**
   * @param {string} text
   * @param {vm.ScriptOptions & { filename: string }} options
   */
  constructor(text, options) {
    super(text, options)
    process.on('exit', () => {
      writeFileSync(`${options.filename}.${process.version}-${process.arch}.cache`, this.createCachedData())
    })
  }
}
