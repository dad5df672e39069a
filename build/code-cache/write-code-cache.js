import { writeFileSync } from 'node:fs'
import vm from 'node:vm'

/** At exit, writes the V8 code cache of every script of this process to the file from which `loadCompiled` reads it. */
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
