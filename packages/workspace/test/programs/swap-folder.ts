import { renameSync, symlinkSync, unlinkSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

/*
 * Replaces a folder by a link and back, as fast as it can, until standard input ends. Then prints how often. It pauses
 * now and then, so that others meet the folder too. Arguments: the folder, the target of the link.
 */
const PAUSE_MS = 20

const [folder = '', target = ''] = process.argv.slice(2)
const stop = new AbortController()
let count = 0
let moved = 0
process.stdin.resume().once('end', () => stop.abort())
process.stdout.write('swapping\n')

while (!stop.signal.aborted) {
  for (let round = 0; round < 200; round++) swap()
  await setTimeout(PAUSE_MS)
}
process.stdout.write(`${count}\n`)

function swap(): void {
  attempt(() => {
    renameSync(folder, `${folder}.real`)
    symlinkSync(target, folder)
    count++
  })
  attempt(() => unlinkSync(folder))
  // The writer may have created the folder again meanwhile.
  attempt(() => renameSync(folder, `${folder}.${++moved}`))
  attempt(() => renameSync(`${folder}.real`, folder))
}

function attempt(step: () => void): void {
  try {
    step()
  } catch {
    // The writer was faster; the next round tries again.
  }
}
